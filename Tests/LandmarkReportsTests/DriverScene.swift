import DriverMonitoring
import LandmarkCore
import LandmarkDrawing
import LandmarkImaging
import LandmarkTasks

@testable import LandmarkReports

/// Invented results of driver monitoring.
enum DriverScene {
    static func result(
        at milliseconds: Int, score: Double = 0, level: FatigueLevel = .alert,
        alerts: [DriverAlert] = [], isFace: Bool = true, isUsable: Bool = true,
        isLevelKnown: Bool? = nil, reason: EyeUnreadableReason? = nil,
        confidence: Double = 1, speed: Double? = nil, fired: [DriverEvent] = [],
        ended: [DriverEvent] = []
    ) -> DriverResult {
        var signals = DriverSignals()
        signals.isFacePresent = isFace
        signals.isUsable = isUsable && isFace
        signals.openness = signals.isUsable ? 0.9 : nil
        signals.relativeHead = isFace ? HeadPose() : nil
        signals.mouthOpenness = isFace ? 0.1 : nil
        signals.speed = speed
        signals.eyeUnreadableReason = reason
        return DriverResult(
            timestamp: .milliseconds(milliseconds), fatigueScore: score, confidence: confidence,
            fatigueLevel: level, isLevelKnown: isLevelKnown ?? signals.isUsable,
            activeAlerts: ActiveAlerts(alerts), signals: signals,
            firedEvents: fired, endedEvents: ended)
    }

    /// A run of frames `step` milliseconds apart.
    static func history(
        frames: Int, step: Int = 100, _ result: (Int) -> DriverResult
    ) -> DriverHistory {
        var history = DriverHistory()
        for index in 0..<frames { history.add(result(index * step), []) }
        return history
    }

    /// An event that is over.
    static func event(
        _ kind: DriverEventKind, id: Int, at start: Int, fire: Int = 100, end: Int = 200,
        reason: DriverEventReason? = nil, confidence: Double = 1, incident: Int? = nil
    ) -> DriverEvent {
        DriverEvent(
            id: id, kind: kind, start: .milliseconds(start), fire: .milliseconds(start + fire),
            end: .milliseconds(start + end), peak: 1, reason: reason,
            confidence: confidence, incident: incident)
    }

    /// The events of a closure of 7 s, as they are known at its end.
    static func sleep(id: Int, at start: Int) -> [DriverEvent] {
        [(DriverEventKind.microsleep, 1500), (.sleep, 3000), (.unresponsive, 6000)]
            .enumerated().map { index, step in
                event(
                    step.0, id: id + index, at: start, fire: step.1, end: 7000,
                    reason: .eyesClosed)
            }
    }

    static func records(_ events: [DriverEvent]) -> [DriverEventRecord] {
        events.map { DriverEventRecord(event: $0, phase: .complete, ending: .observed) }
    }

    /// A gray image.
    static func image(_ shade: UInt8, width: Int = 640, height: Int = 480) throws -> PixelBuffer {
        try PixelBuffer(
            width: width, height: height, format: .rgb24,
            bytes: [UInt8](repeating: shade, count: width * height * 3))
    }
}

extension Page {
    /// The texts in drawing order.
    var texts: [String] {
        marks.compactMap { mark in if case .text(let text, _, _) = mark { text } else { nil } }
    }

    /// All text as one line, so that line breaks do not matter.
    var words: String { texts.joined(separator: " ") }

    /// The boxes that are hatched.
    var hatched: [Mark.Box] {
        marks.flatMap { mark -> [Mark.Box] in
            if case .hatch(let boxes, _) = mark { boxes } else { [] }
        }
    }
}

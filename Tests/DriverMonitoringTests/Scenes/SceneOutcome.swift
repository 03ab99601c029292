import DriverMonitoring
import Foundation
import LandmarkCore
import LandmarkImaging
import LandmarkTasks

/// How well a monitor judged a scene.
struct SceneOutcome: Sendable {
    let scene: String
    let person: String
    /// Closures of 1.5 s and longer, those with an event and an alert, and those that the monitor missed
    /// although it reported the eyes as readable for at least half of their time.
    private(set) var closures = 0
    private(set) var noticed = 0
    private(set) var missed = 0
    /// The largest delay, in seconds, from the time at which a closure was long enough to its
    /// event.
    private(set) var delay: Double?
    /// Alerts that began while the eyes were open, and the hours with open eyes.
    private(set) var falseAlerts = 0
    private(set) var hours = 0.0
    /// The share of frames whose eyes could not be read, 0…1.
    private(set) var unusable = 0.0
    /// Why eyes could not be read, by name, if the reason was reported in at least a tenth of the
    /// frames.
    private(set) var reasons: [String] = []
    private(set) var frames: [Frame] = []

    /// What a monitor reported for a frame.
    struct Frame: Sendable {
        let time: Double
        /// How far the lids were closed, 0…1.
        let closure: Double
        let result: DriverResult
        let images: EyeImages?
        /// The means of both eyes' coefficients.
        let blink: Double?
        let lookDown: Double?
        /// Whether the level is the one that a monitor that sees the lids would report; nil while
        /// it is unknown.
        let isLevelRight: Bool?

        init(
            _ closure: Double, _ result: DriverResult, _ observation: DriverObservation,
            _ levels: SceneLevels
        ) {
            func mean(_ left: Blendshape, _ right: Blendshape) -> Double? {
                observation.face?.blendshapes.map { Double(($0[left] + $0[right]) / 2) }
            }
            let time = Double(observation.timestamp.milliseconds) / 1000
            self.time = time
            self.closure = closure
            self.result = result
            images = observation.eyeImages
            blink = mean(.eyeBlinkLeft, .eyeBlinkRight)
            lookDown = mean(.eyeLookDownLeft, .eyeLookDownRight)
            isLevelRight = result.knownLevel.map { levels.contains($0, at: time) }
        }

        /// Whether the eyes were judged correctly; nil while lids move.
        var isRight: Bool? {
            guard closure < 0.05 || closure > 0.95 else { return nil }
            guard let openness = result.signals.openness else { return false }
            return (openness < 0.4) == (closure > 0.95)
        }
    }

    init(scene: String, person: String, _ script: SceneScript, _ frames: [Frame]) {
        self.scene = scene
        self.person = person
        self.frames = frames
        hours =
            (script.duration - script.closures.reduce(0) { $0 + $1.upperBound - $1.lowerBound })
            / 3600
        let isUsable = frames.map(\.result.signals.isUsable)
        unusable = 1 - Double(isUsable.count { $0 }) / Double(max(1, frames.count))
        var counts: [String: Int] = [:]
        for frame in frames {
            counts[frame.result.signals.eyeUnreadableReason?.name ?? "", default: 0] += 1
        }
        reasons = counts.filter { !$0.key.isEmpty && 10 * $0.value >= frames.count }.map(\.key)
            .sorted()
        for closure in script.closures { judge(closure) }
        var wasAlert = false
        for frame in frames {
            let isAlert = frame.result.activeAlerts.contains { Self.kinds.contains($0) }
            if isAlert, !wasAlert, !Self.isNear(script.closures, frame.time) { falseAlerts += 1 }
            wasAlert = isAlert
        }
    }

    private static let kinds: Set<DriverAlert> = [
        .microsleep, .sleep, .unresponsive, .fatigue, .phoneLike, .distractionLong,
    ]

    /// One line about the outcome.
    var line: String {
        let delay = delay.map { String(format: "%.2f", $0) } ?? "–"
        let unusable = Int((100 * unusable).rounded())
        return
            "\(scene), \(person): \(noticed) of \(closures) noticed after at most \(delay) s, \(missed) missed"
            + " while readable, \(falseAlerts) false alerts, unreadable \(unusable) % \(reasons.joined(separator: " "))"
    }

    private static func isNear(_ closures: [ClosedRange<Double>], _ time: Double) -> Bool {
        closures.contains { ($0.lowerBound...$0.upperBound + 1).contains(time) }
    }

    private mutating func judge(_ closure: ClosedRange<Double>) {
        closures += 1
        let during = frames.filter { closure.contains($0.time) }
        let fired = during.firstIndex { frame in
            frame.result.firedEvents.contains {
                [.microsleep, .sleep, .unresponsive].contains($0.kind)
            }
        }
        // An event that a yawn or a laugh explains has no alert at first.
        let alerted = fired.flatMap { index in
            during[index...].first { frame in
                frame.result.activeAlerts.contains {
                    [.microsleep, .sleep, .unresponsive].contains($0)
                }
            }
        }
        if let alerted {
            noticed += 1
            let late = alerted.time - closure.lowerBound
            delay = max(delay ?? 0, late)
        } else if 2 * during.count(where: { $0.result.signals.isUsable }) >= during.count {
            missed += 1
        }
    }
}

extension DriverScene {
    /// Runs a new monitor on the scene.
    ///
    /// - Parameter folder: Where to store what the monitor finds; nil for nowhere.
    func outcome(
        of face: SceneFace, _ script: SceneScript, recordingIn folder: String? = nil
    ) throws -> SceneOutcome {
        let monitor = try Footage.monitor {
            $0.isMirrored = isMirrored
            // Several simultaneous runs are faster than several threads.
            $0.landmarker.threads = 1
        }
        let script = script.squinting(squint)
        let recording = try folder.map {
            try SceneRecording(in: $0, scene: name, person: face.name)
        }
        var frames: [SceneOutcome.Frame] = []
        var orientation: Orientation?
        let levels = try SceneLevels(script)
        try forEachFrame(of: face, script) { frame, closure in
            let update = try monitor.process(frame)
            let observation = DriverObservation(
                timestamp: frame.timestamp, imageSize: update.landmarks.imageSize,
                face: update.face, eyeImages: update.face.map { EyeImages($0, in: frame.image) })
            let isTurned = orientation.map { $0 != update.orientation } ?? false
            orientation = update.orientation
            try recording?.add(
                SceneRecording.Frame(
                    observation: observation, closure: closure, isTurned: isTurned))
            frames.append(SceneOutcome.Frame(closure, update.result, observation, levels))
        }
        return SceneOutcome(scene: name, person: face.name, script, frames)
    }

    /// Runs a new analyzer on what a monitor found in the scene.
    func outcome(
        of recording: SceneRecording, person: String, _ script: SceneScript
    ) throws -> SceneOutcome {
        var analyzer = DriverAnalyzer(isMirrored: isMirrored)
        let script = script.squinting(squint)
        let levels = try SceneLevels(script)
        let frames = try recording.frames.map { frame in
            if frame.isTurned { analyzer.recalibrate() }
            return SceneOutcome.Frame(
                frame.closure, try analyzer.update(frame.observation), frame.observation, levels)
        }
        return SceneOutcome(scene: name, person: person, script, frames)
    }

    private var isMirrored: Bool { effects.contains(.mirrored) }
}

extension [SceneOutcome.Frame] {
    /// A line of measurements per frame, for examination elsewhere.
    func lines(scene: String, person: String) -> [String] {
        map { (frame: SceneOutcome.Frame) -> String in
            let signals = frame.result.signals
            func text(_ value: Double?) -> String { value.map { "\($0)" } ?? "" }
            func texts(_ eye: EyeImage?) -> [String] {
                let values: [Double?] = [
                    eye?.width, eye?.brightness, eye?.cheekBrightness, eye?.lidBrightness,
                    eye?.contrast,
                    eye?.blur, eye?.noise, eye?.overexposure, eye?.irisContrast,
                    eye?.colorDifference, frame.images?.blockiness, eye?.lids?.open,
                    eye?.lids?.closed,
                ]
                return values.map(text)
            }
            var values: [String] = [
                scene, person, text(frame.time), text(frame.closure), text(signals.openness),
                text(signals.opennessByAspectRatio), signals.isUsable ? "1" : "0",
                text(frame.result.confidence), frame.result.isAlert ? "1" : "0",
                signals.isFacePresent ? "1" : "0",
            ]
            values += texts(frame.images?.left)
            values += texts(frame.images?.right)
            values += [text(signals.eyeReadability), text(signals.visibility)]
            values.append(frame.isLevelRight.map { $0 ? "1" : "0" } ?? "")
            let rest: [Double?] = [
                signals.leftEye?.aspectRatio, signals.rightEye?.aspectRatio, frame.blink,
                frame.lookDown, signals.relativeHead?.pitch,
            ]
            values += rest.map(text)
            return values.joined(separator: ",")
        }
    }
}

public import DriverMonitoring
public import Foundation
import LandmarkCore

/// The driver's state after an image.
///
/// It never changes, and may be used from any thread.
#if canImport(ObjectiveC)
@objc(DMSResult) @objcMembers
#endif
public final class DMSResult: NSObject, Sendable {
    /// The fatigue score, 0…100.
    public let fatigueScore: Float
    /// The probability, 0…1, that the driver's eyes are judged correctly. It is not a probability
    /// of fatigue.
    public let confidence: Float
    /// The fatigue level of the score, with hysteresis: 0 alert, 1 slight, 2 moderate, 3 severe,
    /// 4 critical. While `isLevelKnown` is false, it is the last known one.
    public let fatigueLevel: Int
    /// Whether the level is known: false while the eyes cannot be read.
    public let isLevelKnown: Bool
    /// Why the eyes of the face cannot be read in this image, in English, such as `too dark`; nil
    /// when they can be read, and without a face.
    public let eyesUnreadableReason: String?
    /// Whether any alert is active.
    public let isAlert: Bool
    /// The names of the active alerts, such as `MICROSLEEP`, the most urgent first.
    public let alerts: [String]
    /// The time of the image in milliseconds.
    public let timestampInMilliseconds: Int
    /// The graph's complete result: signals, events, sounds, calibration.
    public let details: DriverResult

    /// Creates a result from the graph's.
    public init(_ details: DriverResult) {
        fatigueScore = Float(details.fatigueScore)
        confidence = Float(details.confidence)
        fatigueLevel = details.fatigueLevel.rawValue
        isLevelKnown = details.isLevelKnown
        eyesUnreadableReason = details.signals.eyeUnreadableReason?.description
        isAlert = details.isAlert
        alerts = details.activeAlerts.map(\.rawValue)
        timestampInMilliseconds = details.timestamp.milliseconds
        self.details = details
        super.init()
    }

    /// Creates a result without measurements: score, level and confidence are 0, no alert is active, and the
    /// level is unknown.
    public override convenience init() {
        self.init(
            DriverResult(
                timestamp: .milliseconds(0), fatigueScore: 0, confidence: 0, fatigueLevel: .alert,
                isLevelKnown: false))
    }

    /// The time of the image in seconds.
    public var timestamp: TimeInterval { Double(timestampInMilliseconds) / 1000 }

    /// Whether `object` is a result with equal details.
    public override func isEqual(_ object: Any?) -> Bool {
        (object as? DMSResult)?.details == details
    }

    /// The hash of the details.
    public override var hash: Int { details.hashValue }

    /// The time, score, level, confidence and alerts, and why the level is unknown, if it is.
    public override var description: String {
        let state =
            isLevelKnown
            ? "score \(fatigueScore), level \(fatigueLevel)"
            : "level unknown" + (eyesUnreadableReason.map { " (\($0))" } ?? "")
        return "\(timestampInMilliseconds) ms: \(state), confidence \(confidence)"
            + (isAlert ? ", " + alerts.joined(separator: ", ") : "")
    }
}

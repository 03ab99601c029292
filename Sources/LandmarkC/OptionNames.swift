import LandmarkInference
import LandmarkTasks

/// The C names of the options that Swift's errors name.
private let fields = [
    "numHands": "max_count",
    "numPoses": "max_count",
    "numFaces": "max_count",
    "minDetectionConfidence": "min_detection_confidence",
    "minPresenceConfidence": "min_presence_confidence",
    "minTrackingConfidence": "min_tracking_confidence",
    "minSuppressionThreshold": "min_suppression_threshold",
    "smoothing minCutoff": "smoothing_min_cutoff",
    "smoothing beta": "smoothing_beta",
    "trackRetention": "track_retention",
]

/// Calls a function that checks options; its errors name them as C does.
///
/// - Throws: `InterfaceError.unknownValue` instead of `TaskError.invalidOption`; otherwise, the errors of
///   `body`.
func namingFields<Value>(_ body: () throws -> Value) throws -> Value {
    do {
        return try body()
    } catch TaskError.invalidOption(let name, let expected, let got) {
        throw InterfaceError.unknownValue(name: fields[name] ?? name, expected: expected, got: got)
    }
}

/// Returns the number of threads that a caller asks for; nil for 0, which leaves it to the library.
///
/// - Throws: `InterfaceError.unknownValue`.
func threadCount(_ threads: Int32) throws(InterfaceError) -> Int? {
    let most = WorkerPool.allowedThreads.upperBound
    guard (0...most).contains(Int(threads)) else {
        throw .unknownValue(name: "threads", expected: "within 0…\(most)", got: "\(threads)")
    }
    return threads == 0 ? nil : Int(threads)
}

#if !canImport(AVFoundation)
import CFFmpeg

/// The faults found while decoding a file.
struct Damage {
    private var faults = 0
    private var reason = ""

    /// Counts a fault, keeping the reason of the first one.
    mutating func record(_ reason: String) {
        if faults == 0 { self.reason = reason }
        faults += 1
    }

    /// Returns the error to throw after the last frame; nil if there are none.
    func error(in file: String, frames: Int) -> CaptureError? {
        faults == 0 ? nil : .damaged(file: file, frames: frames, faults: faults, reason: reason)
    }
}

/// Limits the consecutive faults of a camera, whose frames may be truncated in transmission.
package struct LiveFaults {
    /// The number of consecutive faults to ignore: more than two seconds of frames.
    package static let limit = 64
    private var consecutive = 0

    package init() {}

    /// Counts a read that failed with `code`, and returns whether to ignore it.
    package mutating func ignores(_ code: Int32) -> Bool {
        consecutive += 1
        return code == lk_error_invalid_data && consecutive <= Self.limit
    }

    /// Resets the count after a complete frame.
    package mutating func reset() { consecutive = 0 }
}
#endif

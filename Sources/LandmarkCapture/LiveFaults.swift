import CFFmpeg

/// How many faults in a row a camera is forgiven: a frame cut short on the cable is no end.
package struct LiveFaults {
    /// More than two seconds of a camera's frames.
    package static let most = 64
    private var inARow = 0

    package init() {}

    /// Counts a read that failed with `code`; whether it is passed over.
    package mutating func passesOver(_ code: Int32) -> Bool {
        inARow += 1
        return code == lk_error_invalid_data && inARow <= Self.most
    }

    /// A frame has come whole.
    package mutating func reset() { inARow = 0 }
}

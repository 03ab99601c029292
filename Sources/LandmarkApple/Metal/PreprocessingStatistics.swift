/// Counts of the regions that a graphics processor sampled, and that it left to the CPU.
public struct PreprocessingStatistics: Sendable, Hashable {
    /// The number of regions that the graphics processor sampled.
    public private(set) var sampled = 0
    /// The number of regions that it left to the CPU because it does not support them: images not backed by a
    /// pixel buffer, and regions far from their image.
    public private(set) var unsuitable = 0
    /// The number of regions that it failed to sample.
    public private(set) var failed = 0
    /// The number of regions for which it was not tried, because it had failed.
    public private(set) var skipped = 0
    /// The last error.
    public private(set) var lastError: MetalError?

    /// The number of failures since the last success.
    private var failuresInSequence = 0
    /// The number of regions still to skip.
    private var pause = 0

    /// The consecutive failures after which the hardware is paused, and the number of regions for which it
    /// is: about 10 seconds. Apps may not use it in the background, and may return to the foreground.
    private static let toleratedFailures = 3
    private static let pauseAfterFailures = 300

    init() {}

    /// Returns whether to try the hardware for the next region.
    mutating func begin() -> Bool {
        guard pause > 0 else { return true }
        pause -= 1
        skipped += 1
        return false
    }

    mutating func didSample() {
        sampled += 1
        failuresInSequence = 0
    }

    mutating func didRefuse() { unsuitable += 1 }

    mutating func didFail(_ error: MetalError) {
        failed += 1
        lastError = error
        failuresInSequence += 1
        if failuresInSequence >= Self.toleratedFailures { pause = Self.pauseAfterFailures }
    }
}

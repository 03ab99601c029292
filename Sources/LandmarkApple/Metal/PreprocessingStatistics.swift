/// What a graphics processor has sampled, and what it has left to the CPU.
public struct PreprocessingStatistics: Sendable, Hashable {
    /// The number of regions that the graphics processor sampled.
    public private(set) var sampled = 0
    /// The number of regions that it left to the CPU because it does not cover them: images that are
    /// not the memory of a pixel buffer, and regions far from their image.
    public private(set) var unsuitable = 0
    /// The number of regions that it failed at.
    public private(set) var failed = 0
    /// The number of regions for which it was not asked, because it had failed.
    public private(set) var skipped = 0
    /// The last error.
    public private(set) var lastError: MetalError?

    /// The failures since the last success.
    private var failuresInSequence = 0
    /// The regions still to skip.
    private var pause = 0

    /// Failures in sequence after which the hardware is left alone for a while, and for how many
    /// regions: about 10 seconds. An app in the background may not use it, and comes back.
    private static let toleratedFailures = 3
    private static let pauseAfterFailures = 300

    init() {}

    /// Returns whether the hardware should be asked for the next region.
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

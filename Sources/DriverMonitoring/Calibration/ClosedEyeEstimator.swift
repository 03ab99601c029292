/// Estimates the values of a driver's closed eyes from the peaks of blinks.
///
/// Blinks are detected by shape, as a short rise of the blink coefficient above the open-eye
/// baseline, so no prior value for closed eyes is needed.
struct ClosedEyeEstimator {
    /// The rise above the open-eye baseline that starts a candidate; half of it ends one.
    private static let startRise = 0.15
    /// Minimum rise at the peak for a blink to count.
    private static let minRise = 0.25
    /// Duration of a blink that counts, in milliseconds.
    private static let durations = 50...500
    /// Maximum change of head pitch, in degrees; beyond it the driver looks down.
    private static let maxPitchChange = 5.0
    private static let minBlinks = 5
    private static let quantile = 0.95

    private struct Candidate {
        let start: Int
        let pitch: Double
        var peak: Double
        var lowestRatio: Double
        var isHeadSteady = true
    }

    private var candidate: Candidate?
    private var peaks = Histogram(0...1, bins: 1000)
    private var lowestRatios = Histogram(0...1, bins: 1000)

    /// The blink coefficient and the aspect ratio of closed eyes: the 95th percentile of the peaks
    /// and the 5th of the lowest ratios. nil before five blinks.
    var closed: (blink: Double, aspectRatio: Double)? {
        guard peaks.count >= Self.minBlinks, let blink = peaks.quantile(Self.quantile),
            let aspectRatio = lowestRatios.quantile(1 - Self.quantile)
        else { return nil }
        return (blink, aspectRatio)
    }

    /// Processes a frame.
    ///
    /// - Returns: Whether a blink that counts ended in it.
    mutating func update(
        blink: Double, open: Double, aspectRatio: Double, pitch: Double, _ tick: Tick
    ) -> Bool {
        if tick.step == 0 { candidate = nil }
        guard var current = candidate else {
            if blink >= open + Self.startRise {
                candidate = Candidate(
                    start: tick.now, pitch: pitch, peak: blink, lowestRatio: aspectRatio)
            }
            return false
        }
        if abs(pitch - current.pitch) > Self.maxPitchChange { current.isHeadSteady = false }
        guard blink < open + Self.startRise / 2 else {
            current.peak = max(current.peak, blink)
            current.lowestRatio = min(current.lowestRatio, aspectRatio)
            candidate = current
            return false
        }
        candidate = nil
        guard current.isHeadSteady, current.peak >= open + Self.minRise,
            Self.durations.contains(tick.now - current.start)
        else { return false }
        peaks.add(current.peak)
        lowestRatios.add(current.lowestRatio)
        return true
    }

    /// Drops the current candidate, because the eyes could not be read.
    mutating func interrupt() { candidate = nil }
}

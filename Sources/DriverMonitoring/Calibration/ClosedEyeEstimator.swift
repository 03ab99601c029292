/// Estimates the values of a driver's closed eyes from the peaks of blinks.
///
/// Blinks are detected by shape, as a short rise of the blink coefficient above the open-eye
/// baseline, so no prior value for closed eyes is needed.
struct ClosedEyeEstimator {
    /// The least rise of a blink's peak above the open-eye baseline: for wide eyes, and for naturally
    /// half-closed eyes, which have less room to close.
    private static let minRise = (wide: 0.25, narrow: 0.12)
    /// The open-eye baseline up to which `wide` applies, and that from which `narrow` applies; linear in
    /// between.
    private static let openEyes = (wide: 0.15, narrow: 0.35)
    /// The shares of `minRise` at which a candidate starts and ends.
    private static let startShare = 0.6
    private static let endShare = 0.3
    /// The durations of a blink that counts, in milliseconds.
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

    /// The lowest aspect ratio of any blink so far, as a 5th percentile; nil before the first.
    var lowestRatio: Double? { lowestRatios.quantile(1 - Self.quantile) }

    /// Processes a frame.
    ///
    /// - Returns: Whether a blink that counts ended in this frame.
    mutating func update(
        blink: Double, open: Double, aspectRatio: Double, pitch: Double, _ tick: Tick
    ) -> Bool {
        if tick.step == 0 { candidate = nil }
        let minRise = Self.minRise(open: open)
        guard var current = candidate else {
            if blink >= open + Self.startShare * minRise {
                candidate = Candidate(
                    start: tick.now, pitch: pitch, peak: blink, lowestRatio: aspectRatio)
            }
            return false
        }
        if abs(pitch - current.pitch) > Self.maxPitchChange { current.isHeadSteady = false }
        guard blink < open + Self.endShare * minRise else {
            current.peak = max(current.peak, blink)
            current.lowestRatio = min(current.lowestRatio, aspectRatio)
            candidate = current
            return false
        }
        candidate = nil
        guard current.isHeadSteady, current.peak >= open + minRise,
            Self.durations.contains(tick.now - current.start)
        else { return false }
        peaks.add(current.peak)
        lowestRatios.add(current.lowestRatio)
        return true
    }

    /// The minimum rise of a blink above an open-eye baseline.
    private static func minRise(open: Double) -> Double {
        let share = (open - openEyes.wide) / (openEyes.narrow - openEyes.wide)
        return minRise.wide + share.clamped(to: 0...1) * (minRise.narrow - minRise.wide)
    }

    /// Drops the current candidate, because the eyes could not be read.
    mutating func interrupt() { candidate = nil }
}

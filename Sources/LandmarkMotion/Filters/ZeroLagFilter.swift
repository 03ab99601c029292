import LandmarkCore

/// A zero-lag Butterworth low-pass filter for recordings: 4th order, 6 Hz, as usual in gait
/// analysis.
///
/// A 2nd-order filter runs over the samples forward and then backward, which cancels its lag and
/// doubles its order. Both passes together have half power (−3 dB) at ``cutoff``: each pass alone
/// is designed for the cutoff divided by (√2 − 1)^¼ ≈ 0.802 on the frequency axis of the bilinear
/// transform (Winter, Biomechanics and Motor Control of Human Movement, 4th ed., 2.2.4.4; Robertson
/// and Dowling 2003). Ends are extended by up to nine samples reflected through the end point, and
/// the state starts in equilibrium with the first of them, as `scipy.signal.filtfilt` does.
///
/// Nothing is filtered across a gap: a missing value (NaN), or a step of more than 2.5 median
/// intervals, ends a run of samples, and runs are filtered separately. A run of one or two samples
/// is left unchanged. A run with uneven times is interpolated (cubic) to as many even times,
/// filtered, and interpolated back.
public struct ZeroLagFilter: Sendable, Hashable {
    /// The frequency in Hz at which half of the power passes.
    public var cutoff: Double

    /// The cutoff of reports: 6 Hz.
    public static let defaultCutoff = 6.0
    /// The ratio of the cutoff of two passes to that of one: (√2 − 1)^¼.
    private static let passRatio = (2.0.squareRoot() - 1).squareRoot().squareRoot()
    /// Samples added at each end: three times the number of coefficients.
    private static let padding = 9

    /// Creates a filter.
    ///
    /// - Parameter cutoff: The frequency in Hz at which half of the power passes. If it is not positive or at
    ///   least half of the sampling rate, values are left unchanged.
    public init(cutoff: Double = defaultCutoff) { self.cutoff = cutoff }

    /// Filters a series of samples.
    ///
    /// - Parameters:
    ///   - values: The samples; NaN for missing ones.
    ///   - times: Their times in seconds, increasing; as many as `values`.
    /// - Returns: As many values; NaN where there is no sample.
    public func filtered(_ values: [Double], at times: [Double]) -> [Double] {
        var result = [Double](repeating: .nan, count: values.count)
        for run in SampleRuns.ranges(of: values, at: times) {
            let runTimes = Array(times[run])
            result.replaceSubrange(run, with: filteredRun(Array(values[run]), at: runTimes))
        }
        return result
    }

    private func filteredRun(_ values: [Double], at times: [Double]) -> [Double] {
        guard values.count > 2, let first = times.first, let last = times.last, last > first else {
            return values
        }
        if let interval = SampleRuns.uniformInterval(of: times[...]) {
            return bothWays(values, rate: 1 / interval)
        }
        let interval = (last - first) / Double(values.count - 1)
        let even = values.indices.map { first + Double($0) * interval }
        let resampled = CubicInterpolation(times: times, values: values).values(at: even)
        let filtered = bothWays(resampled, rate: 1 / interval)
        return CubicInterpolation(times: even, values: filtered).values(at: times)
    }

    /// Filters evenly spaced samples forward and backward.
    private func bothWays(_ values: [Double], rate: Double) -> [Double] {
        guard let pass = Biquad(cutoff: cutoff, rate: rate, passRatio: Self.passRatio) else {
            return values
        }
        let count = values.count
        let padding = min(Self.padding, count - 1)
        // Reflection through the end points keeps value and slope there.
        var padded = (1...padding).reversed().map { 2 * values[0] - values[$0] }
        padded += values
        padded += (1...padding).map { 2 * values[count - 1] - values[count - 1 - $0] }
        pass.run(&padded)
        padded.reverse()
        pass.run(&padded)
        padded.reverse()
        return Array(padded[padding..<padding + count])
    }
}

/// A 2nd-order low-pass filter.
private struct Biquad {
    private let b0, b1, b2, a1, a2: Double

    /// Nil if the cutoff is not between zero and half of the rate.
    init?(cutoff: Double, rate: Double, passRatio: Double) {
        guard cutoff > 0, cutoff < rate / 2 else { return nil }
        let angle = Double.pi * cutoff / rate
        let frequency = FloatMath.sin(angle) / FloatMath.cos(angle) / passRatio
        guard frequency.isFinite else { return nil }
        let square = frequency * frequency
        let scale = 1 / (1 + 2.0.squareRoot() * frequency + square)
        b0 = square * scale
        b1 = 2 * b0
        b2 = b0
        a1 = 2 * (square - 1) * scale
        a2 = (1 - 2.0.squareRoot() * frequency + square) * scale
    }

    /// Filters in place, starting in the state that a constant input of the first value leads to.
    func run(_ values: inout [Double]) {
        guard let first = values.first else { return }
        // In equilibrium the output is the input: the gain at 0 Hz is 1.
        var state1 = (1 - b0) * first
        var state2 = (b2 - a2) * first
        for index in values.indices {
            let input = values[index]
            let output = b0 * input + state1
            state1 = b1 * input - a1 * output + state2
            state2 = b2 * input - a2 * output
            values[index] = output
        }
    }
}

/// The derivative of a recorded series with respect to time.
///
/// Runs of at least seven evenly spaced samples are differentiated by the Savitzky–Golay method: a
/// parabola fitted to seven samples (1964; as `scipy.signal.savgol_filter(x, 7, 2, deriv=1)`, whose
/// first and last three values are those of the first and last parabola). In shorter and uneven runs, the
/// derivative is a simple difference of a sample's neighbors. As with ``ZeroLagFilter``, no run reaches
/// across a gap.
public enum Derivative {
    /// The number of samples of a Savitzky–Golay fit.
    public static let window = 7

    /// Differentiates a series of samples.
    ///
    /// - Parameters:
    ///   - values: The samples; NaN for missing ones. Filter them first: differences amplify noise.
    ///   - times: Their times in seconds, increasing; as many as `values`.
    /// - Returns: As many values, per second; NaN where there is no sample, or only one between gaps.
    public static func of(_ values: [Double], at times: [Double]) -> [Double] {
        var result = [Double](repeating: .nan, count: values.count)
        for run in SampleRuns.ranges(of: values, at: times) where run.count > 1 {
            if run.count >= window, let interval = SampleRuns.uniformInterval(of: times[run]) {
                fit(values, run, interval: interval, into: &result)
            } else {
                difference(values, times, run, into: &result)
            }
        }
        return result
    }

    private static func fit(
        _ values: [Double], _ run: Range<Int>, interval: Double, into result: inout [Double]
    ) {
        let half = window / 2
        for index in run {
            let center = min(max(index, run.lowerBound + half), run.upperBound - 1 - half)
            var linear = 0.0
            var quadratic = 0.0
            for offset in -half...half {
                let value = values[center + offset]
                linear += Double(offset) * value
                quadratic += Double(offset * offset - 4) * value
            }
            // Σk² = 28 and Σ(k² − 4)² = 84 over k = −3…3, whose mean of k² is 4.
            let slope = linear / 28 + 2 * Double(index - center) * quadratic / 84
            result[index] = slope / interval
        }
    }

    private static func difference(
        _ values: [Double], _ times: [Double], _ run: Range<Int>, into result: inout [Double]
    ) {
        for index in run {
            let before = max(index - 1, run.lowerBound)
            let after = min(index + 1, run.upperBound - 1)
            let step = times[after] - times[before]
            result[index] = step > 0 ? (values[after] - values[before]) / step : .nan
        }
    }
}

/// The smoothness of one movement; closer to zero is smoother.
public struct MovementSmoothness: Sendable, Hashable {
    /// The spectral arc length of the speed.
    public var sparc: Double
    /// The log dimensionless jerk of the speed.
    public var ldlj: Double

    /// Computes both from a signal; nil with fewer than eight samples, or without movement.
    ///
    /// - Parameters:
    ///   - values: The signal, smoothed.
    ///   - times: Its times in seconds, increasing; they need not be evenly spaced.
    init?(_ values: [Double], at times: [Double]) {
        guard values.count >= 8, values.count == times.count, let first = times.first,
            let last = times.last, last > first
        else { return nil }
        // Both measures need even intervals.
        let step = (last - first) / Double(times.count - 1)
        let even = times.indices.map { min(first + Double($0) * step, last) }
        let speed = Derivative.of(
            CubicInterpolation(times: times, values: values).values(at: even), at: even)
        guard let sparc = Smoothness.sparc(speed: speed, rate: 1 / step),
            let ldlj = Smoothness.ldlj(speed: speed, rate: 1 / step)
        else { return nil }
        self.sparc = sparc
        self.ldlj = ldlj
    }
}

/// Piecewise cubic interpolation of unevenly spaced samples, exact for quadratic functions.
struct CubicInterpolation {
    private let times: [Double]
    private let values: [Double]
    private let slopes: [Double]

    /// - Parameters:
    ///   - times: At least one, increasing.
    ///   - values: As many, all finite.
    init(times: [Double], values: [Double]) {
        self.times = times
        self.values = values
        slopes = ThreePointDerivative.slopes(of: values[...], at: times[...])
    }

    /// The values at `points`, which increase and lie between the first and last time.
    func values(at points: [Double]) -> [Double] {
        guard times.count > 1 else { return points.map { _ in values.first ?? .nan } }
        var index = 0
        return points.map { point in
            while index + 2 < times.count, times[index + 1] <= point { index += 1 }
            let step = times[index + 1] - times[index]
            let x = (point - times[index]) / step
            let rest = 1 - x
            // The Hermite basis.
            return values[index] * (1 + 2 * x) * rest * rest
                + values[index + 1] * (3 - 2 * x) * x * x
                + step * (slopes[index] * x * rest * rest - slopes[index + 1] * x * x * rest)
        }
    }
}

/// The derivative of the parabola through each sample and its neighbors.
enum ThreePointDerivative {
    /// The slopes at all samples of a run; 0 for a single sample. At the ends, that of the parabola through
    /// the first or last three samples.
    static func slopes(of values: ArraySlice<Double>, at times: ArraySlice<Double>) -> [Double] {
        let values = Array(values)
        let times = Array(times)
        let count = values.count
        guard count > 1 else { return values.map { _ in 0 } }
        let steps = zip(times.dropFirst(), times).map { $0 - $1 }
        let secants = zip(zip(values.dropFirst(), values).map { $0 - $1 }, steps).map { $0 / $1 }
        guard count > 2 else { return [secants[0], secants[0]] }
        var slopes = [secants[0]]
        for index in 1..<count - 1 {
            let before = steps[index - 1]
            let after = steps[index]
            slopes.append(
                (secants[index - 1] * after + secants[index] * before) / (before + after))
        }
        slopes[0] = 2 * secants[0] - slopes[1]
        slopes.append(2 * secants[count - 2] - slopes[count - 2])
        return slopes
    }
}

/// How far numbers are from those they should be, and where they are farthest.
package struct Difference: CustomStringConvertible {
    /// The largest absolute difference; infinite when a number is none, or the counts differ.
    package let maximum: Float
    /// Where it is.
    package let index: Int
    package let got: Float
    package let expected: Float
    /// The largest magnitude of the expected numbers.
    package let magnitude: Float

    package init(_ got: some Collection<Float>, from expected: some Collection<Float>) {
        var worst: (maximum: Float, index: Int, got: Float, expected: Float) = (0, 0, 0, 0)
        var magnitude: Float = 0
        for (index, (a, b)) in zip(got, expected).enumerated() {
            magnitude = max(magnitude, abs(b))
            let difference = a.isNaN || b.isNaN ? Float.infinity : a == b ? 0 : abs(a - b)
            if difference > worst.maximum { worst = (difference, index, a, b) }
        }
        if got.count != expected.count {
            worst = (.infinity, min(got.count, expected.count), .nan, .nan)
        }
        maximum = worst.maximum
        index = worst.index
        self.got = worst.got
        self.expected = worst.expected
        self.magnitude = magnitude
    }

    /// The largest difference as a part of the largest magnitude.
    package var relative: Float {
        maximum == 0 ? 0 : maximum / max(magnitude, .leastNormalMagnitude)
    }

    package var description: String {
        "off by \(maximum) (\(relative) of \(magnitude)) at \(index): \(got), not \(expected)"
    }
}

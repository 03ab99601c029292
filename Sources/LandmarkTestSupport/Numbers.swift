/// The SplitMix64 generator, which is seeded and gives the same numbers on every platform.
///
/// `Tests/LandmarkImagingTests/Fixtures/warp_references.py` has the equivalent in Python.
package struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number in 0..<1 with 24 bits, which `Float` represents exactly.
    package mutating func unit() -> Float { Float(next() >> 40) * 0x1p-24 }

    /// Returns a number in -1..<1.
    package mutating func signedUnit() -> Float { unit() * 2 - 1 }

    /// Returns a number in 0..<bound.
    package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

/// The largest difference between computed and expected numbers.
package struct Difference: CustomStringConvertible {
    /// The largest absolute difference; infinite if a number is NaN or the counts differ.
    package let maximum: Float
    /// The index of the largest difference.
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

    /// The largest difference relative to the largest magnitude.
    package var relative: Float {
        maximum == 0 ? 0 : maximum / max(magnitude, .leastNormalMagnitude)
    }

    package var description: String {
        "off by \(maximum) (\(relative) of \(magnitude)) at \(index): \(got), not \(expected)"
    }
}

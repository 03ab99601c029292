/// A seeded generator of 64-bit numbers that gives the same ones everywhere.
///
/// `Tools/reference/split_mix.py` is the same in Python.
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

    /// A number in 0..<1 with 24 bits: one that a `Float` holds exactly.
    package mutating func unit() -> Float { Float(next() >> 40) * 0x1p-24 }

    /// A number in -1..<1.
    package mutating func signedUnit() -> Float { unit() * 2 - 1 }

    /// A number in 0..<bound.
    package mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

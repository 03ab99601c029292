/// The instruction set that the compute kernels use.
///
/// `scalar` exists everywhere. The environment variable `LANDMARK_KERNELS` (`scalar`, `avx2`,
/// `avx512` or `neon`) overrides the choice made from the processor's features.
public enum InstructionSet: String, Sendable, Hashable, Codable, CaseIterable {
    /// Portable C, one value at a time.
    case scalar
    /// ARM Advanced SIMD.
    case neon
    /// x86-64 with AVX2, FMA and F16C.
    case avx2
    /// x86-64 with AVX-512 F, BW, DQ and VL.
    case avx512
}

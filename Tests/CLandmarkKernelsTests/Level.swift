import CLandmarkKernels
import Testing

/// The kernels of one instruction set that this machine runs.
struct Level: CustomTestStringConvertible, Sendable {
    let code: lk_level

    var table: lk_kernel_table { lk_kernels(code).pointee }
    var block: Int { Int(table.block) }

    var testDescription: String {
        ["scalar", "neon", "avx2", "avx512"][Int(code.rawValue)]
    }

    static let scalar = Level(code: LK_SCALAR)
    static let all = [LK_SCALAR, LK_NEON, LK_AVX2, LK_AVX512]
        .filter { lk_level_available($0) }.map { Level(code: $0) }
}

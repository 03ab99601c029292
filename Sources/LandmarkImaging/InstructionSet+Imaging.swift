import CLandmarkKernels
import LandmarkCore

extension InstructionSet {
    /// The level for this module's kernels: the one asked for, else `LANDMARK_KERNELS`, else best.
    static func imaging(_ requested: InstructionSet?) throws(ImagingError) -> lk_level {
        var level = requested
        if level == nil {
            do { level = try fromEnvironment() } catch { throw .environment(error) }
        }
        guard let level else { return lk_level_best() }
        guard lk_level_available(level.imagingCode) else { throw .instructionSetUnavailable(level) }
        return level.imagingCode
    }

    private var imagingCode: lk_level {
        switch self {
        case .scalar: LK_SCALAR
        case .neon: LK_NEON
        case .avx2: LK_AVX2
        case .avx512: LK_AVX512
        }
    }
}

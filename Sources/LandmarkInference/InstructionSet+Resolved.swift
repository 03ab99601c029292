internal import CLandmarkKernels
public import LandmarkCore

extension InstructionSet {
    /// The levels whose kernels run on this processor, slowest first.
    public static var available: [InstructionSet] {
        allCases.filter { lk_level_available($0.code) }
    }

    /// The level to use: the one asked for, else `LANDMARK_KERNELS`, else the fastest there is.
    public static func resolved(_ requested: InstructionSet?) throws(InferenceError)
        -> InstructionSet
    {
        var level = requested
        if level == nil {
            do {
                level = try fromEnvironment()
            } catch {
                throw .badEnvironment(error)
            }
        }
        guard let level else { return available.last ?? .scalar }
        guard lk_level_available(level.code) else {
            throw .instructionSetUnavailable(level, available: available)
        }
        return level
    }

    var code: lk_level {
        switch self {
        case .scalar: LK_SCALAR
        case .neon: LK_NEON
        case .avx2: LK_AVX2
        case .avx512: LK_AVX512
        }
    }
}

extension ComputeDevice {
    /// The device with its instruction set chosen: the one asked for, that of the environment, or
    /// the best available.
    ///
    /// - Throws: `InferenceError.environment` or `.instructionSetUnavailable`.
    package func resolved() throws(InferenceError) -> ComputeDevice {
        .cpu(try InstructionSet.resolved(instructionSet))
    }
}

import CLandmarkKernels
import LandmarkCore

extension InstructionSet {
    /// Returns the kernels to use: of `requested`, else of `LANDMARK_KERNELS`, else the fastest.
    ///
    /// - Throws: `ImagingError.environment` or `.instructionSetUnavailable`.
    static func imaging(
        _ requested: InstructionSet?
    ) throws(ImagingError) -> UnsafePointer<lk_kernel_table> {
        let set: InstructionSet
        do {
            set = try choice(requested, of: allCases.filter { lk_kernels($0.rawValue) != nil })
        } catch {
            throw .environment(error)
        }
        guard let kernels = lk_kernels(set.rawValue) else { throw .instructionSetUnavailable(set) }
        return kernels
    }
}

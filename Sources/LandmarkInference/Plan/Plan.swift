internal import CLandmarkKernels

/// Steps that can be run again and again without allocating, and the memory they work in.
struct Plan {
    let steps: [lk_step]
    /// What each step is.
    let names: [String]
    /// The products that each step adds.
    let multiplyAdds: [Int]
    let memory: PlanMemory
    /// Kept alive for the steps that point into them.
    let weights: [AlignedMemory]
    let inputs: [InputImage?]
    /// The buffer of each wanted output, by its position in the model.
    let outputs: [Int: Int]
}

internal import CLandmarkKernels

/// An operator with its buffers chosen but not yet placed.
struct PlannedStep {
    /// What it is, for profiles: the operator and its output's shape.
    var name: String
    var reads: [Int]
    var writes: [Int]
    /// Products that the model asks to be added, without what only fills up blocks.
    var multiplyAdds = 0
    /// Makes the operator once every buffer has its address.
    var make: (PlanMemory) -> lk_step
}

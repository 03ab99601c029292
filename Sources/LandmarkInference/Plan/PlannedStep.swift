internal import CLandmarkKernels

/// An operator with its buffers chosen but not yet placed.
struct PlannedStep {
    /// What it is, for profiles: the operator and its output's shape.
    var name: String
    var reads: [Int]
    var writes: [Int]
    /// Makes the operator once every buffer has its address.
    var make: (PlanMemory) -> lk_step
}

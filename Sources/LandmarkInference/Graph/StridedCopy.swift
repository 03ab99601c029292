/// A copy between two row-major tensors, each walked with its own steps.
struct StridedCopy {
    /// Which of the node's inputs is read.
    var input: Int
    var shape: [Int]
    var inputOffset: Int
    var inputSteps: [Int]
    var outputOffset: Int
    var outputSteps: [Int]

    /// The steps of a row-major tensor of that shape.
    static func steps(of shape: [Int]) -> [Int] {
        var steps = Array(repeating: 1, count: shape.count)
        for d in shape.indices.dropLast().reversed() { steps[d] = steps[d + 1] * shape[d + 1] }
        return steps
    }
}

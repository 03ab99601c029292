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

    /// A whole tensor set into a larger one, `corner` being where its first value goes.
    static func inset(_ shape: [Int], into larger: [Int], at corner: [Int]) -> StridedCopy {
        let outputSteps = steps(of: larger)
        return StridedCopy(
            input: 0, shape: shape, inputOffset: 0, inputSteps: steps(of: shape),
            outputOffset: zip(corner, outputSteps).reduce(0) { $0 + $1.0 * $1.1 },
            outputSteps: outputSteps)
    }

    /// The same copy with dimensions merged that both sides walk in one go: rows become as long
    /// as they can be.
    var merged: StridedCopy {
        var merged = self
        merged.shape = []
        merged.inputSteps = []
        merged.outputSteps = []
        for d in shape.indices where shape[d] != 1 {
            if let last = merged.shape.indices.last,
                merged.inputSteps[last] == inputSteps[d] * shape[d],
                merged.outputSteps[last] == outputSteps[d] * shape[d]
            {
                merged.shape[last] *= shape[d]
                merged.inputSteps[last] = inputSteps[d]
                merged.outputSteps[last] = outputSteps[d]
            } else {
                merged.shape.append(shape[d])
                merged.inputSteps.append(inputSteps[d])
                merged.outputSteps.append(outputSteps[d])
            }
        }
        return merged
    }
}

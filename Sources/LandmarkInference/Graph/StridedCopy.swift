extension NetworkGraph {
    /// A copy between two row-major tensors, each traversed with its own steps.
    package struct StridedCopy: Sendable {
        /// The index of the source among the node's inputs.
        package var input: Int
        package var shape: [Int]
        package var inputOffset: Int
        package var inputSteps: [Int]
        package var outputOffset: Int
        package var outputSteps: [Int]

        /// Returns the steps of a row-major tensor of this shape.
        package static func steps(of shape: [Int]) -> [Int] {
            var steps = Array(repeating: 1, count: shape.count)
            for d in shape.indices.dropLast().reversed() { steps[d] = steps[d + 1] * shape[d + 1] }
            return steps
        }

        /// Returns the copy of a whole tensor into a larger one, where `corner` is the place of its
        /// first value.
        static func inset(_ shape: [Int], into larger: [Int], at corner: [Int]) -> StridedCopy {
            let outputSteps = steps(of: larger)
            return StridedCopy(
                input: 0, shape: shape, inputOffset: 0, inputSteps: steps(of: shape),
                outputOffset: zip(corner, outputSteps).reduce(0) { $0 + $1.0 * $1.1 },
                outputSteps: outputSteps)
        }

        /// The same copy with rows as long as possible: dimensions that both sides traverse
        /// contiguously are merged.
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
}

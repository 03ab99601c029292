/// Proves that the operators can run in the order they stand in.
struct OrderCheck {
    let file: String
    let tensors: [Tensor]
    let operators: [Operator]

    func check(inputs: [Int], outputs: [Int]) throws(ModelFileError) {
        var isWritten = tensors.map { $0.isConstant || $0.isVariable }
        for tensor in inputs {
            try require(tensor)
            isWritten[tensor] = true
        }
        for step in operators {
            for case .some(let tensor) in step.inputs where !isWritten[tensor] {
                throw unwritten(step.index, tensor)
            }
            for tensor in step.outputs {
                guard !isWritten[tensor] else {
                    throw .model(
                        file: file,
                        fault: .written(
                            operator: step.index, tensor: tensor, name: tensors[tensor].name))
                }
                isWritten[tensor] = true
            }
        }
        for tensor in outputs {
            try require(tensor)
            guard isWritten[tensor] else { throw unwritten(nil, tensor) }
        }
    }

    private func require(_ tensor: Int) throws(ModelFileError) {
        guard tensors.indices.contains(tensor) else {
            throw .model(
                file: file,
                fault: .tensorIndex(operator: nil, index: tensor, tensors: tensors.count))
        }
    }

    private func unwritten(_ step: Int?, _ tensor: Int) -> ModelFileError {
        .model(
            file: file,
            fault: .unwritten(operator: step, tensor: tensor, name: tensors[tensor].name))
    }
}

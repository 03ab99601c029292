extension NetworkGraph {
    /// Fuses the ten nodes that express a layer normalization in models, x·f + (−mean)·f with f =
    /// factor/√(variance + epsilon), and a transpose that follows it.
    mutating func fuseLayerNorms(for traits: BackendTraits) {
        let producers = producers()
        let readers = readerCounts()
        for index in nodes.indices {
            guard let match = layerNorm(at: index, producers, readers),
                traits.fusesLayerNorm(channels: values[match.input].channels)
            else { continue }
            nodes[index] = Node(
                operation: .layerNorm(
                    factors: match.factors, epsilon: match.epsilon, transposed: false),
                inputs: [match.input], output: nodes[index].output)
            transpose(index, readers)
        }
        prune()
    }

    private struct Match {
        var input: Int
        var factors: Int
        var epsilon: Int
    }

    /// Returns the layer normalization that ends with the node at `index`, if nothing else reads its
    /// intermediate values.
    private func layerNorm(
        at index: Int, _ producers: [Int?], _ readers: [Int]
    ) -> Match? {
        func operands(
            _ value: Int, _ function: BinaryFunction, readBy count: Int = 1
        ) -> [Int]? {
            guard readers[value] == count, let producer = producers[value],
                case .binary(function, activation: nil) = nodes[producer].operation
            else { return nil }
            return nodes[producer].inputs
        }
        func operand(_ value: Int, _ function: UnaryFunction) -> Int? {
            guard readers[value] == 1, let producer = producers[value],
                case .unary(function) = nodes[producer].operation
            else { return nil }
            return nodes[producer].inputs[0]
        }
        func meanOf(_ value: Int, readBy count: Int) -> Int? {
            guard readers[value] == count, let producer = producers[value],
                case .reduce(let axes, mean: true) = nodes[producer].operation
            else { return nil }
            let source = nodes[producer].inputs[0]
            let shape = values[source].shape
            // A mean over any other dimension would broadcast along that one.
            guard axes == [shape.count - 1],
                values[value].shape == Array(shape.dropLast()) + [1]
            else { return nil }
            return source
        }
        guard case .binary(.add, activation: nil) = nodes[index].operation,
            let first = operands(nodes[index].inputs[0], .multiply),
            let second = operands(nodes[index].inputs[1], .multiply),
            first[1] == second[1],
            let mean = operand(second[0], .negate),
            meanOf(mean, readBy: 2) == first[0],
            let factor = operands(first[1], .multiply, readBy: 2),
            let root = operand(factor[0], .reciprocalSquareRoot),
            let sum = operands(root, .add),
            let squares = meanOf(sum[0], readBy: 1),
            operands(squares, .squaredDifference) == [first[0], mean],
            isConstant(factor[1], count: values[first[0]].channels),
            values[factor[1]].shape.last == values[first[0]].channels,
            isConstant(sum[1], count: 1),
            values[first[0]].shape == values[nodes[index].output].shape
        else { return nil }
        return Match(input: first[0], factors: factor[1], epsilon: sum[1])
    }

    private func isConstant(_ value: Int, count: Int) -> Bool {
        values[value].constant != nil && values[value].count == count
    }

    /// Fuses a transpose of rows and channels into the layer normalization at `index`, if it is the
    /// only reader.
    private mutating func transpose(_ index: Int, _ readers: [Int]) {
        let value = values[nodes[index].output]
        guard case .layerNorm(let factors, let epsilon, _) = nodes[index].operation,
            readers[nodes[index].output] == 1, value.isImage, value.height == 1,
            let reader = nodes.firstIndex(where: { $0.inputs == [nodes[index].output] }),
            case .copies(let copies, fill: nil) = nodes[reader].operation, copies.count == 1,
            values[nodes[reader].output].shape == [1, 1, value.channels, value.width],
            copies[0].shape == [1, 1, value.channels, value.width],
            copies[0].inputOffset == 0, copies[0].outputOffset == 0,
            copies[0].inputSteps.suffix(2) == [1, value.channels],
            copies[0].outputSteps.suffix(2) == [value.width, 1]
        else { return }
        let output = nodes[reader].output
        nodes[reader] = Node(
            operation: .layerNorm(factors: factors, epsilon: epsilon, transposed: true),
            inputs: nodes[index].inputs, output: output)
    }
}

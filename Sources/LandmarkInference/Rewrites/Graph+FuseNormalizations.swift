internal import CLandmarkKernels

extension Graph {
    /// Makes one node of the ten by which models spell a normalization of rows,
    /// x·f + (−mean)·f with f = factor/√(variance + epsilon), and of a transposition behind it.
    mutating func fuseNormalizations() {
        let producers = producers()
        let readers = readerCounts()
        for index in nodes.indices {
            guard let match = normalization(at: index, producers, readers) else { continue }
            nodes[index] = Node(
                operation: .normalize(
                    factors: match.factors, epsilon: match.epsilon, turned: false),
                inputs: [match.input], output: nodes[index].output)
            turn(index, readers)
        }
        prune()
    }

    private struct Match {
        var input: Int
        var factors: Int
        var epsilon: Int
    }

    /// The normalization that ends with the node at `index`, if nobody else reads its steps.
    private func normalization(
        at index: Int, _ producers: [Int?], _ readers: [Int]
    ) -> Match? {
        func operands(_ value: Int, _ operation: lk_binary, readBy count: Int = 1) -> [Int]? {
            guard readers[value] == count, let producer = producers[value],
                case .binary(operation, activation: LK_UNARY_COPY) = nodes[producer].operation
            else { return nil }
            return nodes[producer].inputs
        }
        func operand(_ value: Int, _ operation: lk_unary) -> Int? {
            guard readers[value] == 1, let producer = producers[value],
                case .unary(operation, parameter: _) = nodes[producer].operation
            else { return nil }
            return nodes[producer].inputs[0]
        }
        func meanOf(_ value: Int, readBy count: Int) -> Int? {
            guard readers[value] == count, let producer = producers[value],
                case .reduce(let axes, mean: true) = nodes[producer].operation
            else { return nil }
            let source = nodes[producer].inputs[0]
            let shape = values[source].shape
            // Without its last dimension a mean would be read along another one.
            guard axes == [shape.count - 1],
                values[value].shape == Array(shape.dropLast()) + [1]
            else { return nil }
            return source
        }
        guard case .binary(LK_BINARY_ADD, activation: LK_UNARY_COPY) = nodes[index].operation,
            let first = operands(nodes[index].inputs[0], LK_BINARY_MUL),
            let second = operands(nodes[index].inputs[1], LK_BINARY_MUL),
            first[1] == second[1],
            let mean = operand(second[0], LK_UNARY_NEG),
            meanOf(mean, readBy: 2) == first[0],
            let factor = operands(first[1], LK_BINARY_MUL, readBy: 2),
            let root = operand(factor[0], LK_UNARY_RSQRT),
            let sum = operands(root, LK_BINARY_ADD),
            let squares = meanOf(sum[0], readBy: 1),
            operands(squares, LK_BINARY_SQUARED_DIFFERENCE) == [first[0], mean],
            isConstant(factor[1], count: values[first[0]].channels),
            values[factor[1]].shape.last == values[first[0]].channels,
            isConstant(sum[1], count: 1),
            values[first[0]].shape == values[nodes[index].output].shape,
            values[first[0]].channels % 16 == 0,
            values[first[0]].channels <= Int(LK_NORMALIZE_CHANNELS)
        else { return nil }
        return Match(input: first[0], factors: factor[1], epsilon: sum[1])
    }

    private func isConstant(_ value: Int, count: Int) -> Bool {
        values[value].constant != nil && values[value].count == count
    }

    /// Lets the normalization at `index` write its rows as channels, where that is all its output
    /// is read for.
    private mutating func turn(_ index: Int, _ readers: [Int]) {
        let value = values[nodes[index].output]
        guard case .normalize(let factors, let epsilon, _) = nodes[index].operation,
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
            operation: .normalize(factors: factors, epsilon: epsilon, turned: true),
            inputs: nodes[index].inputs, output: output)
    }
}

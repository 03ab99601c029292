extension NetworkGraph {
    /// Fuses additions and activations into the operations that they follow.
    ///
    /// The fused node takes the place of the last of them, since its residual may be computed late.
    mutating func fuseEpilogues() {
        skipChannelPads()
        while fuseOne() {}
        prune()
    }

    /// Makes additions read the input of a channel pad: they treat missing channels as zero.
    private mutating func skipChannelPads() {
        let producers = producers()
        func unpadded(_ value: Int) -> Int {
            guard let producer = producers[value],
                case .padChannels = nodes[producer].operation
            else { return value }
            return nodes[producer].inputs[0]
        }
        for index in nodes.indices {
            guard case .identity = nodes[index].operation else { continue }
            if let residual = nodes[index].epilogue.residual {
                nodes[index].epilogue.residual = unpadded(residual)
                nodes[index].inputs[0] = unpadded(nodes[index].inputs[0])
            }
        }
    }

    /// Fuses one addition or activation. Returns false when there is nothing left to fuse.
    private mutating func fuseOne() -> Bool {
        let readers = readerCounts()
        let producers = producers()
        for index in nodes.indices {
            guard case .identity = nodes[index].operation else { continue }
            for (value, other) in operands(of: nodes[index], producers) {
                guard readers[value] == 1, let producer = producers[value],
                    let fused = fuse(nodes[index], adding: other, into: nodes[producer])
                else { continue }
                nodes[index] = fused
                nodes.remove(at: producer)
                return true
            }
        }
        return false
    }

    /// Returns the operands into which an addition may be fused, best first: an upsampling, then a
    /// convolution. An activation without an addition has one operand.
    private func operands(
        of node: Node, _ producers: [Int?]
    ) -> [(value: Int, other: Int?)] {
        guard let residual = node.epilogue.residual else { return [(node.inputs[0], nil)] }
        let both: [(value: Int, other: Int)] = [
            (residual, node.inputs[0]), (node.inputs[0], residual),
        ]
        func rank(_ value: Int) -> Int {
            guard let producer = producers[value] else { return 2 }
            if case .resize = nodes[producer].operation { return 0 }
            if case .convolution = nodes[producer].operation { return 1 }
            return 2
        }
        return both.sorted { rank($0.value) < rank($1.value) }.map { ($0.value, $0.other) }
    }

    /// Returns `producer` with the epilogue of `node` fused into its own, or nil when they do not
    /// combine.
    private func fuse(_ node: Node, adding other: Int?, into producer: Node) -> Node? {
        guard producer.operation.takesEpilogue,
            values[producer.output].shape == values[node.output].shape
        else { return nil }
        var fused = producer
        fused.output = node.output
        let activation = producer.epilogue.activation
        if let other {
            guard producer.epilogue.residual == nil, other != producer.output,
                activation == .none || node.epilogue.activation == .none
            else { return nil }
            fused.epilogue.residual = other
            fused.epilogue.residualLast = activation != .none
            if activation == .none { fused.epilogue.activation = node.epilogue.activation }
            return fused
        }
        guard activation == .none,
            producer.epilogue.residual == nil || !producer.epilogue.residualLast
        else { return nil }
        fused.epilogue.activation = node.epilogue.activation
        return fused
    }
}

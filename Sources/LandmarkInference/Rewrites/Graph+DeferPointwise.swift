extension Graph {
    /// Takes the pointwise convolutions that end in outputs at `positions` out of the nodes, where
    /// nobody else reads what they make: their products are left to whoever reads the outputs.
    mutating func deferPointwise(to positions: Set<Int>) {
        let readers = readerCounts()
        let producers = producers()
        for index in outputs.indices where positions.contains(outputs[index].position) {
            let value = outputs[index].value
            guard readers[value] == 1, let producer = producers[value],
                isDeferrable(nodes[producer])
            else { continue }
            outputs[index].value = nodes[producer].inputs[0]
            outputs[index].deferred = nodes[producer]
        }
        prune()
    }

    /// Whether a node makes each pixel of an image of that pixel of its input alone.
    private func isDeferrable(_ node: Node) -> Bool {
        guard case .convolution(let window, _, _) = node.operation, window.isPointwise,
            node.epilogue.residual == nil
        else { return false }
        let source = values[node.inputs[0]]
        let value = values[node.output]
        return source.isImage && value.isImage && source.height == value.height
            && source.width == value.width
    }
}

extension NetworkGraph {
    /// Removes the pointwise convolutions that end in the outputs at `positions`, where nothing
    /// else reads their result: backends compute them only for the window that is read, not in each
    /// run.
    ///
    /// The pose heatmap is an example: 64×64 cells for each of 39 landmarks, of which at most 7×7
    /// cells around each landmark are read.
    mutating func deferLazyOutputs(at positions: Set<Int>) {
        let readers = readerCounts()
        let producers = producers()
        for index in outputs.indices where positions.contains(outputs[index].position) {
            let value = outputs[index].value
            guard readers[value] == 1, let producer = producers[value],
                isDeferrable(nodes[producer])
            else { continue }
            outputs[index].value = nodes[producer].inputs[0]
            outputs[index].lazyConvolution = nodes[producer]
        }
        prune()
    }

    /// Returns whether a node computes each pixel of an image from that pixel of its input alone.
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

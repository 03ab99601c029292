extension Graph {
    /// Runs pointwise convolutions before the enlargement they follow, on a quarter of the pixels.
    ///
    /// A bilinear resize mixes pixels with weights that sum to one, and a pointwise convolution
    /// mixes channels: the two commute, bias included. The activation stays last.
    mutating func swapResizes() {
        let readers = readerCounts()
        for index in nodes.indices {
            guard case .resize = nodes[index].operation, readers[nodes[index].output] == 1,
                let next = nodes.firstIndex(where: { $0.inputs == [nodes[index].output] }),
                case .convolution(let window, _, _) = nodes[next].operation, window.isPointwise,
                nodes[next].epilogue.residual == nil, grows(nodes[index])
            else { continue }
            swap(resize: index, convolution: next)
        }
    }

    private func grows(_ resize: Node) -> Bool {
        values[resize.output].pixels > values[resize.inputs[0]].pixels
    }

    private mutating func swap(resize: Int, convolution: Int) {
        var first = nodes[convolution]
        var second = nodes[resize]
        let source = values[second.inputs[0]]
        var small = values[first.output]
        small.shape = [1, source.height, source.width, small.channels]
        let between = add(small)
        second.epilogue = first.epilogue
        second.output = first.output
        first.epilogue = Epilogue()
        first.inputs = second.inputs
        first.output = between
        second.inputs = [between]
        nodes[resize] = first
        nodes[convolution] = second
    }
}

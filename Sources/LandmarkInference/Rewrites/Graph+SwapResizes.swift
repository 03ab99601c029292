extension Graph {
    /// Runs pointwise convolutions before the enlargement they follow, on a quarter of the pixels.
    ///
    /// A bilinear resize mixes pixels with weights that sum to one, and a pointwise convolution
    /// mixes channels: the two commute, bias included. The activation stays last, so that an
    /// enlargement that has got one stays where it is.
    mutating func swapResizes() {
        let readers = readerCounts()
        for index in nodes.indices {
            guard case .resize = nodes[index].operation, nodes[index].epilogue.isEmpty,
                readers[nodes[index].output] == 1,
                let next = nodes.firstIndex(where: { $0.inputs == [nodes[index].output] }),
                case .convolution(let window, _, _) = nodes[next].operation, window.isPointwise,
                nodes[next].epilogue.residual == nil, grows(nodes[index]),
                haveSameSize(nodes[index].output, nodes[next].output)
            else { continue }
            swap(resize: index, convolution: next)
        }
    }

    private func grows(_ resize: Node) -> Bool {
        values[resize.output].pixels > values[resize.inputs[0]].pixels
    }

    /// Whether both are images of one size: a fully connected layer may make a matrix.
    private func haveSameSize(_ a: Int, _ b: Int) -> Bool {
        values[a].isImage && values[b].isImage && values[a].height == values[b].height
            && values[a].width == values[b].width
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

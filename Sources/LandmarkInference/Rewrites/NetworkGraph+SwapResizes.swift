extension NetworkGraph {
    /// Moves pointwise convolutions before the upsampling that they follow, which leaves a quarter
    /// of the pixels when it doubles the size.
    ///
    /// A bilinear resize mixes pixels with weights that sum to one, and a pointwise convolution
    /// mixes channels, so the two commute, including the bias. The activation must stay last: an
    /// upsampling that has one stays in place.
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

    /// Returns whether both are images of the same size: a fully connected layer may compute a
    /// matrix.
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

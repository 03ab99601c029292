extension NetworkGraph {
    /// Drops channels between a pointwise convolution and the following depthwise one that do not
    /// affect any result: those that are zero everywhere, and those for which no reader has a
    /// weight. Training produces such channels: half of those in the last blocks of the hand
    /// landmark model.
    ///
    /// Only products with zero are removed, so sums stay identical to the bit. Fewer than `fewest`
    /// dead channels are left in place.
    ///
    /// - Throws: `InferenceError.modelFile`, `.mismatch` or `.tooLarge` when constants cannot be read.
    mutating func dropDeadChannels(
        _ constants: ConstantReader, atLeast fewest: Int
    ) throws(InferenceError) {
        for index in nodes.indices {
            guard let bottleneck = bottleneck(around: index) else { continue }
            let live = try liveChannels(of: bottleneck, constants)
            guard !live.isEmpty, live.count <= values[nodes[index].output].channels - fewest
            else { continue }
            narrow(bottleneck, to: live)
        }
    }

    /// Nodes that share channels that no other node reads.
    private struct Bottleneck {
        var expansion: Convolution
        var depthwise: Convolution
        /// A spatial mean between the depthwise convolution and its readers.
        var mean: Int?
        var readers: [Convolution]
    }

    /// A node that is a convolution or depthwise convolution.
    private struct Convolution {
        var node: Int
        var window: Window
        var weights: Int
        var bias: Int?
    }

    /// Returns the bottleneck whose depthwise convolution is the node at `index`, or nil.
    private func bottleneck(around index: Int) -> Bottleneck? {
        guard case .depthwise(let window, let weights, let bias) = nodes[index].operation,
            nodes[index].epilogue.residual == nil,
            let first = producers()[nodes[index].inputs[0]],
            let expansion = convolution(first), expansion.window.isPointwise,
            nodes[first].epilogue.residual == nil,
            readers(of: nodes[first].output) == [index],
            let directReaders = readers(of: nodes[index].output)
        else { return nil }
        var mean: Int?
        var readers = directReaders
        if let only = directReaders.first, case .spatialMean = nodes[only].operation {
            guard directReaders.count == 1, let next = self.readers(of: nodes[only].output)
            else { return nil }
            mean = only
            readers = next
        }
        let convolutions = readers.compactMap(convolution)
        guard convolutions.count == readers.count else { return nil }
        return Bottleneck(
            expansion: expansion,
            depthwise: Convolution(node: index, window: window, weights: weights, bias: bias),
            mean: mean, readers: convolutions)
    }

    private func convolution(_ node: Int) -> Convolution? {
        guard case .convolution(let window, let weights, let bias) = nodes[node].operation
        else { return nil }
        return Convolution(node: node, window: window, weights: weights, bias: bias)
    }

    /// Returns the nodes that have a value as their only input; nil when it is read in other ways too.
    private func readers(of value: Int) -> [Int]? {
        guard !outputs.contains(where: { $0.value == value }) else { return nil }
        let readers = nodes.indices.filter { nodes[$0].reads.contains(value) }
        let isInput = readers.allSatisfy { reader in
            nodes[reader].inputs == [value] && nodes[reader].epilogue.residual != value
        }
        return isInput ? readers : nil
    }

    /// Returns the channels that can affect a result, in ascending order.
    private func liveChannels(
        of bottleneck: Bottleneck, _ constants: ConstantReader
    ) throws(InferenceError) -> [Int] {
        let expansion = bottleneck.expansion, depthwise = bottleneck.depthwise
        let channels = values[nodes[depthwise.node].output].channels
        var isRead = Array(repeating: false, count: channels)
        for reader in bottleneck.readers {
            let nonzero = try constants.nonzeroColumns(values[reader.weights])
            for channel in isRead.indices where nonzero[channel] { isRead[channel] = true }
        }
        let hasInput = try constants.nonzeroRows(values[expansion.weights])
        let hasTaps = try constants.nonzeroColumns(values[depthwise.weights])
        let expansionRest = try restsAtZero(expansion, constants)
        let depthwiseRest = try restsAtZero(depthwise, constants)
        return isRead.indices.filter { channel in
            let isFed = hasTaps[channel] && (hasInput[channel] || !expansionRest[channel])
            return isRead[channel] && (isFed || !depthwiseRest[channel])
        }
    }

    /// Returns, for each channel of a convolution, whether it is zero when no product is added to
    /// its bias.
    private func restsAtZero(
        _ convolution: Convolution, _ constants: ConstantReader
    ) throws(InferenceError) -> [Bool] {
        let node = nodes[convolution.node]
        guard let bias = convolution.bias, let constant = values[bias].constant else {
            return Array(repeating: true, count: values[node.output].channels)
        }
        return try constants.floats(of: constant).map(node.epilogue.activation.makesZero)
    }

    /// Removes all channels except `live` between the nodes of a bottleneck.
    private mutating func narrow(_ bottleneck: Bottleneck, to live: [Int]) {
        let expansion = bottleneck.expansion, depthwise = bottleneck.depthwise
        nodes[expansion.node].operation = .convolution(
            expansion.window, weights: keep(rows: live, of: expansion.weights),
            bias: expansion.bias.map { keep(columns: live, of: flat($0)) })
        nodes[depthwise.node].operation = .depthwise(
            depthwise.window, weights: keep(columns: live, of: depthwise.weights),
            bias: depthwise.bias.map { keep(columns: live, of: flat($0)) })
        for reader in bottleneck.readers {
            nodes[reader.node].operation = .convolution(
                reader.window, weights: keep(columns: live, of: reader.weights),
                bias: reader.bias)
        }
        for node in [expansion.node, depthwise.node] {
            guard case .prelu(let slopes) = nodes[node].epilogue.activation else { continue }
            nodes[node].epilogue.activation = .prelu(slopes: keep(columns: live, of: slopes))
        }
        for node in [expansion.node, depthwise.node, bottleneck.mean].compactMap({ $0 }) {
            let output = nodes[node].output
            values[output].shape[values[output].shape.count - 1] = live.count
        }
    }

    /// Returns the same constant as a vector: a bias may have any shape with that many numbers.
    private mutating func flat(_ value: Int) -> Int {
        guard values[value].shape.count != 1 else { return value }
        var flat = values[value]
        flat.shape = [flat.count]
        return add(flat)
    }

    /// Adds a constant with some of the rows or columns of another one.
    private mutating func keep(
        rows: [Int]? = nil, columns: [Int]? = nil, of value: Int
    ) -> Int {
        var kept = values[value]
        let part =
            kept.constant?.part
            ?? Constant.Part(
                wholeColumns: kept.channels, rows: Array(0..<kept.pixels),
                columns: Array(0..<kept.channels))
        if let rows { kept.shape[0] = rows.count }
        if let columns { kept.shape[kept.shape.count - 1] = columns.count }
        kept.constant?.part = Constant.Part(
            wholeColumns: part.wholeColumns,
            rows: rows.map { $0.map { part.rows[$0] } } ?? part.rows,
            columns: columns.map { $0.map { part.columns[$0] } } ?? part.columns)
        return add(kept)
    }
}

extension NetworkGraph.Epilogue.Activation {
    /// Returns whether the activation maps `x` to zero, of either sign.
    fileprivate func makesZero(of x: Float) -> Bool {
        switch self {
        case .none, .prelu: x == 0
        case .relu, .relu6: x <= 0
        case .hardSwish: x == 0 || x <= -3
        }
    }
}

extension Graph {
    /// Drops the channels between a pointwise convolution and the depthwise one behind it that
    /// change no result: those that are zero everywhere, and those that nobody has a weight for.
    /// Training leaves whole channels so; half of those in the hand's last blocks.
    ///
    /// Only products with zero go, so that sums stay the same to the bit.
    mutating func dropDeadChannels(_ constants: ConstantReader) throws(InferenceError) {
        for index in nodes.indices {
            guard let bottleneck = bottleneck(around: index) else { continue }
            let live = try liveChannels(of: bottleneck, constants)
            // Kernels work on whole blocks, of eight channels or more: fewer would save nothing.
            guard !live.isEmpty, live.count <= values[nodes[index].output].channels - 8
            else { continue }
            narrow(bottleneck, to: live)
        }
    }

    /// Nodes that share channels which nobody else sees.
    private struct Bottleneck {
        var expansion: Convolution
        var depthwise: Convolution
        /// A spatial mean between the depthwise convolution and its readers.
        var mean: Int?
        var readers: [Convolution]
    }

    /// A node that is a convolution, of either kind.
    private struct Convolution {
        var node: Int
        var window: Window
        var weights: Int
        var bias: Int?
    }

    /// The bottleneck whose depthwise convolution is the node at `index`.
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
            guard directReaders.count == 1, let behind = self.readers(of: nodes[only].output)
            else { return nil }
            mean = only
            readers = behind
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

    /// The nodes that take a value as their only input; nil when it is read in other ways as well.
    private func readers(of value: Int) -> [Int]? {
        guard !outputs.contains(where: { $0.value == value }) else { return nil }
        let readers = nodes.indices.filter { nodes[$0].reads.contains(value) }
        let isInput = readers.allSatisfy { reader in
            nodes[reader].inputs == [value] && nodes[reader].epilogue.residual != value
        }
        return isInput ? readers : nil
    }

    private func liveChannels(
        of bottleneck: Bottleneck, _ constants: ConstantReader
    ) throws(InferenceError) -> [Int] {
        let expansion = bottleneck.expansion, depthwise = bottleneck.depthwise
        let channels = values[nodes[depthwise.node].output].channels
        var isRead = Array(repeating: false, count: channels)
        for reader in bottleneck.readers {
            let filled = try constants.filledColumns(values[reader.weights])
            for channel in isRead.indices where filled[channel] { isRead[channel] = true }
        }
        let hasInput = try constants.filledRows(values[expansion.weights])
        let hasTaps = try constants.filledColumns(values[depthwise.weights])
        let entering = try zeroStarts(of: expansion, constants)
        let leaving = try zeroStarts(of: depthwise, constants)
        return isRead.indices.filter { channel in
            let isFed = hasTaps[channel] && (hasInput[channel] || !entering[channel])
            return isRead[channel] && (isFed || !leaving[channel])
        }
    }

    /// For each channel of a convolution whether it is zero where no product adds to its bias.
    private func zeroStarts(
        of convolution: Convolution, _ constants: ConstantReader
    ) throws(InferenceError) -> [Bool] {
        let node = nodes[convolution.node]
        guard let bias = convolution.bias, let constant = values[bias].constant else {
            return Array(repeating: true, count: values[node.output].channels)
        }
        return try constants.floats(of: constant).map(node.epilogue.activation.makesZero)
    }

    /// Leaves only the channels `live` between the nodes of a bottleneck.
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

    /// The same constant as a vector: a bias may have any shape of as many numbers.
    private mutating func flat(_ value: Int) -> Int {
        guard values[value].shape.count != 1 else { return value }
        var flat = values[value]
        flat.shape = [flat.count]
        return add(flat)
    }

    /// A constant with some of the rows or columns of another one.
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

extension Epilogue.Activation {
    /// Whether it makes zero, of either sign, of `x`.
    fileprivate func makesZero(of x: Float) -> Bool {
        switch self {
        case .none, .prelu: x == 0
        case .relu, .relu6: x <= 0
        case .hardSwish: x == 0 || x <= -3
        }
    }
}

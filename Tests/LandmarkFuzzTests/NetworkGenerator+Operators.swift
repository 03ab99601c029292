import LandmarkTestSupport

/// Operators that compute.
extension NetworkGenerator {
    mutating func addOperator() {
        let source = value()
        switch choices.below(23) {
        case 0, 1, 2: addConvolution(source, depthwise: false)
        case 3: addConvolution(source, depthwise: true)
        case 4: addFullyConnected(source)
        case 5: addPool(source)
        case 6, 7: addElementwise(source)
        case 8: addBinary(source)
        case 9: addResize(source)
        case 10: addPad(source)
        case 11: addReshape(source)
        case 12: addTranspose(source)
        case 13: addSlice(source)
        case 14: addConcatenation(source)
        case 15: addReduction(source)
        case 16: addSplit(source)
        case 17: addDepthToSpace(source)
        case 18: addLayerNorm(source)
        case 19: addCustom(source)
        case 20: addBottleneck(source)
        case 21: addWarp(source)
        default: addAny(source)
        }
    }

    func windows(_ size: Int, _ kernel: Int, _ stride: Int, _ dilation: Int, same: Bool)
        -> Int
    {
        same ? (size + stride - 1) / stride : (size - (kernel - 1) * dilation - 1) / stride + 1
    }

    mutating func addConvolution(
        _ source: (tensor: Int, shape: [Int]), depthwise: Bool
    ) {
        guard source.shape.count == 4 else { return addElementwise(source) }
        let kernel = choices.pick([1, 1, 3, 3, 5, 2]), stride = 1 + choices.below(2)
        let dilation = choices.once(in: 8) ? 2 : 1, same = !choices.once(in: 4)
        let channels = depthwise ? source.shape[3] : choices.pick([1, 3, 8, 16, 24, 32])
        let weights =
            depthwise
            ? [1, kernel, kernel, channels] : [channels, kernel, kernel, source.shape[3]]
        let shape = [
            1, windows(source.shape[1], kernel, stride, dilation, same: same),
            windows(source.shape[2], kernel, stride, dilation, same: same), channels,
        ]
        guard shape.allSatisfy({ $0 > 0 }) else { return addElementwise(source) }
        var inputs = [source.tensor, constant(weights)]
        if choices.once(in: 2) { inputs.append(constant([channels])) }
        let activation = FlatField.byte(choices.below(4))
        var slots: [Int: FlatField] = [
            0: .byte(same ? 0 : 1), 1: .int(odd(stride)), 2: .int(odd(stride)),
        ]
        let rest: [Int: FlatField] =
            depthwise
            ? [3: .int(1), 4: activation, 5: .int(odd(dilation)), 6: .int(odd(dilation))]
            : [3: activation, 4: .int(odd(dilation)), 5: .int(odd(dilation))]
        slots.merge(rest) { $1 }
        step(depthwise ? 4 : 3, inputs, shape, options: (depthwise ? 2 : 1, slots))
    }

    mutating func addFullyConnected(_ source: (tensor: Int, shape: [Int])) {
        let count = source.shape.reduce(1, *), outputs = choices.pick([1, 2, 8, 63])
        guard count > 0, count <= 4096 || kind == .extreme else { return addElementwise(source) }
        var inputs = [source.tensor, constant([outputs, count])]
        if choices.once(in: 2) { inputs.append(constant([outputs])) }
        step(9, inputs, [1, outputs], options: (8, [0: .byte(choices.below(4))]))
    }

    mutating func addPool(_ source: (tensor: Int, shape: [Int])) {
        guard source.shape.count == 4 else { return addElementwise(source) }
        let size = kind == .small ? 1 + choices.below(4) : choices.pick([1, 3, 64, 4096])
        let stride = 1 + choices.below(3), same = choices.once(in: 2)
        let shape = [
            1, windows(source.shape[1], size, stride, 1, same: same),
            windows(source.shape[2], size, stride, 1, same: same), source.shape[3],
        ]
        guard shape.allSatisfy({ $0 > 0 }) else { return addElementwise(source) }
        let slots: [Int: FlatField] = [
            0: .byte(same ? 0 : 1), 1: .int(odd(stride)), 2: .int(odd(stride)),
            3: .int(odd(size)), 4: .int(odd(size)), 5: .byte(choices.below(4)),
        ]
        step(choices.once(in: 2) ? 17 : 1, [source.tensor], shape, options: (5, slots))
    }

    mutating func addElementwise(_ source: (tensor: Int, shape: [Int])) {
        switch choices.below(4) {
        case 0: step(54, [source.tensor, constant([1, 1, source.shape.last ?? 1])], source.shape)
        case 1:
            step(98, [source.tensor], source.shape, options: (75, [0: .float(0.25)]))
        case 2:
            step(25, [source.tensor], source.shape, options: (9, [0: .float(1)]))
        default:
            let codes = [14, 19, 20, 21, 28, 47, 59, 75, 76, 92, 101, 117]
            step(choices.pick(codes), [source.tensor], source.shape)
        }
    }

    mutating func addBinary(_ source: (tensor: Int, shape: [Int])) {
        let codes = [(0, 11), (41, 28), (18, 21), (42, 29), (55, 0), (57, 0), (99, 0)]
        let (code, kind) = choices.pick(codes)
        let operand: Int
        switch choices.below(3) {
        case 0: operand = constant([source.shape.last ?? 1])
        case 1: operand = constant(source.shape)
        default: operand = values.last { $0.shape == source.shape }?.tensor ?? source.tensor
        }
        let options: (kind: Int, [Int: FlatField])? =
            kind > 0 ? (kind, [0: .byte(choices.below(5))]) : nil
        step(code, [source.tensor, operand], source.shape, options: options)
    }

    mutating func addResize(_ source: (tensor: Int, shape: [Int])) {
        guard source.shape.count == 4 else { return addElementwise(source) }
        let large = kind == .small ? 1 : choices.pick([1, 100, 1000])
        let height = (1 + choices.below(33)) * large, width = (1 + choices.below(33)) * large
        let size = writer.constant([2], [Int(odd(height)), Int(odd(width))])
        step(
            23, [source.tensor, size], [1, height, width, source.shape[3]],
            options: (15, [2: .byte(choices.below(2)), 3: .byte(choices.below(2))]))
    }

    mutating func addPad(_ source: (tensor: Int, shape: [Int])) {
        let pads = source.shape.map { _ in
            [
                choices.once(in: 2) ? choices.below(3) : 0,
                choices.once(in: 2) ? choices.below(9) : 0,
            ]
        }
        let shape = zip(source.shape, pads).map { $0 + $1[0] + $1[1] }
        let numbers = pads.flatMap { $0 }.map { Int(odd($0)) }
        step(34, [source.tensor, writer.constant([pads.count, 2], numbers)], shape)
    }
}

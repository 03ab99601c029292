import LandmarkTestSupport

/// Makes models from bytes: a chain of operators, with branches, whose shapes mostly fit.
package struct NetworkGenerator {
    private var choices: Choices
    private var writer = ModelWriter()
    /// The tensors that operators may read, with their shapes.
    private var values: [(tensor: Int, shape: [Int])] = []

    /// What the models are like.
    package enum Kind {
        /// Small tensors, so that many networks run each second.
        case small
        /// Tensors of any size in files of few bytes.
        case extreme
    }

    private let kind: Kind

    /// Returns the bytes of the model that `bytes` describe.
    package static func model(_ bytes: [UInt8], _ kind: Kind = .small) -> [UInt8] {
        var generator = NetworkGenerator(choices: Choices(bytes), kind: kind)
        generator.addInputs()
        for _ in 0..<24 where !generator.choices.isEmpty { generator.addOperator() }
        let outputs = generator.values.suffix(1 + generator.choices.below(3)).map(\.tensor)
        generator.writer.outputs = outputs
        generator.addMetadata()
        // The bytes after a model may be an archive; the last one selects how the network is run.
        let files = ZipWriter([.init("l.txt", [1, 2])]).bytes()
        return generator.writer.bytes() + (generator.choices.once(in: 8) ? files : [])
            + [generator.choices.byte()]
    }

    private init(choices: Choices, kind: Kind) {
        self.choices = choices
        self.kind = kind
    }

    /// Whether something is to be unusual.
    private mutating func isOdd() -> Bool { choices.once(in: kind == .small ? 64 : 12) }

    private mutating func addInputs() {
        let sizes =
            kind == .small
            ? [1, 2, 3, 4, 5, 8, 9, 16, 17, 24, 32]
            : [1, 3, 8, 64, 255, 1024, 4096, 16384, 1 << 20]
        for _ in 0...choices.below(2) {
            let shape: [Int]
            switch choices.below(6) {
            case 0: shape = [1, choices.pick(sizes)]
            case 1: shape = [1, choices.pick(sizes), 3]
            case 2: shape = [choices.pick(sizes)]
            default:
                shape = [1, choices.pick(sizes), choices.pick(sizes), choices.pick(sizes)]
            }
            add(writer.input(odd(shape)), shape)
        }
        if values.isEmpty { add(writer.input([1, 4]), [1, 4]) }
    }

    /// Rarely changes a shape, so that it does not fit or is extreme.
    private mutating func odd(_ shape: [Int]) -> [Int] {
        guard isOdd(), !shape.isEmpty else { return shape }
        var shape = shape
        switch choices.below(3) {
        case 0: shape[choices.below(shape.count)] = Int(choices.number())
        case 1: shape.removeLast()
        default: shape.append(choices.below(4))
        }
        return shape
    }

    /// Rarely changes an option.
    private mutating func odd(_ value: Int) -> Int32 {
        isOdd() ? choices.number() : Int32(truncatingIfNeeded: value)
    }

    private mutating func value() -> (tensor: Int, shape: [Int]) {
        values[values.count - 1 - choices.below(min(values.count, 6))]
    }

    private mutating func step(
        _ code: Int, _ inputs: [Int], _ shape: [Int],
        options: (kind: Int, [Int: FlatField])? = nil, custom: String? = nil
    ) {
        let result = writer.tensor(odd(shape))
        writer.step(code, inputs, outputs: [result], custom: custom, options: options)
        add(result, shape)
    }

    /// Lets later operators read a tensor, unless that would make models that are too large to try many.
    private mutating func add(_ tensor: Int, _ shape: [Int]) {
        let most = kind == .small ? 1 << 16 : 1 << 28
        var count = 1
        for size in shape {
            guard 1...most ~= size, count * size <= most else { return }
            count *= size
        }
        values.append((tensor, shape))
    }

    /// Adds the author's metadata, and buffers as large files have them.
    private mutating func addMetadata() {
        if choices.once(in: 8) {
            let unit: [Int: FlatField] = [
                0: .byte(Int(odd(1))),
                1: .table([0: .floats([127.5]), 1: .floats(choices.once(in: 8) ? [] : [127.5])]),
            ]
            let tensor: [Int: FlatField] = [
                0: .text("image"), 4: .tables([unit]),
                5: .table([0: .floats([1]), 1: .floats([0])]), 6: .tables([[0: .text("l.txt")]]),
            ]
            let graph: [Int: FlatField] = [2: .tables([tensor]), 3: .tables([tensor])]
            let root: [Int: FlatField] = [
                0: .text("n"), 3: .tables([graph]), 4: .tables([[0: .text("l")]]),
            ]
            writer.buffers.append([0: .bytes(FlatNode.table(root).data(identifier: "M001"))])
            let place = odd(writer.buffers.count - 1)
            writer.model[6] = .tables([[0: .text("TFLITE_METADATA"), 1: .int(place)]])
        }
        if choices.once(in: 16), !writer.buffers.isEmpty {
            let place = choices.below(writer.buffers.count)
            writer.buffers[place] = [
                1: .long(UInt64(choices.below(2000))), 2: .long(UInt64(choices.below(200))),
            ]
        }
    }

    // MARK: Constants

    /// A constant in one of the forms in which models store weights.
    private mutating func constant(_ shape: [Int]) -> Int {
        let count = shape.reduce(1, *)
        guard count <= 1 << 14 else { return large(shape) }
        let kind = choices.below(8)
        var seed = UInt32(choices.byte()) + 1
        let floats = (0..<count).map { index -> Float in
            seed = seed &* 1_664_525 &+ 1_013_904_223
            if kind == 1, (index / max(shape.last ?? 1, 1)) % 3 > 0 { return 0 }
            if kind == 2, index == 0 {
                return choices.pick([.nan, .infinity, 1e38, .leastNonzeroMagnitude])
            }
            return Float(Int32(bitPattern: seed) >> 24) / 64
        }
        let isShort = isOdd()
        switch kind {
        case 3:
            let halves = floats.flatMap {
                littleEndian(UInt16($0.bitPattern >> 16 & 0x83ff | 0x3c00))
            }
            let stored = writer.tensor(shape, type: 1, content: isShort ? [] : halves)
            return writer.step(6, [stored], shape: shape)
        case 4:
            let integers = floats.map { UInt8(truncatingIfNeeded: Int($0 * 32)) }
            let stored = writer.tensor(shape, type: 9, content: isShort ? [0] : integers)
            let scales = choices.once(in: 2) ? max(shape.first ?? 1, 1) : 1
            writer.tensors[stored][4] = .table([
                2: .floats(.init(repeating: 0.5, count: scales)),
                3: .node(.longs(.init(repeating: Int64(choices.below(3)), count: scales))),
                6: .int(odd(0)),
            ])
            return choices.once(in: 2) ? stored : writer.step(6, [stored], shape: shape)
        case 5 where count > 0 && !shape.isEmpty:
            return sparse(shape, floats)
        default:
            return writer.constant(isShort ? odd(shape) : shape, floats)
        }
    }

    /// A constant whose elements are all zero, in a few bytes: none of them is stored.
    private mutating func large(_ shape: [Int]) -> Int {
        let stored = writer.tensor(shape, content: choices.once(in: 4) ? [0] : [])
        var levels: [[Int: FlatField]] = [[0: .byte(1), 2: .byte(1), 4: .byte(1)]]
        levels[0][3] = .table([0: .integers([0, 0])])
        levels[0][5] = .table([0: .integers([])])
        levels += shape.dropFirst().map { [0: .byte(0), 1: .int(Int32(truncatingIfNeeded: $0))] }
        writer.tensors[stored][6] = .table([
            0: .integers(Array(shape.indices)), 2: .tables(levels),
        ])
        return writer.step(124, [stored], shape: shape)
    }

    /// A sparse constant: every second element of the last dimension, expanded by an operator.
    private mutating func sparse(_ shape: [Int], _ floats: [Float]) -> Int {
        if choices.once(in: 3), shape[0] % 2 == 0 { return blocked(shape, floats) }
        let row = shape[shape.count - 1], rows = floats.count / max(row, 1)
        let perRow = (row + 1) / 2
        let stored = writer.constant(shape, Array(floats.prefix(rows * perRow)))
        var levels: [[Int: FlatField]] = shape.dropLast().map { [0: .byte(0), 1: .int(odd($0))] }
        let segments = (0...rows).map { Int(odd($0 * perRow)) }
        let indices = (0..<rows * perRow).map { $0 % perRow * 2 }
        levels.append([
            0: .byte(1), 2: .byte(1), 3: .table([0: .integers(segments)]), 4: .byte(1),
            5: .table([0: .integers(indices)]),
        ])
        writer.tensors[stored][6] = .table([
            0: .integers(Array(shape.indices)), 2: .tables(levels),
        ])
        return writer.step(124, [stored], shape: shape)
    }

    /// A sparse constant of whole blocks along the first dimension.
    private mutating func blocked(_ shape: [Int], _ floats: [Float]) -> Int {
        let stored = writer.constant(shape, floats)
        var levels: [[Int: FlatField]] = shape.map { [0: .byte(0), 1: .int(odd($0))] }
        levels[0] = [0: .byte(0), 1: .int(odd(shape[0] / 2))]
        levels.append([0: .byte(0), 1: .int(odd(2))])
        writer.tensors[stored][6] = .table([
            0: .integers(Array(0...shape.count)), 1: .integers([Int(odd(0))]), 2: .tables(levels),
        ])
        return writer.step(124, [stored], shape: shape)
    }

    // MARK: Operators

    private mutating func addOperator() {
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

    private func windows(_ size: Int, _ kernel: Int, _ stride: Int, _ dilation: Int, same: Bool)
        -> Int
    {
        same ? (size + stride - 1) / stride : (size - (kernel - 1) * dilation - 1) / stride + 1
    }

    private mutating func addConvolution(
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

    private mutating func addFullyConnected(_ source: (tensor: Int, shape: [Int])) {
        let count = source.shape.reduce(1, *), outputs = choices.pick([1, 2, 8, 63])
        guard count > 0, count <= 4096 || kind == .extreme else { return addElementwise(source) }
        var inputs = [source.tensor, constant([outputs, count])]
        if choices.once(in: 2) { inputs.append(constant([outputs])) }
        step(9, inputs, [1, outputs], options: (8, [0: .byte(choices.below(4))]))
    }

    private mutating func addPool(_ source: (tensor: Int, shape: [Int])) {
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

    private mutating func addElementwise(_ source: (tensor: Int, shape: [Int])) {
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

    private mutating func addBinary(_ source: (tensor: Int, shape: [Int])) {
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

    private mutating func addResize(_ source: (tensor: Int, shape: [Int])) {
        guard source.shape.count == 4 else { return addElementwise(source) }
        let large = kind == .small ? 1 : choices.pick([1, 100, 1000])
        let height = (1 + choices.below(33)) * large, width = (1 + choices.below(33)) * large
        let size = writer.constant([2], [Int(odd(height)), Int(odd(width))])
        step(
            23, [source.tensor, size], [1, height, width, source.shape[3]],
            options: (15, [2: .byte(choices.below(2)), 3: .byte(choices.below(2))]))
    }

    private mutating func addPad(_ source: (tensor: Int, shape: [Int])) {
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

    private mutating func addReshape(_ source: (tensor: Int, shape: [Int])) {
        let count = source.shape.reduce(1, *)
        var shape = [1, count]
        switch choices.below(4) {
        case 0: shape = [1, 1, 1, count]
        case 1: shape = Array(source.shape.reversed())
        case 2 where count % 3 == 0: shape = [1, count / 3, 3]
        default: break
        }
        step(22, [source.tensor], shape, options: (17, [0: .integers(shape)]))
    }

    private mutating func addTranspose(_ source: (tensor: Int, shape: [Int])) {
        var order = Array(source.shape.indices)
        for place in order.indices { order.swapAt(place, choices.below(order.count)) }
        let shape = order.map { source.shape[$0] }
        let numbers = order.map { Int(odd($0)) }
        step(39, [source.tensor, writer.constant([order.count], numbers)], shape)
    }

    private mutating func addSlice(_ source: (tensor: Int, shape: [Int])) {
        let begin = source.shape.map { choices.below(max(min($0, 4), 1)) }
        let stride = source.shape.map { _ in choices.once(in: 4) ? 2 : 1 }
        let rank = source.shape.count
        let shape = source.shape.indices.map {
            (source.shape[$0] - begin[$0] + stride[$0] - 1) / stride[$0]
        }
        let numbers = begin.map { Int(odd($0)) }
        if choices.once(in: 3) {
            let sizes = source.shape.indices.map { Int(odd(source.shape[$0] - begin[$0])) }
            let operands = [
                source.tensor, writer.constant([rank], numbers), writer.constant([rank], sizes),
            ]
            return step(65, operands, sizes)
        }
        let steps = stride.map { Int(odd($0)) }
        let operands = [
            source.tensor, writer.constant([rank], numbers),
            writer.constant([rank], source.shape), writer.constant([rank], steps),
        ]
        let masks: [Int: FlatField] = [0: .int(odd(0)), 1: .int(odd(0)), 4: .int(odd(0))]
        step(45, operands, shape, options: (32, masks))
    }

    private mutating func addConcatenation(_ source: (tensor: Int, shape: [Int])) {
        guard !source.shape.isEmpty else { return addElementwise(source) }
        let axis = choices.below(source.shape.count)
        let others = values.filter {
            $0.shape.count == source.shape.count
                && $0.shape.indices.allSatisfy { [shape = $0.shape] in
                    $0 == axis || shape[$0] == source.shape[$0]
                }
        }
        let parts = [source] + others.suffix(choices.below(3))
        var shape = source.shape
        shape[axis] = parts.reduce(0) { $0 + $1.shape[axis] }
        guard shape[axis] < 4096 || kind == .extreme else { return addElementwise(source) }
        step(2, parts.map(\.tensor), shape, options: (10, [0: .int(odd(axis))]))
    }

    private mutating func addReduction(_ source: (tensor: Int, shape: [Int])) {
        let rank = source.shape.count
        var axes = source.shape.indices.filter { _ in choices.once(in: 2) }
        if rank == 4, choices.once(in: 2) { axes = [1, 2] }
        let keeps = choices.once(in: 2)
        var shape: [Int] = []
        for place in source.shape.indices {
            if !axes.contains(place) {
                shape.append(source.shape[place])
            } else if keeps {
                shape.append(1)
            }
        }
        let numbers = axes.map { Int(odd($0)) }
        step(
            choices.once(in: 2) ? 74 : 40,
            [source.tensor, writer.constant([axes.count], numbers)], shape,
            options: (27, [0: .byte(keeps ? 1 : 0)]))
    }

    private mutating func addSplit(_ source: (tensor: Int, shape: [Int])) {
        guard !source.shape.isEmpty else { return addElementwise(source) }
        let axis = choices.below(source.shape.count), count = 1 + choices.below(4)
        guard source.shape[axis] % count == 0 else { return addElementwise(source) }
        var shape = source.shape
        shape[axis] /= count
        let results = (0..<count).map { _ in writer.tensor(odd(shape)) }
        let place = writer.constant([1], [Int(odd(axis))])
        writer.step(
            49, [place, source.tensor], outputs: results, options: (35, [0: .int(odd(count))]))
        for result in results { add(result, shape) }
    }

    private mutating func addDepthToSpace(_ source: (tensor: Int, shape: [Int])) {
        guard source.shape.count == 4, source.shape[3] % 4 == 0 else {
            return addElementwise(source)
        }
        let shape = [1, source.shape[1] * 2, source.shape[2] * 2, source.shape[3] / 4]
        step(5, [source.tensor], shape, options: (94, [0: .int(odd(2))]))
    }

    /// The ten operators of a layer normalization.
    private mutating func addLayerNorm(_ source: (tensor: Int, shape: [Int])) {
        guard let channels = source.shape.last, channels > 0 else { return }
        let one = Array(source.shape.dropLast()) + [1]
        let last = writer.constant([1], [source.shape.count - 1])
        let keep: (kind: Int, [Int: FlatField]) = (27, [0: .byte(1)])
        let mean = writer.step(40, [source.tensor, last], shape: one, options: keep)
        let squares = writer.step(99, [source.tensor, mean], shape: source.shape)
        let variance = writer.step(40, [squares, last], shape: one, options: keep)
        let sum = writer.step(
            0, [variance, writer.constant([1], [1e-5] as [Float])], shape: one, options: (11, [:]))
        let root = writer.step(76, [sum], shape: one)
        let factor = writer.step(
            18, [root, constant([channels])], shape: source.shape, options: (21, [:]))
        let scaled = writer.step(
            18, [source.tensor, factor], shape: source.shape, options: (21, [:]))
        let negative = writer.step(59, [mean], shape: one)
        let moved = writer.step(18, [negative, factor], shape: source.shape, options: (21, [:]))
        step(0, [scaled, moved], source.shape, options: (11, [:]))
    }

    /// Two convolutions with one for each channel between them; most of the channels are dead.
    private mutating func addBottleneck(_ source: (tensor: Int, shape: [Int])) {
        guard source.shape.count == 4, kind == .small else { return addElementwise(source) }
        let steps: [Int: FlatField] = [1: .int(1), 2: .int(1)]
        var shape = source.shape
        shape[3] = 24
        let rows = (0..<24 * source.shape[3]).map { Float($0 / source.shape[3] % 3 == 0 ? 1 : 0) }
        let weights = writer.constant([24, 1, 1, source.shape[3]], rows)
        let bias = writer.constant([24], (0..<24).map { Float($0 % 3 == 0 ? 1 : 0) })
        let wide = writer.step(
            3, [source.tensor, weights, bias], shape: shape, options: (1, steps))
        let depthwise = steps.merging([3: .int(1)]) { $1 }
        let middle = writer.step(
            4, [wide, constant([1, 3, 3, 24]), bias], shape: shape, options: (2, depthwise))
        let slopes = writer.step(54, [middle, constant([1, 1, 24])], shape: shape)
        shape[3] = choices.pick([1, 8])
        let last = [choices.once(in: 2) ? middle : slopes, constant([shape[3], 1, 1, 24])]
        step(3, last, shape, options: (1, steps))
    }

    /// The operators with which a face mesh crops eyes and lips.
    private mutating func addWarp(_ source: (tensor: Int, shape: [Int])) {
        guard source.shape.count == 4, kind == .small else { return addElementwise(source) }
        let side = 1 + choices.below(12), count = 5
        let landmarks =
            values.last { $0.shape == [1, count, 3] }?.tensor ?? writer.input([1, count, 3])
        let numbers: [(String, FlexValue)] = [
            ("left_rotation_idx", .integer(Int(odd(0)))),
            ("output_height", .integer(Int(odd(side)))),
            ("output_width", .integer(Int(odd(side)))),
            ("right_rotation_idx", .integer(Int(odd(1)))),
            ("scale_x", .float(1.5)), ("scale_y", .float(choices.once(in: 8) ? -1 : 1.5)),
            ("subset_idxs", .integers([0, 2, Int(odd(3))])),
        ]
        var options = FlexValue.map(numbers)
        if isOdd(), !options.isEmpty { options[choices.below(options.count)] = choices.byte() }
        func custom(_ name: String, _ inputs: [Int], _ shape: [Int]) -> Int {
            let result = writer.tensor(shape)
            writer.step(32, inputs, outputs: [result], custom: name)
            writer.operators[writer.operators.count - 1][5] = .bytes(options)
            return result
        }
        let matrix = custom("Landmarks2TransformMatrix", [landmarks], [1, 4, 4])
        let shape = [1, side, side, source.shape[3]]
        add(custom("TransformTensorBilinear", [source.tensor, matrix], shape), shape)
        add(custom("TransformLandmarks", [landmarks, matrix], [1, count, 3]), [1, count, 3])
    }

    /// Any operator, with any options.
    private mutating func addAny(_ source: (tensor: Int, shape: [Int])) {
        let code = choices.below(210)
        let slots = (0..<7).map { slot in (slot, FlatField.int(choices.number())) }
        let kinds = [49, 17, 19, 23, 30, 37, 55, 59, 64, 74, 77, 94, choices.below(130)]
        step(
            code, [source.tensor, constant([1])], source.shape,
            options: (choices.pick(kinds), Dictionary(uniqueKeysWithValues: slots)))
    }

    /// A transposed convolution, an operator of MediaPipe.
    private mutating func addCustom(_ source: (tensor: Int, shape: [Int])) {
        guard source.shape.count == 4 else { return addElementwise(source) }
        let side = kind == .small ? 1 + choices.below(3) : choices.pick([1, 2, 64, 4096])
        let channels = choices.pick([1, 4, 8])
        let shape = [1, source.shape[1] * side, source.shape[2] * side, channels]
        guard shape.reduce(1, *) <= 1 << 28 else { return }
        let weights = constant([channels, side, side, source.shape[3]])
        let result = writer.tensor(odd(shape))
        let bytes = littleEndian(odd(1)) + littleEndian(odd(side)) + littleEndian(odd(side))
        writer.step(
            32, [source.tensor, weights, constant([channels])], outputs: [result],
            custom: "Convolution2DTransposeBias")
        writer.operators[writer.operators.count - 1][5] = .bytes(bytes)
        add(result, shape)
    }
}

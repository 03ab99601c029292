import LandmarkTestSupport

/// Operators that move values, and MediaPipe's own ones.
extension NetworkGenerator {
    mutating func addReshape(_ source: (tensor: Int, shape: [Int])) {
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

    mutating func addTranspose(_ source: (tensor: Int, shape: [Int])) {
        var order = Array(source.shape.indices)
        for place in order.indices { order.swapAt(place, choices.below(order.count)) }
        let shape = order.map { source.shape[$0] }
        let numbers = order.map { Int(odd($0)) }
        step(39, [source.tensor, writer.constant([order.count], numbers)], shape)
    }

    mutating func addSlice(_ source: (tensor: Int, shape: [Int])) {
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

    mutating func addConcatenation(_ source: (tensor: Int, shape: [Int])) {
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

    mutating func addReduction(_ source: (tensor: Int, shape: [Int])) {
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

    mutating func addSplit(_ source: (tensor: Int, shape: [Int])) {
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

    mutating func addDepthToSpace(_ source: (tensor: Int, shape: [Int])) {
        guard source.shape.count == 4, source.shape[3] % 4 == 0 else {
            return addElementwise(source)
        }
        let shape = [1, source.shape[1] * 2, source.shape[2] * 2, source.shape[3] / 4]
        step(5, [source.tensor], shape, options: (94, [0: .int(odd(2))]))
    }

    /// The ten operators of a layer normalization.
    mutating func addLayerNorm(_ source: (tensor: Int, shape: [Int])) {
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
    mutating func addBottleneck(_ source: (tensor: Int, shape: [Int])) {
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
    mutating func addWarp(_ source: (tensor: Int, shape: [Int])) {
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
    mutating func addAny(_ source: (tensor: Int, shape: [Int])) {
        let code = choices.below(210)
        let slots = (0..<7).map { slot in (slot, FlatField.int(choices.number())) }
        let kinds = [49, 17, 19, 23, 30, 37, 55, 59, 64, 74, 77, 94, choices.below(130)]
        step(
            code, [source.tensor, constant([1])], source.shape,
            options: (choices.pick(kinds), Dictionary(uniqueKeysWithValues: slots)))
    }

    /// A transposed convolution, an operator of MediaPipe.
    mutating func addCustom(_ source: (tensor: Int, shape: [Int])) {
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

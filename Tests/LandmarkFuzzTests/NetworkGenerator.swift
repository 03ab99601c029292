import LandmarkTestSupport

/// Makes models from bytes: a chain of operators, with branches, whose shapes mostly fit.
package struct NetworkGenerator {
    var choices: Choices
    var writer = ModelWriter()
    /// The tensors that operators may read, with their shapes.
    var values: [(tensor: Int, shape: [Int])] = []

    /// What the models are like.
    package enum Kind {
        /// Small tensors, so that many networks run each second.
        case small
        /// Tensors of any size in files of few bytes.
        case extreme
    }

    let kind: Kind

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
    mutating func isOdd() -> Bool { choices.once(in: kind == .small ? 64 : 12) }

    mutating func addInputs() {
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
    mutating func odd(_ shape: [Int]) -> [Int] {
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
    mutating func odd(_ value: Int) -> Int32 {
        isOdd() ? choices.number() : Int32(truncatingIfNeeded: value)
    }

    mutating func value() -> (tensor: Int, shape: [Int]) {
        values[values.count - 1 - choices.below(min(values.count, 6))]
    }

    mutating func step(
        _ code: Int, _ inputs: [Int], _ shape: [Int],
        options: (kind: Int, [Int: FlatField])? = nil, custom: String? = nil
    ) {
        let result = writer.tensor(odd(shape))
        writer.step(code, inputs, outputs: [result], custom: custom, options: options)
        add(result, shape)
    }

    /// Lets later operators read a tensor, unless that would make models that are too large to try many.
    mutating func add(_ tensor: Int, _ shape: [Int]) {
        let most = kind == .small ? 1 << 16 : 1 << 28
        var count = 1
        for size in shape {
            guard 1...most ~= size, count * size <= most else { return }
            count *= size
        }
        values.append((tensor, shape))
    }

    /// Adds the author's metadata, and buffers as large files have them.
    mutating func addMetadata() {
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
}

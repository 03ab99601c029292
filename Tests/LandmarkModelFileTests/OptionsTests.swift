import LandmarkModelFile
import LandmarkTestSupport
import Testing

/// The options of each operator, slot by slot, and their invalid values.
struct OptionsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let code: Int
        let kind: Int
        let slots: @Sendable () -> [Int: FlatField]
        let expected: OperatorOptions
        var testDescription: String { BuiltinOperator(rawValue: Int32(code)).name }

        init(
            _ code: Int, _ kind: Int,
            _ slots: @autoclosure @escaping @Sendable () -> [Int: FlatField],
            _ expected: OperatorOptions
        ) {
            self.code = code
            self.kind = kind
            self.slots = slots
            self.expected = expected
        }
    }

    static let cases = [
        Case(0, 11, [0: .byte(3)], .elementwise(activation: .relu6)),
        Case(41, 28, [0: .byte(2)], .elementwise(activation: .reluN1To1)),
        Case(18, 21, [0: .byte(4)], .elementwise(activation: .tanh)),
        Case(42, 29, [0: .byte(5)], .elementwise(activation: .signBit)),
        Case(2, 10, [0: .int(-1), 1: .byte(1)], .concatenation(axis: -1, activation: .relu)),
        Case(22, 17, [0: .integers([1, -1])], .reshape(newShape: [1, -1])),
        Case(22, 17, [:], .reshape(newShape: nil)),
        Case(
            23, 15, [2: .byte(1), 3: .byte(0)],
            .resizeBilinear(alignCorners: true, halfPixelCenters: false)),
        Case(
            97, 74, [0: .byte(0), 1: .byte(1)],
            .resizeNearestNeighbor(alignCorners: false, halfPixelCenters: true)),
        Case(5, 94, [0: .int(2)], .depthToSpace(blockSize: 2)),
        Case(26, 19, [0: .int(3)], .spaceToDepth(blockSize: 3)),
        Case(25, 9, [0: .float(0.5)], .softmax(beta: 0.5)),
        Case(40, 27, [0: .byte(1)], .reducer(keepDims: true)),
        Case(74, 27, [0: .byte(0)], .reducer(keepDims: false)),
        Case(82, 27, [0: .byte(1)], .reducer(keepDims: true)),
        Case(98, 75, [0: .float(0.25)], .leakyRelu(alpha: 0.25)),
        Case(49, 35, [0: .int(2)], .split(count: 2)),
        Case(43, 30, [0: .integers([1, 2])], .squeeze(dimensions: [1, 2])),
        Case(83, 59, [0: .int(2), 1: .int(3)], .pack(axis: 3, count: 2)),
        Case(88, 64, [0: .int(2), 1: .int(3)], .unpack(axis: 3, count: 2)),
        Case(36, 23, [0: .int(1), 1: .int(2)], .gather(axis: 1, batchDimensions: 2)),
        Case(100, 77, [0: .byte(1)], .mirrorPad(symmetric: true)),
        Case(77, 55, [0: .byte(4)], .shape(type: .int64)),
        Case(53, 37, [0: .byte(0), 1: .byte(2)], .cast(from: .float32, to: .int32)),
        Case(34, 22, [:], .none), Case(60, 43, [:], .none), Case(6, 38, [:], .none),
        Case(124, 99, [:], .none), Case(54, 0, [:], .none), Case(117, 91, [:], .none),
    ]

    @Test("every option is read from the schema's slot", arguments: cases)
    func slots(test: Case) throws {
        let model = try TinyModels.parse(
            TinyModels.single(test.code, kind: test.kind, test.slots()))
        #expect(model.operators[0].options == test.expected)
    }

    @Test("window operators have strides, dilations, sizes and padding in the right slots")
    func windows() throws {
        func options(_ code: Int, _ kind: Int, _ slots: [Int: FlatField]) throws -> OperatorOptions
        {
            try TinyModels.parse(TinyModels.single(code, kind: kind, slots)).operators[0].options
        }
        let numbers: [FlatField] = (1...6).map { .int(Int32($0)) }
        let conv = try options(
            3, 1,
            [0: .byte(1), 1: numbers[0], 2: numbers[1], 3: .byte(3), 4: numbers[2], 5: numbers[3]])
        guard case .conv2D(let conv) = conv else { throw Mismatch() }
        #expect(conv.padding == .valid && conv.activation == .relu6)
        #expect(conv.strideWidth == 1 && conv.strideHeight == 2)
        #expect(conv.dilationWidth == 3 && conv.dilationHeight == 4)
        let depthwise = try options(
            4, 2,
            [
                0: .byte(0), 1: numbers[0], 2: numbers[1], 3: numbers[4], 4: .byte(1),
                5: numbers[2], 6: numbers[3],
            ])
        guard case .depthwiseConv2D(let depthwise) = depthwise else { throw Mismatch() }
        #expect(depthwise.padding == .same && depthwise.activation == .relu)
        #expect(depthwise.strideWidth == 1 && depthwise.strideHeight == 2)
        #expect(depthwise.dilationWidth == 3 && depthwise.dilationHeight == 4)
        #expect(depthwise.depthMultiplier == 5)
        for code in [1, 17] {
            let pool = try options(
                code, 5,
                [
                    0: .byte(1), 1: numbers[0], 2: numbers[1], 3: numbers[2], 4: numbers[3],
                    5: .byte(3),
                ])
            guard case .pool2D(let pool) = pool else { throw Mismatch() }
            #expect(pool.padding == .valid && pool.activation == .relu6)
            #expect(pool.strideWidth == 1 && pool.strideHeight == 2)
            #expect(pool.filterWidth == 3 && pool.filterHeight == 4)
        }
        let transposed = try options(
            67, 49, [0: .byte(1), 1: numbers[0], 2: numbers[1], 3: .byte(1)])
        guard case .transposeConv(let transposed) = transposed else { throw Mismatch() }
        #expect(transposed.padding == .valid && transposed.activation == .relu)
        #expect(transposed.strideWidth == 1 && transposed.strideHeight == 2)
    }

    @Test("all options of fully connected layers and slices are read")
    func others() throws {
        let dense = try TinyModels.parse(
            TinyModels.single(9, kind: 8, [0: .byte(1), 1: .byte(1), 2: .byte(1)]))
        guard case .fullyConnected(let layer) = dense.operators[0].options else {
            throw Mismatch()
        }
        #expect(layer.activation == .relu && layer.shuffledWeights && layer.keepNumDims)
        let slots: [Int: FlatField] = [
            0: .int(1), 1: .int(2), 2: .int(3), 3: .int(4), 4: .int(5), 5: .byte(1),
        ]
        let sliced = try TinyModels.parse(TinyModels.single(45, kind: 32, slots))
        guard case .stridedSlice(let slice) = sliced.operators[0].options else {
            throw Mismatch()
        }
        #expect(slice.beginMask == 1 && slice.endMask == 2 && slice.ellipsisMask == 3)
        #expect(slice.newAxisMask == 4 && slice.shrinkAxisMask == 5 && slice.endIsOffset)
    }

    @Test("another operator's options, or missing ones without a valid default, are rejected")
    func kinds() throws {
        #expect(
            try TinyModels.fault(of: TinyModels.single(3, kind: 2, [:]))
                == .optionsKind(operator: 0, name: "CONV_2D", expected: 1, found: 2))
        #expect(
            try TinyModels.fault(of: TinyModels.single(3, kind: 0, nil))
                == .noOptions(operator: 0, name: "CONV_2D"))
        #expect(try TinyModels.fault(of: TinyModels.single(0, kind: 0, nil)) == nil)
    }

    @Test("invalid option values are rejected by name")
    func values() throws {
        func fault(_ code: Int, _ kind: Int, _ slots: [Int: FlatField]) throws -> ModelFault? {
            try TinyModels.fault(of: TinyModels.single(code, kind: kind, slots))
        }
        let one = FlatField.int(1)
        #expect(
            try fault(3, 1, [1: one, 2: .int(0)])
                == .option(operator: 0, name: "CONV_2D", option: "row stride", value: 0))
        #expect(
            try fault(3, 1, [1: .int(-1), 2: one])
                == .option(operator: 0, name: "CONV_2D", option: "column stride", value: -1))
        #expect(
            try fault(3, 1, [0: .byte(2), 1: one, 2: one])
                == .option(operator: 0, name: "CONV_2D", option: "padding", value: 2))
        #expect(
            try fault(0, 11, [0: .byte(6)])
                == .option(operator: 0, name: "ADD", option: "activation", value: 6))
        #expect(
            try fault(9, 8, [1: .byte(2)])
                == .option(
                    operator: 0, name: "FULLY_CONNECTED", option: "weights format", value: 2))
        #expect(
            try fault(5, 94, [0: .int(0)])
                == .option(operator: 0, name: "DEPTH_TO_SPACE", option: "block size", value: 0))
        #expect(
            try fault(77, 55, [0: .byte(99)])
                == .option(operator: 0, name: "SHAPE", option: "element type", value: 99))
        #expect(
            try fault(100, 77, [0: .byte(2)])
                == .option(operator: 0, name: "MIRROR_PAD", option: "mirror mode", value: 2))
    }

    struct Mismatch: Error {}
}

import LandmarkModelFile
import LandmarkTestSupport
import Testing

/// Each inconsistency that a model can have, with the reported facts.
struct ModelFaultTests {
    @Test("only schema version 3 is supported")
    func version() throws {
        #expect(try TinyModels.fault { $0.model[0] = .int(4) } == .version(4))
    }

    @Test("a model needs a graph with tensors, operators, inputs and outputs")
    func missing() throws {
        #expect(try TinyModels.fault { $0.model[2] = .tables([]) } == .noGraph)
        #expect(try TinyModels.fault { $0.codes = [] } == .missing("operator codes"))
        #expect(try TinyModels.fault { $0.tensors = [] } == .missing("tensors"))
        #expect(try TinyModels.fault { $0.operators = [] } == .missing("operators"))
        #expect(try TinyModels.fault { $0.inputs = [] } == .missing("inputs"))
        #expect(try TinyModels.fault { $0.outputs = [] } == .missing("outputs"))
    }

    @Test(
        "a shape has up to 8 dimensions of at least 1 and up to 2²⁸ elements",
        arguments: [
            [0], [-1, 4], [1, 0, 4], [Int(Int32.min)], [1, 1, 1, 1, 1, 1, 1, 1, 1],
            [1 << 15, 1 << 14], [65536, 65536, 65536, 65536], [Int(Int32.max), Int(Int32.max)],
        ])
    func shapes(shape: [Int]) throws {
        #expect(
            try TinyModels.fault { $0.tensors[0][0] = .integers(shape) }
                == .shape(tensor: 0, name: "t0", shape: shape))
    }

    @Test("an unknown element type is reported")
    func elementType() throws {
        #expect(
            try TinyModels.fault { $0.tensors[2][1] = .byte(77) }
                == .elementType(tensor: 2, name: "t2", type: 77))
    }

    @Test("references to missing buffers are reported")
    func buffers() throws {
        #expect(
            try TinyModels.fault { $0.tensors[1][2] = .int(9) }
                == .buffer(tensor: 1, name: "t1", buffer: 9, buffers: 2))
        #expect(
            try TinyModels.fault {
                $0.model[6] = .tables([[0: .text("TFLITE_METADATA"), 1: .int(7)]])
            }
                == .metadataBuffer(name: "TFLITE_METADATA", buffer: 7, buffers: 2))
    }

    @Test("a constant must have the size of its shape and type")
    func constantSizes() throws {
        #expect(
            try TinyModels.fault { $0.tensors[1][0] = .integers([4]) }
                == .constantSize(tensor: 1, name: "t1", expected: 16, found: 12))
        #expect(
            try TinyModels.fault { $0.tensors[1][1] = .byte(1) }
                == .constantSize(tensor: 1, name: "t1", expected: 6, found: 12))
        #expect(
            try TinyModels.fault { $0.tensors[1][1] = .byte(17) }
                == .constantSize(tensor: 1, name: "t1", expected: 2, found: 12))
    }

    @Test("references to missing tensors are reported")
    func tensorIndices() throws {
        for index in [3, -2, Int(Int32.max)] {
            #expect(
                try TinyModels.fault { $0.operators[0][1] = .integers([index, 1]) }
                    == .tensorIndex(operator: 0, index: index, tensors: 3))
            #expect(
                try TinyModels.fault { $0.operators[0][2] = .integers([index]) }
                    == .tensorIndex(operator: 0, index: index, tensors: 3))
            #expect(
                try TinyModels.fault { $0.inputs = [index] }
                    == .tensorIndex(operator: nil, index: index, tensors: 3))
            #expect(
                try TinyModels.fault { $0.outputs = [index] }
                    == .tensorIndex(operator: nil, index: index, tensors: 3))
        }
    }

    @Test("missing and incomplete operator codes are reported")
    func operatorCodes() throws {
        #expect(
            try TinyModels.fault { $0.operators[0][0] = .int(1) }
                == .operatorCode(operator: 0, code: 1, codes: 1))
        #expect(
            try TinyModels.fault { $0.codes[0] = [0: .byte(32)] } == .badOperatorCode(code: 0))
        #expect(
            try TinyModels.fault { $0.codes[0] = [0: .byte(-3), 3: .int(-1)] }
                == .badOperatorCode(code: 0))
    }

    @Test("operators that read tensors before they are written are reported")
    func order() throws {
        var circle = TinyModels.add()
        let back = circle.step(0, [2], shape: [1, 2, 2, 3])
        circle.operators[0][1] = .integers([0, back])
        #expect(
            try TinyModels.fault(of: circle) == .unwritten(operator: 0, tensor: 3, name: "t3"))
        #expect(
            try TinyModels.fault { $0.operators[0][1] = .integers([0, 2]) }
                == .unwritten(operator: 0, tensor: 2, name: "t2"))
        #expect(
            try TinyModels.fault { writer in
                writer.outputs = [writer.tensor([1])]
            } == .unwritten(operator: nil, tensor: 3, name: "t3"))
    }

    @Test("writing a tensor twice, a constant or an input is reported")
    func writtenTwice() throws {
        for tensor in [0, 1] {
            #expect(
                try TinyModels.fault { $0.operators[0][2] = .integers([tensor]) }
                    == .written(operator: 0, tensor: tensor, name: "t\(tensor)"))
        }
        #expect(
            try TinyModels.fault { $0.step(0, [0], outputs: [2]) }
                == .written(operator: 1, tensor: 2, name: "t2"))
    }

    @Test("messages contain the file and the facts")
    func messages() {
        let error = ModelFileError.model(
            file: "hand.task: a.tflite",
            fault: .option(operator: 4, name: "CONV_2D", option: "row stride", value: 0))
        #expect(
            error.description == "hand.task: a.tflite: operator 4 CONV_2D has the row stride 0")
        let table = ModelFileError.table(file: "m", offset: 12, fault: .badLayout)
        #expect(
            table.description
                == "m: corrupt model data: a table without a valid layout at byte 12")
    }
}

import LandmarkModelFile
import LandmarkTestSupport
import Testing

struct ModelTests {
    @Test("a model's tables are read as written")
    func tables() throws {
        let model = try TinyModels.parse(TinyModels.add())
        #expect(model.description == "test" && model.version == 3 && model.metadata == nil)
        #expect(model.inputs == [0] && model.outputs == [2])
        #expect(model.tensors.map(\.name) == ["t0", "t1", "t2"])
        #expect(model.tensors.map(\.shape) == [[1, 2, 2, 3], [3], [1, 2, 2, 3]])
        #expect(model.tensors.map(\.isConstant) == [false, true, false])
        #expect(model.tensors[0].elementCount == 12 && model.tensors[0].type == .float32)
        let step = model.operators[0]
        #expect(step.code == .builtin(.add) && step.code.description == "ADD")
        #expect(step.inputs == [0, 1] && step.outputs == [2] && step.version == 1)
        #expect(step.options == .elementwise(activation: .relu))
        let bytes = try #require(try model.constantBytes(of: 1))
        let first = bytes.withUnsafeBytes { $0.loadUnaligned(as: Float.self) }
        #expect(bytes.count == 12 && first == 1)
        #expect(try model.constantBytes(of: 0) == nil)
        #expect(try model.constantBytes(of: 99) == nil)
        #expect(try model.associatedFiles() == nil)
    }

    @Test("optional inputs, custom operators and unknown numbers are kept")
    func operatorKinds() throws {
        var writer = TinyModels.add()
        let a = writer.tensor([1])
        let b = writer.tensor([1])
        writer.step(32, [0, -1, 1], outputs: [a], custom: "Mine")
        writer.operators[1][5] = .bytes([9, 8])
        writer.step(400, [a], outputs: [b])
        let model = try TinyModels.parse(writer)
        #expect(model.operators[1].code == .custom("Mine"))
        #expect(model.operators[1].code.description == "Mine")
        #expect(model.operators[1].inputs == [0, nil, 1])
        #expect(model.operators[1].options == .custom([9, 8]))
        #expect(model.operators[2].code == .builtin(BuiltinOperator(rawValue: 400)))
        #expect(model.operators[2].code.description == "OPERATOR_400")
    }

    @Test("the larger of the old and the new operator number is used")
    func operatorNumbers() throws {
        var writer = TinyModels.add()
        writer.codes[0][3] = nil
        #expect(try TinyModels.parse(writer).operators[0].code == .builtin(.add))
        writer.codes[0] = [3: .int(150)]
        #expect(try TinyModels.parse(writer).operators[0].code.description == "GELU")
    }

    @Test("quantization has scale, zero point, range and dimension")
    func quantization() throws {
        var writer = TinyModels.add()
        writer.tensors[1][4] = .table([
            0: .floats([-1]), 1: .floats([1]), 2: .floats([0.5, 0.25]),
            3: .node(.longs([3, -4])), 6: .int(2),
        ])
        let found = try TinyModels.parse(writer).tensors[1].quantization
        #expect(found?.scales == [0.5, 0.25] && found?.zeroPoints == [3, -4])
        #expect(found?.minimum == [-1] && found?.maximum == [1] && found?.dimension == 2)
    }

    @Test("a buffer after the tables is read if it lies inside the file")
    func outerBuffers() throws {
        var writer = TinyModels.add()
        writer.buffers[1] = [1: .long(4), 2: .long(12)]
        let model = try TinyModels.parse(writer)
        let bytes = try #require(try model.constantBytes(of: 1))
        #expect(bytes.withUnsafeBytes { Array($0.prefix(4)) } == Array("TFL3".utf8))
        for (offset, size) in [(UInt64.max, 1), (2, UInt64.max), (1 << 40, 4), (4, 1 << 30)] {
            writer.buffers[1] = [1: .long(offset), 2: .long(size)]
            #expect(
                try TinyModels.fault(of: writer)
                    == .bufferOutside(buffer: 1, offset: offset, size: size))
        }
    }

    @Test("files associated with a model are found by name")
    func associatedFiles() throws {
        let zip = ZipWriter([.init("labels.txt", Array("Left".utf8))])
        let bytes = TinyModels.add().bytes() + zip.bytes()
        let model = try TFLiteModel(bytes: FileBytes(bytes), name: "m")
        let file = try #require(try model.associatedFile(named: "labels.txt"))
        #expect(file.withUnsafeBytes { Array($0) } == Array("Left".utf8))
        #expect(try model.associatedFile(named: "x") == nil)
    }
}

import LandmarkModelFile
import LandmarkTestSupport
import Testing

struct MetadataTests {
    /// Returns a model with `tensor` as the metadata of its only input.
    private func model(_ tensor: [Int: FlatField]) -> ModelWriter {
        let graph: [Int: FlatField] = [
            2: .tables([tensor]), 3: .tables([[0: .text("out"), 1: .text("what comes out")]]),
        ]
        let root: [Int: FlatField] = [
            0: .text("Net"), 1: .text("A network"), 2: .text("v1"), 3: .tables([graph]),
            6: .tables([[0: .text("all.txt")]]),
        ]
        var writer = TinyModels.add()
        writer.buffers.append([0: .bytes(FlatNode.table(root).data(identifier: "M001"))])
        writer.model[6] = .tables([
            [0: .text("other"), 1: .int(0)], [0: .text("TFLITE_METADATA"), 1: .int(2)],
        ])
        return writer
    }

    private func normalization(_ mean: [Float], _ deviation: [Float]) -> FlatField {
        .tables([
            [0: .byte(3), 1: .table([:])],
            [0: .byte(1), 1: .table([0: .floats(mean), 1: .floats(deviation)])],
        ])
    }

    @Test("names, normalization, ranges and files are read")
    func reading() throws {
        let writer = model([
            0: .text("image"), 1: .text("an image"), 4: normalization([1, 2, 3], [4, 5, 6]),
            5: .table([0: .floats([1]), 1: .floats([-1])]), 6: .tables([[0: .text("l.txt")]]),
        ])
        let metadata = try #require(try TinyModels.parse(writer).metadata)
        #expect(metadata.name == "Net" && metadata.description == "A network")
        #expect(metadata.version == "v1" && metadata.associatedFiles == ["all.txt"])
        let input = try #require(metadata.inputs.first)
        #expect(input.name == "image" && input.description == "an image")
        #expect(input.normalization?.mean == [1, 2, 3])
        #expect(input.normalization?.deviation == [4, 5, 6])
        #expect(input.minimum == [-1] && input.maximum == [1])
        #expect(input.associatedFiles == ["l.txt"])
        #expect(metadata.outputs.map(\.name) == ["out"])
        #expect(metadata.outputs[0].normalization == nil)
    }

    @Test("an invalid normalization is rejected")
    func normalizations() throws {
        let wrong: [([Float], [Float])] = [
            ([], []), ([1], []), ([1, 2], [1]), ([0], [0]), ([.infinity], [1]),
        ]
        for (mean, deviation) in wrong {
            #expect(
                try TinyModels.fault(of: model([4: normalization(mean, deviation)]))
                    == .normalization(tensor: 0, mean: mean, deviation: deviation))
        }
    }

    @Test("metadata with another identifier is rejected")
    func identifier() throws {
        var writer = model([:])
        writer.buffers[2] = [0: .bytes(FlatNode.table([:]).data(identifier: "M002"))]
        #expect(
            throws: ModelFileError.table(
                file: "m metadata", offset: 4,
                fault: .identifier(expected: "M001", found: "M002"))
        ) { try TinyModels.parse(writer) }
    }
}

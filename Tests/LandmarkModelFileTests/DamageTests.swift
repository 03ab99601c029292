import LandmarkModelFile
import LandmarkTestSupport
import Testing

/// Damaged data results in a typed error or a valid model, never in a crash.
///
/// Each reader is tested with every truncation to a multiple of 64 bytes and thousands of bit
/// flips.
struct DamageTests {
    /// The outcome of reading damaged data.
    enum Outcome { case read, refused }

    static func readModel(_ bytes: [UInt8]) -> Outcome {
        do {
            let model = try TFLiteModel(bytes: FileBytes(bytes), name: "m")
            for tensor in model.tensors { _ = try model.constantBytes(of: tensor.index) }
            _ = try model.associatedFiles()?.verify()
            return .read
        } catch {
            return .refused
        }
    }

    static func readBundle(_ bytes: [UInt8]) -> Outcome {
        do {
            try ModelBundle(bytes: FileBytes(bytes), name: "b").verify()
            return .read
        } catch {
            return .refused
        }
    }

    static func readGeometry(_ bytes: [UInt8]) -> Outcome {
        do {
            _ = try FaceGeometryMetadata(bytes: FileBytes(bytes), name: "g")
            return .read
        } catch {
            return .refused
        }
    }

    /// Truncates at every `step`th byte and returns the numbers of rejected and of all versions.
    static func truncate(
        _ bytes: [UInt8], step: Int = 64, _ read: ([UInt8]) -> Outcome
    ) -> (refused: Int, all: Int) {
        var refused = 0
        let lengths = stride(from: 0, to: bytes.count, by: step)
        for length in lengths where read(Array(bytes[..<length])) == .refused { refused += 1 }
        return (refused, Array(lengths).count)
    }

    /// Flips one to three bits at a time inside `range`.
    static func flip(
        _ bytes: [UInt8], in range: Range<Int>? = nil, times: Int, seed: UInt64,
        _ read: ([UInt8]) -> Outcome
    ) -> Int {
        var random = SplitMix64(seed: seed)
        let range = range ?? 0..<bytes.count
        var refused = 0
        for _ in 0..<times {
            var damaged = bytes
            for _ in 0...random.below(3) {
                damaged[range.lowerBound + random.below(range.count)] ^= 1 << random.below(8)
            }
            if read(damaged) == .refused { refused += 1 }
        }
        return refused
    }

    /// A model with every kind of table: sparse, quantized, metadata and associated files.
    static func rich() -> [UInt8] {
        let dense = SparseTests.random([3, 1, 2, 5], seed: 3)
        let encoder = SparseTests.Encoder(
            dense, shape: [3, 1, 2, 5], order: [0, 1, 2, 3],
            isSparse: [false, false, true, true], width: 2)
        var writer = SparseTests.model(
            shape: [3, 1, 2, 5], values: encoder.values, sparsity: encoder.sparsity)
        writer.tensors[0][4] = .table([2: .floats([0.5]), 3: .node(.longs([3]))])
        let conv = writer.step(
            3, [0, 1], shape: [1, 2, 2, 3], options: (1, [1: .int(1), 2: .int(1)]))
        writer.outputs.append(conv)
        let unit: [Int: FlatField] = [
            0: .byte(1), 1: .table([0: .floats([127.5]), 1: .floats([127.5])]),
        ]
        let graph: [Int: FlatField] = [2: .tables([[0: .text("image"), 4: .tables([unit])]])]
        let metadata = FlatNode.table([0: .text("N"), 3: .tables([graph])])
        writer.buffers.append([0: .bytes(metadata.data(identifier: "M001"))])
        writer.model[6] = .tables([
            [0: .text("TFLITE_METADATA"), 1: .int(Int32(writer.buffers.count - 1))]
        ])
        return writer.bytes()
            + ZipWriter([.init(deflating: "l.txt", Array("a b a b".utf8))]).bytes()
    }

    @Test("any damage to a model with every kind of table is handled")
    func smallModel() throws {
        let bytes = Self.rich()
        #expect(Self.readModel(bytes) == .read)
        let cut = Self.truncate(bytes, step: 1, Self.readModel)
        #expect(cut.refused > cut.all / 2)
        let refused = Self.flip(bytes, times: 20_000, seed: 1, Self.readModel)
        #expect(refused > 2_000 && refused < 20_000)
    }

    @Test("any damage to a small bundle is handled")
    func smallBundle() throws {
        let text = Array("left right left right left right".utf8)
        let bytes = ZipWriter([.init("a", text), .init(deflating: "b", text)]).bytes()
        #expect(Self.readBundle(bytes) == .read)
        let cut = Self.truncate(bytes, step: 1, Self.readBundle)
        #expect(cut.refused == cut.all)
        #expect(Self.flip(bytes, times: 20_000, seed: 2, Self.readBundle) > 10_000)
    }

    @Test(
        "the face detector survives truncation at every 64th byte and flipped bits in its tables",
        .enabled(if: RealModelTests.available("face_landmarker")))
    func faceDetector() throws {
        let bundle = try RealModelTests.open("face_landmarker")
        let bytes = try bundle.bytes(named: "face_detector.tflite").withUnsafeBytes { Array($0) }
        let cut = Self.truncate(bytes, Self.readModel)
        #expect(cut.refused > cut.all * 9 / 10)
        // The tables are at both ends; the weights between them may have any bits.
        _ = Self.flip(bytes, in: 0..<2048, times: 500, seed: 3, Self.readModel)
        let end = bytes.count - 40_000..<bytes.count
        #expect(Self.flip(bytes, in: end, times: 3_000, seed: 4, Self.readModel) > 100)
    }

    @Test(
        "the sparse pose detector survives flipped bits in its tables",
        .enabled(if: RealModelTests.available("pose_landmarker_full")))
    func poseDetector() throws {
        let bundle = try RealModelTests.open("pose_landmarker_full")
        let bytes = try bundle.bytes(named: "pose_detector.tflite").withUnsafeBytes { Array($0) }
        let cut = Self.truncate(bytes, step: 65_536 + 64, Self.readModel)
        #expect(cut.refused == cut.all)
        let end = bytes.count - 1_500_000..<bytes.count
        #expect(Self.flip(bytes, in: end, times: 100, seed: 5, Self.readModel) > 10)
    }

    @Test(
        "the face bundle survives truncation and flipped bits in its records",
        .enabled(if: RealModelTests.available("face_landmarker")))
    func faceBundle() throws {
        let path = Fixtures.model("face_landmarker.task")
        let whole = try FileBytes(mapping: path)
        // Use only the end of the bundle, which contains the records, after the smallest entries.
        let geometry = try FileContent.bytes(path).suffix(800)
        #expect(Self.truncate(Array(geometry), step: 1, Self.readBundle).refused == 800)
        // A truncated file is searched entirely for the end record, so most of it uses long steps.
        let tail = whole.count / 64 * 64 - (128 << 10)
        let lengths =
            Array(stride(from: 0, to: tail, by: 64 * 63))
            + Array(stride(from: tail, to: whole.count, by: 64))
        for length in lengths {
            let cut = try #require(whole.slice(offset: 0, count: length))
            #expect(throws: ModelFileError.self) { try ModelBundle(bytes: cut, name: "b") }
        }
    }

    @Test(
        "the face geometry survives truncation at every 64th byte and flipped bits",
        .enabled(if: RealModelTests.available("face_landmarker")))
    func geometry() throws {
        let bundle = try RealModelTests.open("face_landmarker")
        let name = "geometry_pipeline_metadata_landmarks.binarypb"
        let bytes = try bundle.bytes(named: name).withUnsafeBytes { Array($0) }
        #expect(Self.readGeometry(bytes) == .read)
        let cut = Self.truncate(bytes, Self.readGeometry)
        #expect(cut.refused > cut.all / 2)
        #expect(Self.flip(bytes, times: 3_000, seed: 6, Self.readGeometry) > 100)
    }
}

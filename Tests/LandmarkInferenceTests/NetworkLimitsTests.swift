import Foundation
import LandmarkCore
import LandmarkInference
import LandmarkModelFile
import LandmarkTestSupport
import Testing

/// Small files that ask for much memory or time.
struct NetworkLimitsTests {
    private func error(
        _ writer: ModelWriter, _ limits: NetworkLimits = NetworkLimits()
    ) throws -> InferenceError? {
        let model = try TFLiteModel(bytes: FileBytes(writer.bytes()), name: "m")
        do throws(InferenceError) {
            _ = try Network(
                model, options: NetworkOptions(limits: limits), pool: WorkerPool(threads: 1))
            return nil
        } catch {
            return error
        }
    }

    @Test("a kilobyte that describes hours of work is refused before any of it")
    func hours() throws {
        var writer = ModelWriter()
        let input = writer.input([1, 16384, 16384, 1])
        let size = FlatField.int(16383)
        let slots: [Int: FlatField] = [0: .byte(1), 1: .int(1), 2: .int(1), 3: size, 4: size]
        let result = writer.step(17, [input], shape: [1, 2, 2, 1], options: (5, slots))
        // Each of a million values is the largest of a quarter of a million.
        let large = writer.input([1, 1024, 1024, 1])
        let other: [Int: FlatField] = [1: .int(1), 2: .int(1), 3: .int(512), 4: .int(512)]
        let second = writer.step(17, [large], shape: [1, 1024, 1024, 1], options: (5, other))
        writer.outputs = [result, second]
        #expect(writer.bytes().count < 1024)
        guard case .tooComplex("m", "operations", let count, let limit)? = try error(writer) else {
            Issue.record("\(try error(writer) as Any)")
            return
        }
        #expect(count > 1 << 38 && limit == 1 << 34)
    }

    @Test("a kilobyte that describes gigabytes of rearranged weights is refused")
    func rearranged() throws {
        var writer = ModelWriter()
        let input = writer.input([1, 1, 1, 1])
        let weights = writer.tensor([16, 4096, 4096, 1], content: [0])
        let bias = writer.constant([16], [Float](repeating: 0, count: 16))
        let result = writer.tensor([1, 4096, 4096, 16])
        writer.step(
            32, [input, weights, bias], outputs: [result], custom: "Convolution2DTransposeBias")
        let side = littleEndian(Int32(4096))
        writer.operators[0][5] = .bytes(littleEndian(Int32(1)) + side + side)
        writer.outputs = [result]
        guard case .tooLarge("m", let bytes, 0x4000_0000)? = try error(writer) else {
            Issue.record("\(try error(writer) as Any)")
            return
        }
        #expect(bytes >= 3 * 8 << 28)
    }

    @Test("operators and tensors are limited, because rewrites compare them with each other")
    func parts() throws {
        func chain(_ count: Int) -> ModelWriter {
            var writer = ModelWriter()
            var last = writer.input([1, 1])
            for _ in 0..<count { last = writer.step(19, [last], shape: [1, 1]) }
            writer.outputs = [last]
            return writer
        }
        #expect(try error(chain(8192)) == nil)
        guard case .tooComplex("m", "operators", 8193, 8192)? = try error(chain(8193)) else {
            Issue.record("\(try error(chain(8193)) as Any)")
            return
        }
        var writer = chain(1)
        for _ in 2..<1 << 16 { _ = writer.tensor([1]) }
        #expect(try error(writer) == nil)
        _ = writer.tensor([1])
        let refusal = try #require(try error(writer))
        #expect(refusal.description.contains("65537 tensors, more than the 65536 allowed"))
    }

    @Test("limits can be lower, and an exact limit suffices")
    func lower() throws {
        var tiny = TinyNetwork(seed: 1)
        let (source, _) = tiny.input(8, 8, 8)
        let weights = tiny.constant([16, 3, 3, 8], tiny.numbers(16 * 72))
        let result = tiny.writer.step(
            3, [source, weights], shape: [1, 8, 8, 16], options: (1, [1: .int(1), 2: .int(1)]))
        tiny.writer.outputs = [result]
        let input = 8 * 8 * 8, output = 8 * 8 * 16
        // The input is written by the caller, and read by the convolution.
        let operations = output * 72 + input + output + input
        #expect(try error(tiny.writer, NetworkLimits(operations: operations)) == nil)
        guard
            case .tooComplex("m", "operations", operations, _)? = try error(
                tiny.writer, NetworkLimits(operations: operations - 1))
        else {
            Issue.record("one operation fewer is allowed")
            return
        }
        #expect(try error(tiny.writer, NetworkLimits(memory: 1 << 20)) == nil)
        guard case .tooLarge("m", _, 4096)? = try error(tiny.writer, NetworkLimits(memory: 4096))
        else {
            Issue.record("weights of \(16 * 72 * 4) bytes fit in 4096")
            return
        }
    }

    @Test(
        "every network of the published bundles needs less than a quarter of the limits",
        arguments: [
            "face_landmarker.task", "face_mesh_with_attention.task", "hand_landmarker.task",
            "holistic_hands.task", "pose_landmarker_full.task", "pose_landmarker_heavy.task",
            "pose_landmarker_lite.task", "selfie_segmentation.tflite",
        ])
    func published(name: String) throws {
        let path = Fixtures.model(name)
        if let reason = Fixtures.missing(path) { try Test.cancel("\(reason)") }
        let standard = NetworkLimits()
        let limits = NetworkLimits(
            memory: standard.memory / 4, operations: standard.operations / 4)
        let pool = try WorkerPool(threads: 1)
        var models: [TFLiteModel] = []
        if name.hasSuffix(".task") {
            let bundle = try ModelBundle(path: path)
            for entry in bundle.entries where entry.name.hasSuffix(".tflite") {
                models.append(try bundle.model(named: entry.name))
            }
        } else {
            models.append(try TFLiteModel(path: path))
        }
        #expect(!models.isEmpty)
        for model in models {
            _ = try Network(model, options: NetworkOptions(limits: limits), pool: pool)
        }
    }
}

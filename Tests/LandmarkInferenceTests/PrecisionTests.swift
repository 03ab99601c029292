import Foundation
import LandmarkCore
import LandmarkInference
import LandmarkModelFile
import LandmarkTestSupport
import Testing

/// The landmark models in lower precisions, and what is calculated in single precision all the same.
@Suite(.serialized)
struct PrecisionTests {
    static let references = NetworkReference.load().filter {
        ["hand_landmarker.task", "pose_landmarker_full.task", "face_landmarker.task"]
            .contains($0.file) && $0.network.contains("landmarks_detector")
    }

    @Test(
        "a landmark model comes close to single precision, with the same bytes on any instruction set",
        .enabled(if: Fixtures.available(NetworkParityTests.image)), arguments: references,
        Precision.allCases.filter { $0 != .single })
    func models(reference: NetworkReference, precision: Precision) throws {
        // Faces do not use integers.
        if precision != .half, reference.file.hasPrefix("face") { return }
        try reference.needsModel()
        let entry = try #require(reference.entry)
        let model = try ModelBundle(path: Fixtures.model(reference.file)).model(named: entry)
        let run = try #require(reference.runs.last)
        func outputs(_ backend: TestedBackend, threads: Int) throws -> [[Float]] {
            let network = try backend.network(model, threads: threads)
            try run.input.fill(network)
            try network.run()
            return try run.outputs.map { try network.output($0.position) }
        }
        let expected = try outputs(.cpu(nil), threads: 2)
        var first: [[Float]]?
        for backend in TestedBackend.lower where backend.precision == precision {
            let got = try outputs(backend, threads: 2)
            for (position, values) in got.enumerated() {
                let difference = Difference(values, from: expected[position])
                let share: Float = [.half: 0.02, .fine: 0.01, .fast: 0.2][precision] ?? 0
                let allowed = share * max(1, difference.magnitude)
                // Single values of the mask depend on the last digit even in single precision.
                let sum = zip(values, expected[position]).reduce(0) { $0 + abs($1.0 - $1.1) }
                let got = values.count > 1000 ? sum / Float(values.count) : difference.maximum
                #expect(got <= allowed, "\(reference), output \(position): \(difference)")
                // Zero would mean that nothing was calculated in the precision.
                #expect(difference.maximum > 0)
            }
            #expect(got == first ?? got, "\(backend) differs from the slowest")
            first = got
        }
    }

    @Test(
        "a convolution whose weights half precision cannot represent stays in single precision",
        arguments: TestedBackend.halves)
    func largeWeights(backend: TestedBackend) throws {
        var tiny = TinyNetwork(seed: 77)
        let (source, image) = tiny.input(4, 5, 9)
        let weights = tiny.numbers(12 * 9, scale: 100_000)
        let operands = [
            source, tiny.constant([12, 1, 1, 9], weights),
            tiny.constant([12], [Float](repeating: 0, count: 12)),
        ]
        let shape = [1, image.height, image.width, 12]
        let slots: [Int: FlatField] = [1: .int(1), 2: .int(1), 3: .byte(0)]
        tiny.writer.outputs = [
            tiny.writer.step(3, operands, shape: shape, options: (1, slots))
        ]
        func output(_ backend: TestedBackend) throws -> [Float] {
            let network = try tiny.network(backend, threads: 1)
            try network.setInput(tiny.inputs[0])
            try network.run()
            return try network.output(0)
        }
        #expect(try output(backend) == output(.cpu(nil)))
    }

    @Test(
        "weights that are not finite are not quantized",
        arguments: TestedBackend.lower.filter { $0.precision != .half })
    func infiniteWeight(backend: TestedBackend) throws {
        func output(_ backend: TestedBackend, weight: Float) throws -> [Float] {
            var tiny = TinyNetwork(seed: 78)
            let (source, image) = tiny.input(5, 5, 64)
            var weights = tiny.numbers(64 * 64)
            weights[100] = weight
            let operands = [
                source, tiny.constant([64, 1, 1, 64], weights),
                tiny.constant([64], [Float](repeating: 0, count: 64)),
            ]
            let slots: [Int: FlatField] = [1: .int(1), 2: .int(1), 3: .byte(0)]
            tiny.writer.outputs = [
                tiny.writer.step(
                    3, operands, shape: [1, image.height, image.width, 64], options: (1, slots))
            ]
            let network = try tiny.network(backend, threads: 1)
            try network.setInput(tiny.inputs[0])
            try network.run()
            return try network.output(0)
        }
        #expect(try output(backend, weight: 1) != output(.cpu(nil), weight: 1))
        #expect(try output(backend, weight: .infinity) == output(.cpu(nil), weight: .infinity))
    }

    @Test("kernels without a precision say so", arguments: Precision.allCases)
    func unavailable(precision: Precision) throws {
        for set in InstructionSet.available where !set.precisions.contains(precision) {
            let error = #expect(throws: InferenceError.self) {
                try ComputeDevice.cpu(set, precision: precision).resolved()
            }
            guard case .precisionUnavailable(precision, set) = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(error?.description.contains(set.rawValue) == true)
            #expect(error?.description.contains(precision.rawValue) == true)
        }
        #expect(InstructionSet.scalar.precisions == Precision.allCases)
    }
}

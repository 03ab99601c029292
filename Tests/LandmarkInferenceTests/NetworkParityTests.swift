import Foundation
import LandmarkCore
import LandmarkInference
import LandmarkModelFile
import LandmarkTestSupport
import Testing

/// Every network against the results of LiteRT, with all combinations of outputs that tasks use.
@Suite(.serialized)
struct NetworkParityTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let reference: NetworkReference
        let backend: TestedBackend
        var testDescription: String {
            "\(reference.testDescription), \(backend.testDescription)"
        }

        /// Scalar kernels and the reference run only one input, because they take seconds for large
        /// networks.
        var runs: ArraySlice<NetworkReference.Run> {
            reference.runs.suffix(backend.isSlow ? 1 : reference.runs.count)
        }
    }

    static let references = NetworkReference.load()
    static let cases = references.flatMap { reference in
        TestedBackend.all
            .filter { $0 != .reference || isSmall(reference) }
            .map { Case(reference: reference, backend: $0) }
    }

    /// Whether plain loops run a network in seconds: those of up to 31 million MACs.
    private static func isSmall(_ reference: NetworkReference) -> Bool {
        ["blendshapes", "face_detector", "face_detection", "blaze_face"]
            .contains { reference.network.contains($0) }
    }
    static let image = Fixtures.footage("astronaut.png")

    @Test("The fixture has the results of 20 networks")
    func fixture() { #expect(Self.references.count == 20) }

    /// The model of a reference; cancels the test case without it.
    static func model(_ reference: NetworkReference) throws -> TFLiteModel {
        try reference.needsModel()
        let path = Fixtures.model(reference.file)
        guard let entry = reference.entry else { return try TFLiteModel(path: path) }
        return try ModelBundle(path: path).model(named: entry)
    }

    @Test(
        "a network gives LiteRT's numbers, the same bytes on one thread, on two and again",
        .enabled(if: Fixtures.available(image)), arguments: cases)
    func parity(test: Case) throws {
        let model = try Self.model(test.reference)
        let network = try test.backend.network(model)
        let threaded = try test.backend.network(model, threads: 2)
        if case .cpu(let set) = test.backend { #expect(network.device == .cpu(set)) }
        for run in test.runs {
            try run.input.fill(network)
            try network.run()
            try run.input.fill(threaded)
            try threaded.run()
            for output in run.outputs {
                let values = try network.output(output.position)
                check(values, output, test)
                #expect(
                    try threaded.output(output.position) == values,
                    "\(test) output \(output.position) differs on two threads")
            }
            guard !test.backend.isSlow else { continue }
            try threaded.run()
            for output in run.outputs {
                #expect(
                    try threaded.output(output.position) == network.output(output.position),
                    "\(test) output \(output.position) differs in a second run")
            }
        }
    }

    @Test(
        "a network with any one output left out gives the same numbers for the others",
        .enabled(if: Fixtures.available(image)),
        arguments: cases.filter { ($0.runs.last?.outputs.count ?? 0) > 1 })
    func pruned(test: Case) throws {
        let model = try Self.model(test.reference)
        let run = try #require(test.runs.last)
        for dropped in model.outputs.indices.prefix(test.backend.isSlow ? 1 : .max) {
            let kept = model.outputs.indices.filter { $0 != dropped }
            let network = try test.backend.network(
                model, options: NetworkOptions(outputs: kept), threads: 1 + dropped % 2)
            try run.input.fill(network)
            try network.run()
            for output in run.outputs where output.position != dropped {
                check(try network.output(output.position), output, test, "without \(dropped)")
            }
            #expect(throws: InferenceError.self) { try network.output(dropped) }
        }
    }

    @Test(
        "every instruction set gives the same bytes",
        .enabled(if: Fixtures.available(image)),
        arguments: references.filter { $0.file == "face_landmarker.task" })
    func instructionSets(reference: NetworkReference) throws {
        let run = try #require(reference.runs.last)
        let model = try Self.model(reference)
        var first: [[Float]]?
        for set in InstructionSet.available {
            let network = try Network(
                model, options: NetworkOptions(device: .cpu(set)), pool: WorkerPool(threads: 2))
            try run.input.fill(network)
            try network.run()
            let outputs = try run.outputs.map { try network.output($0.position) }
            #expect(outputs == first ?? outputs, "\(set.rawValue) differs from the slowest")
            first = first ?? outputs
        }
    }

    /// Compares samples at seeded places, the largest magnitude and the mean magnitude.
    private func check(
        _ values: [Float], _ output: NetworkReference.Output, _ test: Case,
        _ variant: String = "whole"
    ) {
        let title = "\(test) output \(output.position), \(variant)"
        guard values.count == output.count else {
            Issue.record("\(title) has \(values.count) values, not \(output.count)")
            return
        }
        // Double-precision sums round differently from LiteRT's, whose order the kernels follow.
        let allowed =
            allowance(of: output, in: test.reference) * (test.backend == .reference ? 4 : 1)
        let difference = Difference(output.places.map { values[$0] }, from: output.samples)
        let largest = values.reduce(0) { max($0, abs($1)) }
        let mean = Float(values.reduce(0.0) { $0 + Double(abs($1)) } / Double(values.count))
        #expect(
            max(difference.maximum, abs(largest - output.largest), abs(mean - output.mean))
                <= allowed,
            """
            \(title): \(difference); largest \(largest), not \(output.largest); mean \(mean), not \
            \(output.mean); allowed \(allowed); LiteRT's own kernels differ by \(output.floor)
            """)
    }

    /// The largest allowed error: a fraction of the output's largest magnitude, or of 1 for a
    /// single score.
    ///
    /// The pose networks are deep and amplify rounding, above all the decoder of their masks:
    /// LiteRT's own two sets of kernels, whose difference is in the fixture, differ by more.
    private func allowance(
        of output: NetworkReference.Output, in reference: NetworkReference
    ) -> Float {
        let scale = output.count == 1 ? max(output.largest, 1) : output.largest
        guard reference.network.contains("pose_landmark") else { return 2e-6 * scale }
        return switch output.position {
        case 1: 2e-6 * scale
        case 2: 5e-4 * scale
        default: 1e-5 * scale
        }
    }
}

extension NetworkParityTests.Case: CustomStringConvertible {
    var description: String { testDescription }
}

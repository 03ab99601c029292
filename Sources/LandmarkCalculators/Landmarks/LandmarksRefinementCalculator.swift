import LandmarkCore
import LandmarkGraph

/// Refines landmarks with those of parts: one LANDMARKS `[Landmark]` for each `refinement`, to
/// REFINED_LANDMARKS `[Landmark]`, without visibility and presence.
///
/// Options: `mediapipe.LandmarksRefinementCalculatorOptions`. The refinements are applied in order:
/// for each, `indexes_mapping` specifies which landmarks its stream replaces, and `z_refinement`
/// specifies the source of their depth. Follows
/// mediapipe/calculators/util/landmarks_refinement_calculator.cc.
struct LandmarksRefinementCalculator: Calculator {
    /// The source of the depth of refined landmarks.
    private enum Depth {
        case kept
        case copied
        /// The mean depth of these refined landmarks.
        case mean([Int])
    }

    private struct Refinement {
        let indices: [Int]
        let depth: Depth
    }

    private static let indices = 0...1_000_000

    private let refinements: [Refinement]
    private let count: Int

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        let count = try LandmarksRefinementCalculator(node).refinements.count
        let streams = node.count(.inputStream, tag: "LANDMARKS")
        try StandardCalculatorError.require(
            streams == count, "there are \(count) refinements for \(streams) LANDMARKS streams")
        contract.input("LANDMARKS", nil, .type([Landmark].self))
        contract.output("REFINED_LANDMARKS", 0, .type([Landmark].self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options =
            node.options.message("LandmarksRefinementCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: ["refinement"])
        refinements = try options.messages("refinement").map(Self.refinement)
        let used = Set(refinements.flatMap(\.indices))
        count = used.count
        try StandardCalculatorError.require(
            !used.isEmpty, "a refinement with landmarks is required")
        let last = used.max() ?? 0
        try StandardCalculatorError.require(
            last == count - 1,
            "indexes_mapping has \(count) landmarks, but goes up to \(last): some are missing")
        for refinement in refinements {
            guard case .mean(let sources) = refinement.depth else { continue }
            try StandardCalculatorError.require(
                sources.allSatisfy(used.contains),
                "indexes_for_average has landmarks that are in no indexes_mapping")
        }
    }

    private static func refinement(_ message: TextMessage) throws -> Refinement {
        try message.requireFields(in: ["indexes_mapping", "z_refinement"])
        let mapped = try message.ints("indexes_mapping", in: indices)
        try StandardCalculatorError.require(!mapped.isEmpty, "a refinement has no indexes_mapping")
        let depth = try message.message("z_refinement") ?? TextMessage()
        try depth.requireFields(in: ["none", "copy", "assign_average"])
        try StandardCalculatorError.require(
            depth.fields.count == 1, "z_refinement needs one of none, copy and assign_average")
        if depth.has("none") { return Refinement(indices: mapped, depth: .kept) }
        if depth.has("copy") { return Refinement(indices: mapped, depth: .copied) }
        let average = try depth.message("assign_average") ?? TextMessage()
        try average.requireFields(in: ["indexes_for_average"])
        let sources = try average.ints("indexes_for_average", in: indices)
        try StandardCalculatorError.require(
            !sources.isEmpty, "assign_average needs indexes_for_average")
        return Refinement(indices: mapped, depth: .mean(sources))
    }

    mutating func process(_ context: CalculatorContext) throws {
        var refined = [Landmark](repeating: Landmark(x: 0, y: 0, z: 0), count: count)
        for (index, refinement) in refinements.enumerated() {
            guard let landmarks = try context.inputs["LANDMARKS", index].value([Landmark].self)
            else { return }
            try StandardCalculatorError.require(
                landmarks.count == refinement.indices.count,
                "stream \(index) has \(landmarks.count) landmarks, but its indexes_mapping"
                    + " \(refinement.indices.count)")
            for (landmark, place) in zip(landmarks, refinement.indices) {
                refined[place].x = landmark.x
                refined[place].y = landmark.y
            }
            switch refinement.depth {
            case .kept: break
            case .copied:
                for (landmark, place) in zip(landmarks, refinement.indices) {
                    refined[place].z = landmark.z
                }
            case .mean(let sources):
                let sum = sources.reduce(0.0) { $0 + Double(refined[$1].z) }
                let mean = Float(sum / Double(sources.count))
                for place in refinement.indices { refined[place].z = mean }
            }
        }
        try context.outputs["REFINED_LANDMARKS"].send(refined)
    }
}

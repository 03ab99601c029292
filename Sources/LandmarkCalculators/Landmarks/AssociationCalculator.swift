import LandmarkCore
import LandmarkGraph
import LandmarkTasks

/// Merges regions from several sources and removes overlaps: any number of untagged
/// `[NormalizedRect]` in, where a later region replaces earlier ones that it overlaps by more than
/// `min_similarity_threshold`; untagged `[NormalizedRect]` out. Rotation is ignored.
///
/// PREV `[NormalizedRect]`, with earlier regions, is accepted but has no effect, because regions
/// have no ids that could be preserved. Options: `mediapipe.AssociationCalculatorOptions`. Follows
/// mediapipe/calculators/util/association_calculator.h.
struct AssociationNormRectCalculator: Calculator {
    private let threshold: Float

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try AssociationNormRectCalculator(node)
        contract.input("", nil, .type([NormalizedRect].self))
        contract.input("PREV", 0, .type([NormalizedRect].self), optional: true)
        contract.output("", 0, .type([NormalizedRect].self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options = node.options.message("AssociationCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: ["min_similarity_threshold"])
        threshold = try options.float("min_similarity_threshold") ?? 1
        try StandardCalculatorError.require(
            threshold >= 0, "min_similarity_threshold must be at least 0, not \(threshold)")
    }

    mutating func process(_ context: CalculatorContext) throws {
        var kept: [NormalizedRect] = []
        for index in 0..<context.inputs.count() {
            for rect in try context.inputs[index].value([NormalizedRect].self) ?? [] {
                kept.removeAll { overlap(rect, $0) > threshold }
                kept.append(rect)
            }
        }
        try context.outputs[0].send(kept)
    }

    private func overlap(_ a: NormalizedRect, _ b: NormalizedRect) -> Float {
        Bounds(ignoringRotationOf: a).intersectionOverUnion(Bounds(ignoringRotationOf: b))
    }
}

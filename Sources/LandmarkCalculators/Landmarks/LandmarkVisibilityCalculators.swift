import LandmarkCore
import LandmarkGraph

/// Sends the visibility of a landmark: NORM_LANDMARKS, a `[Landmark]` with one element, to
/// VISIBILITY `Float`; 0 for a landmark without one.
struct LandmarkVisibilityCalculator: Calculator {
    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) {
        contract.input("NORM_LANDMARKS", 0, .type([Landmark].self))
        contract.output("VISIBILITY", 0, .type(Float.self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) {}

    mutating func process(_ context: CalculatorContext) throws {
        guard let landmarks = try context.inputs["NORM_LANDMARKS"].value([Landmark].self)
        else { return }
        try VisionCalculatorError.check(landmarks, 1)
        try context.outputs["VISIBILITY"].send(landmarks[0].visibility ?? 0)
    }
}

/// Sets the visibility of a landmark: NORM_LANDMARKS, a `[Landmark]` with one element, and
/// VISIBILITY `Float` to NORM_LANDMARKS.
struct SetLandmarkVisibilityCalculator: Calculator {
    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) {
        contract.input("NORM_LANDMARKS", 0, .type([Landmark].self))
        contract.input("VISIBILITY", 0, .type(Float.self))
        contract.output("NORM_LANDMARKS", 0, .type([Landmark].self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) {}

    mutating func process(_ context: CalculatorContext) throws {
        guard var landmarks = try context.inputs["NORM_LANDMARKS"].value([Landmark].self),
            let visibility = try context.inputs["VISIBILITY"].value(Float.self)
        else { return }
        try VisionCalculatorError.check(landmarks, 1)
        landmarks[0].visibility = visibility
        try context.outputs["NORM_LANDMARKS"].send(landmarks)
    }
}

/// Copies likelihoods from landmarks to others: NORM_LANDMARKS_FROM `[Landmark]` or LANDMARKS_FROM
/// `[WorldLandmark]`, and NORM_LANDMARKS_TO or LANDMARKS_TO, in; the latter out, truncated to the
/// number of the former.
///
/// Options: `mediapipe.VisibilityCopyCalculatorOptions { copy_visibility copy_presence }`, both
/// true by default. A missing likelihood is treated as 0.
struct VisibilityCopyCalculator: Calculator {
    private let copiesVisibility: Bool
    private let copiesPresence: Bool

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try VisibilityCopyCalculator(node)
        for end in ["FROM", "TO"] {
            let tags = ["NORM_LANDMARKS_\(end)", "LANDMARKS_\(end)"]
            try node.requireOne(.inputStream, of: tags)
            contract.input(tags[0], 0, .type([Landmark].self), optional: true)
            contract.input(tags[1], 0, .type([WorldLandmark].self), optional: true)
        }
        let isNormalized = node.count(.inputStream, tag: "NORM_LANDMARKS_TO") > 0
        contract.output(
            "NORM_LANDMARKS_TO", 0, .type([Landmark].self), optional: !isNormalized)
        contract.output("LANDMARKS_TO", 0, .type([WorldLandmark].self), optional: isNormalized)
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options = node.options.message("VisibilityCopyCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: ["copy_visibility", "copy_presence"])
        copiesVisibility = try options.bool("copy_visibility") ?? true
        copiesPresence = try options.bool("copy_presence") ?? true
    }

    mutating func process(_ context: CalculatorContext) throws {
        let inputs = context.inputs
        let normal = try inputs["NORM_LANDMARKS_FROM"].value([Landmark].self)
        let world = try inputs["LANDMARKS_FROM"].value([WorldLandmark].self)
        guard
            let sources = normal?.map({ ($0.visibility, $0.presence) })
                ?? world?.map({ ($0.visibility, $0.presence) })
        else { return }
        if var targets = try inputs["NORM_LANDMARKS_TO"].value([Landmark].self) {
            try copy(sources, to: &targets)
            try context.outputs["NORM_LANDMARKS_TO"].send(targets)
        }
        if var targets = try inputs["LANDMARKS_TO"].value([WorldLandmark].self) {
            try copy(sources, to: &targets)
            try context.outputs["LANDMARKS_TO"].send(targets)
        }
    }

    private func copy(
        _ sources: [(visibility: Float?, presence: Float?)], to targets: inout [some LandmarkPoint]
    ) throws {
        try StandardCalculatorError.require(
            sources.count <= targets.count,
            "there are \(sources.count) landmarks to copy from, but \(targets.count) to copy to")
        targets.removeLast(targets.count - sources.count)
        for (index, source) in sources.enumerated() {
            if copiesVisibility { targets[index].visibility = source.visibility ?? 0 }
            if copiesPresence { targets[index].presence = source.presence ?? 0 }
        }
    }
}

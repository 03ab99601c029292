import LandmarkGraph

/// Adds class names to detections: untagged `[DetectionBox]` in and out. A class number is removed
/// if there is a name for it, unless `keep_label_id` is set.
///
/// Options: `mediapipe.DetectionLabelIdToTextCalculatorOptions`, with the names in one of
/// `label_map_path` (a file with a line for each class), `label` and `label_items`.
struct DetectionLabelIdToTextCalculator: Calculator {
    private let keepsNumbers: Bool
    private var labels: LabelMap?

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try DetectionLabelIdToTextCalculator(node)
        contract.input("", 0, .type([DetectionBox].self))
        contract.output("", 0, .type([DetectionBox].self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options = Self.options(node)
        let sources = ["label_map_path", "label", "label_items"]
        try options.requireFields(in: sources + ["keep_label_id"])
        try StandardCalculatorError.require(
            sources.count { options.has($0) } <= 1,
            "only one of \(sources.joined(separator: ", ")) may be set")
        keepsNumbers = try options.bool("keep_label_id") ?? false
        labels = try LabelMap(options, readingFile: false)
    }

    mutating func open(_ context: CalculatorContext) throws {
        labels = try LabelMap(Self.options(context.node), readingFile: true)
    }

    mutating func process(_ context: CalculatorContext) throws {
        guard let detections = try context.inputs[0].value([DetectionBox].self) else { return }
        try context.outputs[0].send(detections.map(named))
    }

    private func named(_ detection: DetectionBox) -> DetectionBox {
        let items = detection.labelIDs.compactMap { labels?[$0] }
        if items.isEmpty { return detection }
        var named = detection
        named.labels += items.map(\.name)
        named.displayNames += items.compactMap(\.displayName)
        if !keepsNumbers { named.labelIDs = [] }
        return named
    }

    private static func options(_ node: NodeConfig) -> TextMessage {
        node.options.message("DetectionLabelIdToTextCalculatorOptions") ?? TextMessage()
    }
}

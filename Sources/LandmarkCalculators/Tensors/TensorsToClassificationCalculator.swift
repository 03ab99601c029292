import LandmarkGraph

/// Converts a tensor of scores to classes: TENSORS, a `[GraphTensor]` with one element, to
/// CLASSIFICATIONS `[Classification]`.
///
/// Options: `mediapipe.TensorsToClassificationCalculatorOptions`. With `binary_classification`, the
/// tensor contains one number, the score of class 0. Classes with equal scores keep their order,
/// which in MediaPipe is arbitrary.
///
/// Also registered as `TfLiteTensorsToClassificationCalculator`, with
/// `mediapipe.TfLiteTensorsToClassificationCalculatorOptions`.
struct TensorsToClassificationCalculator: Calculator {
    private static let type = "TensorsToClassificationCalculatorOptions"

    private let minScore: Float?
    private let limit: Int?
    private let isSorted: Bool
    private let isBinary: Bool
    private let allowed: Set<Int>
    private let ignored: Set<Int>
    private var labels: LabelMap?

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try TensorsToClassificationCalculator(node)
        contract.input("TENSORS", 0, .type([GraphTensor].self))
        contract.output("CLASSIFICATIONS", 0, .type([Classification].self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options = node.tensorOptions(Self.type)
        try options.requireFields(in: [
            "min_score_threshold", "top_k", "sort_by_descending_score", "label_map_path",
            "label_map", "label_items", "binary_classification", "ignore_classes", "allow_classes",
        ])
        minScore = try options.float("min_score_threshold")
        limit = try options.int("top_k").flatMap { $0 > 0 ? $0 : nil }
        isSorted = try options.bool("sort_by_descending_score") ?? false
        isBinary = try options.bool("binary_classification") ?? false
        ignored = Set(try options.ints("ignore_classes"))
        allowed = Set(try options.ints("allow_classes"))
        try StandardCalculatorError.require(
            allowed.isEmpty || ignored.isEmpty,
            "only one of ignore_classes and allow_classes may be set")
        try StandardCalculatorError.require(
            !isBinary || allowed.isEmpty && ignored.isEmpty,
            "ignore_classes and allow_classes cannot be combined with binary_classification")
        labels = try LabelMap(options, readingFile: false)
    }

    mutating func open(_ context: CalculatorContext) throws {
        labels = try LabelMap(context.node.tensorOptions(Self.type), readingFile: true)
    }

    mutating func process(_ context: CalculatorContext) throws {
        guard let tensors = try context.inputs["TENSORS"].value([GraphTensor].self) else { return }
        try StandardCalculatorError.require(
            tensors.count == 1, "expected one tensor of scores, got \(tensors.count)")
        var scores = tensors[0].values
        if isBinary {
            try StandardCalculatorError.require(
                scores.count == 1,
                "binary_classification needs a tensor of one score, got \(scores.count)")
            scores.append(Float(1 - Double(scores[0])))
        }
        if let labels {
            try StandardCalculatorError.require(
                labels.count == scores.count,
                "there are \(labels.count) labels for \(scores.count) scores")
        }
        try context.outputs["CLASSIFICATIONS"].send(classes(scores))
    }

    private func classes(_ scores: [Float]) -> [Classification] {
        var classes: [Classification] = []
        for (index, score) in scores.enumerated() where isAllowed(index) {
            if !isBinary, let minScore, score < minScore { continue }
            let label = labels?[index]
            classes.append(
                Classification(
                    index: index, score: score, label: label?.name ?? "",
                    displayName: label?.displayName ?? ""))
        }
        guard limit != nil || isSorted else { return classes }
        let order = classes.indices.sorted {
            let (a, b) = (classes[$0].score, classes[$1].score)
            return a != b ? a > b : $0 < $1
        }
        return order.prefix(limit ?? order.count).map { classes[$0] }
    }

    private func isAllowed(_ index: Int) -> Bool {
        allowed.isEmpty ? !ignored.contains(index) : allowed.contains(index)
    }
}

import LandmarkCore
import LandmarkGraph
import LandmarkInference
import LandmarkTasks

/// Moves landmarks to the centers of mass of a heatmap around them: NORM_LANDMARKS `[Landmark]` and TENSORS
/// `[GraphTensor]` in, of which the first has shape [1, height, width, landmarks] and logits as values;
/// NORM_LANDMARKS out. Without a tensor, landmarks pass unchanged.
///
/// Options: `mediapipe.RefineLandmarksFromHeatmapCalculatorOptions`. Follows
/// mediapipe/calculators/util/refine_landmarks_from_heatmap_calculator.cc.
struct RefineLandmarksFromHeatmapCalculator: Calculator {
    /// Cells on each side of a landmark.
    private let reach: Int
    private let minConfidence: Float
    private let refinesPresence: Bool
    private let refinesVisibility: Bool

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try RefineLandmarksFromHeatmapCalculator(node)
        contract.input("NORM_LANDMARKS", 0, .type([Landmark].self))
        contract.input("TENSORS", 0, .type([GraphTensor].self))
        contract.output("NORM_LANDMARKS", 0, .type([Landmark].self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options =
            node.options.message("RefineLandmarksFromHeatmapCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: [
            "kernel_size", "min_confidence_to_refine", "refine_presence", "refine_visibility",
        ])
        reach = ((try options.int("kernel_size", in: 1...16_384) ?? 9) - 1) / 2
        minConfidence = try options.float("min_confidence_to_refine") ?? 0.5
        refinesPresence = try options.bool("refine_presence") ?? false
        refinesVisibility = try options.bool("refine_visibility") ?? false
    }

    mutating func process(_ context: CalculatorContext) throws {
        guard let landmarks = try context.inputs["NORM_LANDMARKS"].value([Landmark].self)
        else { return }
        let output = context.outputs["NORM_LANDMARKS"]
        guard let tensors = try context.inputs["TENSORS"].value([GraphTensor].self) else {
            return try output.send(landmarks)
        }
        let map = try Heatmap(tensors.first, landmarks: landmarks.count)
        try output.send(landmarks.enumerated().map { refined($1, by: map, channel: $0) })
    }

    private func refined(_ landmark: Landmark, by map: Heatmap, channel: Int) -> Landmark {
        guard let window = map.window(around: landmark, channel: channel, reach: reach)
        else { return landmark }
        let peak = map.logits(in: window).withUnsafeBufferPointer {
            HeatmapPeak(of: $0, in: window)
        }
        guard peak.sum > 0 else { return landmark }
        var landmark = landmark
        if peak.highest >= minConfidence {
            landmark.x = peak.weightedColumn / Float(map.width) / peak.sum
            landmark.y = peak.weightedRow / Float(map.height) / peak.sum
        }
        if refinesPresence { landmark.presence = landmark.presence.map { min($0, peak.highest) } }
        if refinesVisibility {
            landmark.visibility = landmark.visibility.map { min($0, peak.highest) }
        }
        return landmark
    }
}

/// A tensor with a channel of logits for each landmark.
private struct Heatmap {
    let height: Int
    let width: Int
    private let channels: Int
    private let values: [Float]

    init(_ tensor: GraphTensor?, landmarks: Int) throws(StandardCalculatorError) {
        guard let tensor else { throw StandardCalculatorError("there is no tensor") }
        guard let shape = tensor.imageShape, tensor.element == .float32 else {
            throw StandardCalculatorError(
                "the heatmap has shape \(tensor.shape) and elements of type"
                    + " \(tensor.element.rawValue), expected [1, height, width, landmarks] and float32"
            )
        }
        (height, width, channels) = shape
        try StandardCalculatorError.require(
            channels == landmarks, "the heatmap has \(channels) channels for \(landmarks) landmarks"
        )
        values = tensor.values
    }

    /// Returns the cells around a landmark; nil if it lies outside.
    func window(around landmark: Landmark, channel: Int, reach: Int) -> ChannelWindow? {
        ChannelWindow(
            around: SIMD2(landmark.x, landmark.y), channel: channel, reach: reach, width: width,
            height: height)
    }

    /// The logits of a window, row by row.
    func logits(in window: ChannelWindow) -> [Float] {
        window.rows.flatMap { row in
            window.columns.map { values[(row * width + $0) * channels + window.channel] }
        }
    }
}

import LandmarkGraph

/// Says how to draw detections: DETECTIONS `[DetectionBox]` and DETECTION `DetectionBox` to RENDER_DATA
/// `RenderData` with labels, a box and keypoints.
///
/// Options: `mediapipe.DetectionsToRenderDataCalculatorOptions`, without `render_detection_id`.
struct DetectionsToRenderDataCalculator: Calculator {
    /// A line of text is at most this part of the box's height.
    private static let textShare = 0.1

    private let sendsEmpty: Bool
    private let delimiter: String
    private let hasLabelPerLine: Bool
    private let thickness: Double
    private let color: RenderColor
    private let sceneClass: String

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try DetectionsToRenderDataCalculator(node)
        let tags = ["DETECTION", "DETECTIONS"]
        try StandardCalculatorError.require(
            tags.contains { node.count(.inputStream, tag: $0) > 0 },
            "DETECTION or DETECTIONS is needed")
        contract.input("DETECTION", 0, .type(DetectionBox.self), optional: true)
        contract.input("DETECTIONS", 0, .type([DetectionBox].self), optional: true)
        contract.output("RENDER_DATA", 0, .type(RenderData.self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options =
            node.options.message("DetectionsToRenderDataCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: [
            "produce_empty_packet", "text_delimiter", "one_label_per_line", "text", "thickness",
            "color", "scene_class",
        ])
        sendsEmpty = try options.bool("produce_empty_packet") ?? true
        delimiter = try options.string("text_delimiter") ?? ","
        hasLabelPerLine = try options.bool("one_label_per_line") ?? false
        thickness = try options.double("thickness") ?? 1
        color = try RenderColor(options, "color")
        sceneClass = try options.string("scene_class") ?? "DETECTION"
        // The font, which the overlay chooses; the height follows from the box.
        try (options.message("text") ?? TextMessage()).requireFields(in: [
            "font_height", "font_face", "outline_thickness", "outline_color",
        ])
    }

    mutating func process(_ context: CalculatorContext) throws {
        var detections = try context.inputs["DETECTIONS"].value([DetectionBox].self) ?? []
        if let one = try context.inputs["DETECTION"].value(DetectionBox.self) {
            detections.append(one)
        }
        if detections.isEmpty, !sendsEmpty { return }
        try context.outputs["RENDER_DATA"].send(
            RenderData(
                sceneClass: sceneClass, annotations: try detections.flatMap(annotations)))
    }

    private func annotations(_ detection: DetectionBox) throws -> [RenderAnnotation] {
        let count = max(detection.labels.count, detection.labelIDs.count)
        // Rounded to single precision, as in MediaPipe.
        let lineHeight = Float(
            Double(detection.height) * min(Self.textShare, 1 / Double(count + 1)))
        func text(_ line: String, _ baseline: Double, _ tag: String) -> RenderAnnotation {
            annotation(
                .text(
                    RenderText(
                        line, left: max(Double(detection.xMin), 0), baseline: min(baseline, 1),
                        fontHeight: Double(lineHeight) * 0.9, isNormalized: true)), tag)
        }
        var result = try lines(detection, count).enumerated().map { index, line in
            text(line, Double(detection.yMin + Float(index + 1) * lineHeight), "LABEL")
        }
        result.append(text("", Double(detection.yMin + detection.height), "FEATURE"))
        result.append(annotation(.rectangle(rectangle(detection)), "LOCATION"))
        return result
            + detection.keypoints.map { point in
                annotation(
                    .point(SIMD2(Double(point.x), Double(point.y)), isNormalized: true),
                    "KEYPOINT")
            }
    }

    private func annotation(_ shape: RenderAnnotation.Shape, _ tag: String) -> RenderAnnotation {
        RenderAnnotation(shape, color: color, thickness: thickness, sceneTag: tag)
    }

    /// The labels with their scores: a line each, or all in one.
    private func lines(_ detection: DetectionBox, _ count: Int) throws -> [String] {
        // The landmarkers' own detectors give a score without a label.
        guard count > 0 else { return [""] }
        try StandardCalculatorError.require(
            detection.scores.count == count,
            "a detection has \(detection.scores.count) scores for \(count) labels")
        let labels = (0..<count).map { index in
            let label =
                index < detection.labels.count
                ? detection.labels[index] : "\(detection.labelIDs[index])"
            let score = (detection.scores[index] * 100).rounded() / 100
            return label + delimiter + Self.shortText(score) + delimiter
        }
        return hasLabelPerLine ? labels : [labels.joined()]
    }

    /// A score as C++ streams print it: without a fraction of zero.
    private static func shortText(_ score: Float) -> String {
        let text = "\(score)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// The box within the image; an empty one if it lies outside.
    private func rectangle(_ detection: DetectionBox) -> RenderRectangle {
        let (x, y) = (Double(detection.xMin), Double(detection.yMin))
        let (width, height) = (Double(detection.width), Double(detection.height))
        if x + width < 0 || y + height < 0 || x > 1 || y > 1 { return RenderRectangle() }
        return RenderRectangle(
            left: max(x, 0), top: max(y, 0), right: min(x + width, 1), bottom: min(y + height, 1),
            isNormalized: true)
    }
}

extension RenderColor {
    /// Reads a color with the fields `r`, `g` and `b`; black if it is missing.
    ///
    /// - Throws: `TextFormatError` for another field or a value outside 0…255.
    init(_ options: TextMessage, _ field: String) throws {
        let color = try options.message(field) ?? TextMessage()
        try color.requireFields(in: ["r", "g", "b"])
        self.init(
            red: try color.int("r", in: 0...255) ?? 0, green: try color.int("g", in: 0...255) ?? 0,
            blue: try color.int("b", in: 0...255) ?? 0)
    }
}

import LandmarkGraph

/// Describes how to draw detections: DETECTIONS `[DetectionBox]` and DETECTION `DetectionBox` to
/// RENDER_DATA `RenderData` with labels, a box and keypoints.
///
/// Options: `mediapipe.DetectionsToRenderDataCalculatorOptions`.
struct DetectionsToRenderDataCalculator: Calculator {
    /// The maximum height of a line of text, as a fraction of the box's height.
    private static let textShare = 0.1

    private let sendsEmpty: Bool
    private let delimiter: String
    private let hasLabelPerLine: Bool
    private let thickness: Double
    private let color: RenderColor
    private let sceneClass: String
    private let hasNumber: Bool
    private let style: RenderText

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try DetectionsToRenderDataCalculator(node)
        let tags = ["DETECTION", "DETECTIONS"]
        try StandardCalculatorError.require(
            tags.contains { node.count(.inputStream, tag: $0) > 0 },
            "DETECTION or DETECTIONS is required")
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
            "color", "scene_class", "render_detection_id",
        ])
        sendsEmpty = try options.bool("produce_empty_packet") ?? true
        delimiter = try options.string("text_delimiter") ?? ","
        hasLabelPerLine = try options.bool("one_label_per_line") ?? false
        thickness = try options.double("thickness") ?? 1
        color = try RenderColor(options, "color")
        sceneClass = try options.string("scene_class") ?? "DETECTION"
        hasNumber = try options.bool("render_detection_id") ?? false
        style = try RenderText(style: try options.message("text") ?? TextMessage())
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
        try StandardCalculatorError.require(
            detection.labels.isEmpty || detection.labels.count == count,
            "a detection has \(detection.labels.count) labels and \(detection.labelIDs.count)"
                + " numbers of labels")
        // Rounded to single precision, as in MediaPipe.
        let lineHeight = Float(
            Double(detection.height) * min(Self.textShare, 1 / Double(count + 1)))
        func text(
            _ line: String, _ style: RenderText, _ baseline: Double, _ tag: String
        ) -> RenderAnnotation {
            var text = style
            text.text = line
            text.left = max(Double(detection.xMin), 0)
            text.baseline = min(baseline, 1)
            text.fontHeight = Double(lineHeight) * 0.9
            text.isNormalized = true
            return annotation(.text(text), tag)
        }
        var result = try lines(detection, count).enumerated().map { index, line in
            text(line, style, Double(detection.yMin + Float(index + 1) * lineHeight), "LABEL")
        }
        // MediaPipe applies the font in the options only to labels.
        let plain = RenderText("", left: 0, baseline: 0)
        result.append(text("", plain, Double(detection.yMin + detection.height), "FEATURE"))
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

    /// Returns the detection's number, and the labels with their scores: on separate lines or all
    /// on one.
    private func lines(_ detection: DetectionBox, _ count: Int) throws -> [String] {
        // The landmarkers' detectors produce a score without a label; MediaPipe's produce label 0.
        try StandardCalculatorError.require(
            count == 0 || detection.scores.count == count,
            "a detection has \(detection.scores.count) scores for \(count) labels")
        let labels = (0..<count).map { index in
            let label =
                detection.labels.isEmpty
                ? "\(detection.labelIDs[index])" : detection.labels[index]
            let score = (detection.scores[index] * 100).rounded() / 100
            return label + delimiter + score.sixDigits + delimiter
        }
        return (hasNumber ? ["Id: \(detection.id)"] : [])
            + (hasLabelPerLine ? labels : [labels.joined()])
    }

    /// Returns the part of the box inside the image; an empty one if it lies outside.
    private func rectangle(_ detection: DetectionBox) -> RenderRectangle {
        let (x, y) = (Double(detection.xMin), Double(detection.yMin))
        let (width, height) = (Double(detection.width), Double(detection.height))
        if x + width < 0 || y + height < 0 || x > 1 || y > 1 { return RenderRectangle() }
        return RenderRectangle(
            left: max(x, 0), top: max(y, 0), right: min(x + width, 1), bottom: min(y + height, 1),
            isNormalized: true)
    }
}

import LandmarkGraph

/// Describes how to write classes in the upper left corner of an image: CLASSIFICATIONS
/// `[Classification]`, or LABELS `[String]` and optionally SCORES `[Float]`, to RENDER_DATA
/// `RenderData`, one line for each.
///
/// Options: `mediapipe.LabelsToRenderDataCalculatorOptions`. The location BOTTOM_LEFT and the input
/// VIDEO_PRESTREAM are not supported. Follows
/// mediapipe/calculators/util/labels_to_render_data_calculator.cc.
struct LabelsToRenderDataCalculator: Calculator {
    /// The line spacing in font heights.
    private static let lineHeight = 1.25

    private let colors: [RenderColor]
    private let outlineColors: [RenderColor]
    private let thickness: Double
    private let style: RenderText
    private let left: Int
    private let top: Int
    private let limit: Int
    private let showsDisplayName: Bool
    private let showsScore: Bool

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try LabelsToRenderDataCalculator(node)
        try StandardCalculatorError.require(
            ["CLASSIFICATIONS", "LABELS"].contains { node.count(.inputStream, tag: $0) > 0 },
            "CLASSIFICATIONS or LABELS is required")
        contract.input("CLASSIFICATIONS", 0, .type([Classification].self), optional: true)
        contract.input("LABELS", 0, .type([String].self), optional: true)
        contract.input("SCORES", 0, .type([Float].self), optional: true)
        contract.output("RENDER_DATA", 0, .type(RenderData.self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options = node.options.message("LabelsToRenderDataCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: [
            "color", "thickness", "outline_color", "outline_thickness", "font_height_px",
            "horizontal_offset_px", "vertical_offset_px", "max_num_labels", "font_face",
            "location", "use_display_name", "display_classification_score",
        ])
        let location = try options.enumeration("location", of: ["TOP_LEFT": 0, "BOTTOM_LEFT": 1])
        if location == "BOTTOM_LEFT" {
            throw VisionCalculatorError.unsupported("the location BOTTOM_LEFT")
        }
        colors = try RenderColor.list(options, "color")
        outlineColors = try RenderColor.list(options, "outline_color")
        thickness = try options.double("thickness") ?? 2
        let outline = try options.double("outline_thickness") ?? 0
        style = RenderText(
            "", left: 0, baseline: 0,
            fontHeight: Double(try options.int("font_height_px", in: 0...100_000) ?? 50),
            fontFace: try options.int("font_face") ?? 0,
            outline: RenderText.Outline(thickness: max(outline, 0)))
        let offsets = -1_000_000...1_000_000
        left = try options.int("horizontal_offset_px", in: offsets) ?? 0
        top = try options.int("vertical_offset_px", in: offsets) ?? 0
        limit = max(0, try options.int("max_num_labels") ?? 1)
        showsDisplayName = try options.bool("use_display_name") ?? false
        showsScore = try options.bool("display_classification_score") ?? false
    }

    mutating func process(_ context: CalculatorContext) throws {
        guard let labels = try labels(context.inputs) else { return }
        let height = (style.fontHeight * Self.lineHeight).rounded(.up)
        let annotations = labels.prefix(limit).enumerated().map { index, label in
            var text = style
            text.text = label
            text.left = Double(left)
            text.baseline = Double(top) + height * Double(index + 1)
            if style.outline.thickness > 0, !outlineColors.isEmpty {
                text.outline.color = outlineColors[index % outlineColors.count]
            }
            return RenderAnnotation(
                .text(text),
                color: colors.isEmpty ? RenderColor(red: 255) : colors[index % colors.count],
                thickness: thickness)
        }
        try context.outputs["RENDER_DATA"].send(RenderData(annotations: annotations))
    }

    /// Returns the lines of text; nil if there is no packet.
    private func labels(_ inputs: StreamInputs) throws -> [String]? {
        if inputs["CLASSIFICATIONS"].isConnected {
            return try inputs["CLASSIFICATIONS"].value([Classification].self)?.map { item in
                (showsDisplayName ? item.displayName : item.label)
                    + (showsScore ? ":" + item.score.sixDigits : "")
            }
        }
        guard let labels = try inputs["LABELS"].value([String].self) else { return nil }
        guard inputs["SCORES"].isConnected else { return labels }
        let scores = try inputs["SCORES"].get([Float].self)
        try StandardCalculatorError.require(
            scores.count == labels.count,
            "there are \(scores.count) scores for \(labels.count) labels")
        return zip(labels, scores).map { $0 + ":" + $1.sixDigits }
    }
}

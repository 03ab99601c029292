import LandmarkCore
import LandmarkGraph

/// Describes how to draw the irises of a face: IRIS `[Landmark]`, five for each eye, and IMAGE_SIZE
/// `PixelSize`, to RENDER_DATA `RenderData`, a circle and its landmarks for each;
/// LEFT_IRIS_DEPTH_MM and RIGHT_IRIS_DEPTH_MM `Float` each add a line of text.
///
/// Options: `mediapipe.IrisToRenderDataCalculatorOptions`. Follows
/// mediapipe/graphs/iris_tracking/calculators/iris_to_render_data_calculator.cc.
struct IrisToRenderDataCalculator: Calculator {
    private static let landmarkCount = 10
    /// The landmarks of each eye: the center, a vertical pair, a horizontal pair.
    private static let eyes = [[0, 2, 4, 3, 1], [5, 7, 9, 6, 8]]
    /// The line spacing in font heights.
    private static let lineHeight = 1.5

    private let oval: (color: RenderColor, thickness: Double)
    private let point: (color: RenderColor, thickness: Double)
    private let fontHeight: Int
    private let fontFace: Int
    private let offset: (left: Int, top: Int)
    private let isAtBottom: Bool

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try IrisToRenderDataCalculator(node)
        contract.input("IRIS", 0, .type([Landmark].self))
        contract.input("IMAGE_SIZE", 0, .type(PixelSize.self))
        for tag in ["LEFT_IRIS_DEPTH_MM", "RIGHT_IRIS_DEPTH_MM"] {
            contract.input(tag, 0, .type(Float.self), optional: true)
        }
        contract.output("RENDER_DATA", 0, .type(RenderData.self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options = node.options.message("IrisToRenderDataCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: [
            "oval_color", "landmark_color", "oval_thickness", "landmark_thickness",
            "font_height_px", "horizontal_offset_px", "vertical_offset_px", "font_face", "location",
        ])
        oval = (
            try RenderColor(options, "oval_color"), try options.double("oval_thickness") ?? 1
        )
        point = (
            try RenderColor(options, "landmark_color"),
            try options.double("landmark_thickness") ?? 1
        )
        fontHeight = try options.int("font_height_px", in: 0...100_000) ?? 50
        fontFace = try options.int("font_face") ?? 0
        let offsets = -1_000_000...1_000_000
        offset = (
            try options.int("horizontal_offset_px", in: offsets) ?? 0,
            try options.int("vertical_offset_px", in: offsets) ?? 0
        )
        isAtBottom =
            try options.enumeration("location", of: ["TOP_LEFT": 0, "BOTTOM_LEFT": 1])
            == "BOTTOM_LEFT"
    }

    mutating func process(_ context: CalculatorContext) throws {
        let inputs = context.inputs
        guard let landmarks = try inputs["IRIS"].value([Landmark].self) else { return }
        try VisionCalculatorError.check(landmarks, Self.landmarkCount)
        let size = try inputs["IMAGE_SIZE"].get(PixelSize.self)
        let irises = Self.eyes.flatMap { eye in iris(eye.map { landmarks[$0] }, in: size) }
        let lines = try [("Left", "LEFT_IRIS_DEPTH_MM"), ("Right", "RIGHT_IRIS_DEPTH_MM")]
            .compactMap { side, tag -> String? in
                guard let depth = try inputs[tag].value(Float.self), !depth.isInfinite
                else { return nil }
                return "\(side) : :" + (depth / 10).rounded().sixDigits + " cm"
            }
        try context.outputs["RENDER_DATA"].send(
            RenderData(annotations: irises + text(lines, in: size)))
    }

    private func iris(_ landmarks: [Landmark], in size: PixelSize) -> [RenderAnnotation] {
        let scale = SIMD2(Float(size.width), Float(size.height))
        func distance(_ a: Int, _ b: Int) -> Float {
            let across = SIMD2(landmarks[a].x, landmarks[a].y) * scale
            let offset = across - SIMD2(landmarks[b].x, landmarks[b].y) * scale
            return (offset * offset).sum().squareRoot()
        }
        let radius = (distance(3, 4) + distance(1, 2)) / 2 / 2
        let center = landmarks[0]
        let circle = RenderRectangle(
            left: Double(center.x - radius / scale.x), top: Double(center.y - radius / scale.y),
            right: Double(center.x + radius / scale.x),
            bottom: Double(center.y + radius / scale.y), isNormalized: true)
        return [
            RenderAnnotation(
                .oval(circle), color: oval.color, thickness: oval.thickness, sceneTag: "OVAL")
        ]
            + landmarks.map { landmark in
                RenderAnnotation(
                    .point(SIMD2(Double(landmark.x), Double(landmark.y)), isNormalized: true),
                    color: point.color, thickness: point.thickness)
            }
    }

    private func text(_ lines: [String], in size: PixelSize) -> [RenderAnnotation] {
        let height = (Double(fontHeight) * Self.lineHeight).rounded(.up)
        let top =
            Double(offset.top)
            + (isAtBottom ? Double(size.height) - height * Double(lines.count) : height)
        return lines.enumerated().map { index, line in
            RenderAnnotation(
                .text(
                    RenderText(
                        line, left: Double(offset.left), baseline: top + Double(index) * height,
                        fontHeight: Double(fontHeight), fontFace: fontFace)),
                color: RenderColor(red: 255), thickness: 5)
        }
    }
}

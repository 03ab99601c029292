import LandmarkCore
import LandmarkGraph

/// Describes how to draw regions: NORM_RECT `NormalizedRect`, NORM_RECTS `[NormalizedRect]`, RECT
/// `IntegerRect` or RECTS `[IntegerRect]` to RENDER_DATA `RenderData`.
///
/// Options: `mediapipe.RectToRenderDataCalculatorOptions`.
struct RectToRenderDataCalculator: Calculator {
    private let isFilled: Bool
    private let isOval: Bool
    private let color: RenderColor
    private let thickness: Double
    private let cornerThickness: Double?

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try RectToRenderDataCalculator(node)
        _ = try RectTag.declare(&contract, .inputStream, node)
        contract.output("RENDER_DATA", 0, .type(RenderData.self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options = node.options.message("RectToRenderDataCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: [
            "filled", "color", "thickness", "oval", "top_left_thickness",
        ])
        isFilled = try options.bool("filled") ?? false
        isOval = try options.bool("oval") ?? false
        color = try RenderColor(options, "color")
        thickness = try options.double("thickness") ?? 1
        cornerThickness = try options.double("top_left_thickness")
        try StandardCalculatorError.require(
            cornerThickness == nil || !isFilled && !isOval,
            "top_left_thickness cannot be combined with filled or oval")
    }

    mutating func process(_ context: CalculatorContext) throws {
        let inputs = context.inputs
        var normalized = try inputs["NORM_RECTS"].value([NormalizedRect].self) ?? []
        if let one = try inputs["NORM_RECT"].value(NormalizedRect.self) { normalized.append(one) }
        var whole = try inputs["RECTS"].value([IntegerRect].self) ?? []
        if let one = try inputs["RECT"].value(IntegerRect.self) { whole.append(one) }
        try context.outputs["RENDER_DATA"].send(
            RenderData(
                annotations: normalized.map { annotation(rectangle($0)) }
                    + whole.map { annotation(rectangle($0)) }))
    }

    private func annotation(_ rectangle: RenderRectangle) -> RenderAnnotation {
        let shape: RenderAnnotation.Shape =
            switch (isOval, isFilled) {
            case (true, true): .filledOval(rectangle)
            case (true, false): .oval(rectangle)
            case (false, true): .filledRectangle(rectangle)
            case (false, false): .rectangle(rectangle)
            }
        return RenderAnnotation(shape, color: color, thickness: thickness)
    }

    private func rectangle(_ rect: NormalizedRect) -> RenderRectangle {
        rectangle(
            x: rect.xCenter - rect.width / 2, y: rect.yCenter - rect.height / 2, rect.width,
            rect.height, rect.rotation, isNormalized: true)
    }

    private func rectangle(_ rect: IntegerRect) -> RenderRectangle {
        let (width, height) = (Float(rect.width), Float(rect.height))
        return rectangle(
            x: Float(rect.xCenter) - width / 2, y: Float(rect.yCenter) - height / 2, width, height,
            rect.rotation, isNormalized: false)
    }

    /// Returns the rectangle; an empty one if it is upright and outside the image.
    private func rectangle(
        x: Float, y: Float, _ width: Float, _ height: Float, _ rotation: Float, isNormalized: Bool
    ) -> RenderRectangle {
        let (left, top) = (Double(x), Double(y))
        let (right, bottom) = (left + Double(width), top + Double(height))
        if rotation == 0, right < 0 || bottom < 0 || isNormalized && (left > 1 || top > 1) {
            return RenderRectangle(topLeftThickness: cornerThickness)
        }
        return RenderRectangle(
            left: left, top: top, right: right, bottom: bottom, rotation: Double(rotation),
            isNormalized: isNormalized, topLeftThickness: cornerThickness)
    }
}

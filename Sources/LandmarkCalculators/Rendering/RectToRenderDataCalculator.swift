import LandmarkCore
import LandmarkGraph

/// Says how to draw regions: NORM_RECT `NormalizedRect` or NORM_RECTS `[NormalizedRect]` to RENDER_DATA
/// `RenderData`.
///
/// Options: `mediapipe.RectToRenderDataCalculatorOptions`. The inputs RECT and RECTS in pixels are not
/// supported.
struct RectToRenderDataCalculator: Calculator {
    private let isFilled: Bool
    private let isOval: Bool
    private let color: RenderColor
    private let thickness: Double
    private let cornerThickness: Double?

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try RectToRenderDataCalculator(node)
        try StandardCalculatorError.require(
            node.count(.inputStream, tag: "NORM_RECT") + node.count(.inputStream, tag: "NORM_RECTS")
                == 1, "exactly one of NORM_RECT and NORM_RECTS is needed")
        contract.input("NORM_RECT", 0, .type(NormalizedRect.self), optional: true)
        contract.input("NORM_RECTS", 0, .type([NormalizedRect].self), optional: true)
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
        var rects = try context.inputs["NORM_RECTS"].value([NormalizedRect].self) ?? []
        if let one = try context.inputs["NORM_RECT"].value(NormalizedRect.self) {
            rects.append(one)
        }
        try context.outputs["RENDER_DATA"].send(RenderData(annotations: rects.map(annotation)))
    }

    private func annotation(_ rect: NormalizedRect) -> RenderAnnotation {
        let rectangle = rectangle(rect)
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
        let x = Double(rect.xCenter - rect.width / 2)
        let y = Double(rect.yCenter - rect.height / 2)
        let (width, height) = (Double(rect.width), Double(rect.height))
        if rect.rotation == 0, x + width < 0 || y + height < 0 || x > 1 || y > 1 {
            return RenderRectangle(topLeftThickness: cornerThickness)
        }
        return RenderRectangle(
            left: x, top: y, right: x + width, bottom: y + height,
            rotation: Double(rect.rotation), isNormalized: true,
            topLeftThickness: cornerThickness)
    }
}

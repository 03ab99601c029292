import LandmarkCore
import LandmarkGraph

/// Computes the drawing scale from the size of a region: NORM_RECT `NormalizedRect` and IMAGE_SIZE
/// `PixelSize` to RENDER_SCALE `Float`, the longer side in pixels times `multiplier`.
///
/// Without a region, the scale is `multiplier`. With the option `process_timestamp_bounds` of
/// `mediapipe.RectToRenderScaleCalculatorOptions`, it is also sent at timestamp bounds.
struct RectToRenderScaleCalculator: Calculator {
    private let multiplier: Float
    private let hasBounds: Bool

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.processesTimestampBounds = try RectToRenderScaleCalculator(node).hasBounds
        contract.input("NORM_RECT", 0, .type(NormalizedRect.self))
        contract.input("IMAGE_SIZE", 0, .type(PixelSize.self))
        contract.output("RENDER_SCALE", 0, .type(Float.self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options = node.options.message("RectToRenderScaleCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: ["multiplier", "process_timestamp_bounds"])
        multiplier = try options.float("multiplier") ?? 0.01
        hasBounds = try options.bool("process_timestamp_bounds") ?? false
    }

    mutating func process(_ context: CalculatorContext) throws {
        let output = context.outputs["RENDER_SCALE"]
        guard let rect = try context.inputs["NORM_RECT"].value(NormalizedRect.self) else {
            return try output.send(multiplier)
        }
        let size = try context.inputs["IMAGE_SIZE"].get(PixelSize.self)
        let side = max(rect.width * Float(size.width), rect.height * Float(size.height))
        try output.send(side * multiplier)
    }
}

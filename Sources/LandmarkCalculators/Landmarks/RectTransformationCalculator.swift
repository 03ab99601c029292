import LandmarkCore
import LandmarkGraph

/// Rotates, moves, squares and scales regions: NORM_RECT `NormalizedRect` or NORM_RECTS
/// `[NormalizedRect]`, with IMAGE_SIZE `PixelSize`, or RECT `IntegerRect` or RECTS `[IntegerRect]`,
/// in; the same type out, on the untagged output.
///
/// Options: `mediapipe.RectTransformationCalculatorOptions`.
struct RectTransformationCalculator: Calculator {
    private let scale: (x: Float, y: Float)
    private let shift: (x: Float, y: Float)
    private let rotation: Double?
    private let isSquare: (long: Bool, short: Bool)

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try RectTransformationCalculator(node)
        let tag = try RectTag.declare(&contract, .inputStream, node)
        let needsSize = tag == .normalized || tag == .severalNormalized
        contract.input("IMAGE_SIZE", 0, .type(PixelSize.self), optional: !needsSize)
        contract.output("", 0, .type(tag.type))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options = node.options.message("RectTransformationCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: [
            "scale_x", "scale_y", "rotation", "rotation_degrees", "shift_x", "shift_y",
            "square_long", "square_short",
        ])
        scale = (try options.float("scale_x") ?? 1, try options.float("scale_y") ?? 1)
        shift = (try options.float("shift_x") ?? 0, try options.float("shift_y") ?? 0)
        let radians = try options.float("rotation")
        let degrees = try options.int("rotation_degrees")
        try StandardCalculatorError.require(
            radians == nil || degrees == nil,
            "only one of rotation and rotation_degrees may be set")
        rotation = radians.map { Double($0) } ?? degrees.map { .pi * Double($0) / 180 }
        let long = try options.bool("square_long")
        let short = try options.bool("square_short")
        try StandardCalculatorError.require(
            long == nil || short == nil, "only one of square_long and square_short may be set")
        isSquare = (long ?? false, short ?? false)
    }

    mutating func process(_ context: CalculatorContext) throws {
        let inputs = context.inputs
        if let rect = try inputs["RECT"].value(IntegerRect.self) {
            try context.outputs[0].send(apply(to: rect))
        }
        if let rects = try inputs["RECTS"].value([IntegerRect].self) {
            try context.outputs[0].send(rects.map(apply))
        }
        if let rect = try inputs["NORM_RECT"].value(NormalizedRect.self) {
            let size = try inputs["IMAGE_SIZE"].get(PixelSize.self)
            try context.outputs[0].send(apply(to: rect, in: size))
        }
        if let rects = try inputs["NORM_RECTS"].value([NormalizedRect].self) {
            let size = try inputs["IMAGE_SIZE"].get(PixelSize.self)
            try context.outputs[0].send(rects.map { apply(to: $0, in: size) })
        }
    }

    /// Transforms a region with MediaPipe's order of operations. As in MediaPipe, the rotation that
    /// the options add rotates the direction of the shift, not the region.
    private func apply(to rect: NormalizedRect, in size: PixelSize) -> NormalizedRect {
        let image = (width: Float(size.width), height: Float(size.height))
        var result = rect
        let angle = angle(rect.rotation)
        if angle == 0 {
            result.xCenter = rect.xCenter + rect.width * shift.x
            result.yCenter = rect.yCenter + rect.height * shift.y
        } else {
            let (cos, sin) = (FloatMath.cos(angle), FloatMath.sin(angle))
            let across = image.width * rect.width * shift.x
            let down = image.height * rect.height * shift.y
            result.xCenter = rect.xCenter + (across * cos - down * sin) / image.width
            result.yCenter = rect.yCenter + (across * sin + down * cos) / image.height
        }
        let sides = (rect.width * image.width, rect.height * image.height)
        if isSquare.long || isSquare.short {
            let side = isSquare.long ? max(sides.0, sides.1) : min(sides.0, sides.1)
            result.width = side / image.width
            result.height = side / image.height
        }
        result.width *= scale.x
        result.height *= scale.y
        return result
    }
    /// Transforms a region in pixels, truncating each number.
    private func apply(to rect: IntegerRect) -> IntegerRect {
        var (width, height) = (Float(rect.width), Float(rect.height))
        let (x, y) = (Float(rect.xCenter), Float(rect.yCenter))
        var result = rect
        let angle = angle(rect.rotation)
        let (across, down) = (width * shift.x, height * shift.y)
        if angle == 0 {
            result.xCenter = Int(truncating: x + across)
            result.yCenter = Int(truncating: y + down)
        } else {
            let (cos, sin) = (FloatMath.cos(angle), FloatMath.sin(angle))
            result.xCenter = Int(truncating: x + (across * cos - down * sin))
            result.yCenter = Int(truncating: y + (across * sin + down * cos))
        }
        if isSquare.long || isSquare.short {
            let side = isSquare.long ? max(width, height) : min(width, height)
            (width, height) = (side, side)
        }
        result.width = Int(truncating: width * scale.x)
        result.height = Int(truncating: height * scale.y)
        return result
    }

    /// Returns the angle by which the shift is rotated.
    private func angle(_ angle: Float) -> Float {
        rotation.map { Radians.normalized(Float(Double(angle) + $0)) } ?? angle
    }
}

import LandmarkCore
import LandmarkDrawing
import LandmarkGraph
import LandmarkImaging

/// Draws on images: IMAGE, any number of untagged `RenderData` and of VECTOR `[RenderData]` in,
/// IMAGE `PixelBuffer` out. Without IMAGE, draws on a canvas with the size and color in the
/// options.
///
/// Options: `mediapipe.AnnotationOverlayCalculatorOptions`, except `flip_text_vertically`; GPU
/// options have no effect. Positions are rounded to whole pixels, as in MediaPipe; lines are
/// antialiased, and text uses the system's font, so pixels differ from MediaPipe's at edges and in
/// text.
struct AnnotationOverlayCalculator: Calculator {
    private let canvasSize: PixelSize
    private let canvasColor: RenderColor

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try AnnotationOverlayCalculator(node)
        contract.input("IMAGE", 0, .image, optional: true)
        contract.input("", nil, .type(RenderData.self), optional: true)
        contract.input("VECTOR", nil, .type([RenderData].self), optional: true)
        contract.output("IMAGE", 0, .type(PixelBuffer.self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options = node.options.message("AnnotationOverlayCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: [
            "canvas_width_px", "canvas_height_px", "canvas_color", "flip_text_vertically",
            "gpu_uses_top_left_origin", "gpu_scale_factor",
        ])
        if try options.bool("flip_text_vertically") == true {
            throw VisionCalculatorError.unsupported("flip_text_vertically")
        }
        canvasSize = PixelSize(
            width: try options.int("canvas_width_px", in: 1...16_384) ?? 1920,
            height: try options.int("canvas_height_px", in: 1...16_384) ?? 1080)
        canvasColor = try RenderColor(options, "canvas_color")
    }

    mutating func process(_ context: CalculatorContext) throws {
        let inputs = context.inputs
        let image: PixelBuffer
        if inputs["IMAGE"].isConnected {
            guard let frame = try inputs["IMAGE"].frame() else { return }
            image = frame.image
        } else {
            image = try emptyCanvas()
        }
        let canvas = try Canvas(image)
        for index in 0..<inputs.count() {
            try inputs[index].value(RenderData.self)?.draw(on: canvas)
        }
        for index in 0..<inputs.count("VECTOR") {
            for data in try inputs["VECTOR", index].value([RenderData].self) ?? [] {
                data.draw(on: canvas)
            }
        }
        try context.outputs["IMAGE"].send(try canvas.image())
    }

    private func emptyCanvas() throws(ImagingError) -> PixelBuffer {
        let pixel = [canvasColor.red, canvasColor.green, canvasColor.blue].map {
            UInt8(clamping: $0)
        }
        let count = canvasSize.width * canvasSize.height * 3
        return try PixelBuffer(
            width: canvasSize.width, height: canvasSize.height, format: .rgb24,
            bytes: (0..<count).map { pixel[$0 % 3] })
    }
}

extension RenderData {
    /// Draws the shapes in order.
    func draw(on canvas: Canvas) {
        for annotation in annotations { annotation.draw(on: canvas) }
    }
}

extension RenderAnnotation {
    /// The number of corners of the polygon that approximates an ellipse.
    private static let ovalCorners = 72
    /// The number of segments of a line with a color gradient.
    private static let gradientSteps = 16
    /// The maximum line width in pixels.
    private static let thicknessLimit = 32_767.0

    /// Lines are at least one pixel wide.
    private var width: Double {
        thickness.isNaN ? 1 : min(max(thickness.rounded(), 1), Self.thicknessLimit)
    }

    fileprivate func draw(on canvas: Canvas) {
        let paint = color.overlay
        func outline(_ corners: [PixelPoint]) {
            let sides = zip(corners, corners.dropFirst() + corners.prefix(1)).map { ($0, $1) }
            canvas.plainLines(sides, width: width, color: paint)
        }
        switch shape {
        case .rectangle(let rectangle):
            let corners = rectangle.corners(on: canvas)
            outline(corners)
            if let radius = rectangle.topLeftThickness {
                let diameter = 2 * min(max(radius.rounded(), 1), Self.thicknessLimit)
                canvas.plainLines([(corners[0], corners[0])], width: diameter, color: paint)
            }
        case .filledRectangle(let rectangle):
            canvas.fillConvex(rectangle.corners(on: canvas), color: paint)
        case .oval(let rectangle): outline(rectangle.oval(Self.ovalCorners, on: canvas))
        case .filledOval(let rectangle):
            canvas.fillConvex(rectangle.oval(Self.ovalCorners, on: canvas), color: paint)
        case .point(let place, let isNormalized):
            let point = canvas.pixel(place, isNormalized)
            canvas.plainLines([(point, point)], width: 2 * width + 1, color: paint)
        case .line(let from, let to, let isNormalized):
            canvas.plainLines(
                [(canvas.pixel(from, isNormalized), canvas.pixel(to, isNormalized))],
                width: width, color: paint)
        case .gradientLine(let from, let to, let isNormalized, let first, let last):
            let (start, end) = (
                canvas.pixel(from, isNormalized), canvas.pixel(to, isNormalized)
            )
            for step in 0..<Self.gradientSteps {
                let (low, high) = (
                    Float(step) / Float(Self.gradientSteps),
                    Float(step + 1) / Float(Self.gradientSteps)
                )
                canvas.plainLines(
                    [(start.mixed(with: end, low), start.mixed(with: end, high))],
                    width: width, color: first.mixed(with: last, Double(low + high) / 2).overlay)
            }
        case .text(let text):
            let place = canvas.pixel(SIMD2(text.left, text.baseline), text.isNormalized)
            let scale = text.isNormalized ? Double(canvas.size.height) : 1
            canvas.plainText(text.text, at: place, height: text.fontHeight * scale, color: paint)
        }
    }
}

extension Canvas {
    /// Returns the center of the pixel at a position, which is rounded if it is in fractions of the
    /// image and otherwise truncated, as in MediaPipe.
    fileprivate func pixel(_ place: SIMD2<Double>, _ isNormalized: Bool) -> PixelPoint {
        let scale = SIMD2(Double(size.width), Double(size.height))
        let whole =
            isNormalized
            ? (place * scale).rounded(.toNearestOrAwayFromZero) : place.rounded(.towardZero)
        return PixelPoint(x: Float(whole.x) + 0.5, y: Float(whole.y) + 0.5)
    }
}

extension RenderRectangle {
    /// Returns the corners in pixels: top left, top right, bottom right, bottom left.
    fileprivate func corners(on canvas: Canvas) -> [PixelPoint] {
        let signs: [(Float, Float)] = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
        return points(signs, on: canvas)
    }

    /// Returns points on the ellipse in the rectangle.
    fileprivate func oval(_ count: Int, on canvas: Canvas) -> [PixelPoint] {
        let directions = (0..<count).map { index in
            let angle = Float(index) / Float(count) * 2 * .pi
            return (FloatMath.cos(angle), FloatMath.sin(angle))
        }
        return points(directions, on: canvas)
    }

    /// Returns points given by their offsets from the center, in fractions of half the width and
    /// half the height.
    private func points(_ parts: [(Float, Float)], on canvas: Canvas) -> [PixelPoint] {
        let low = canvas.pixel(SIMD2(left, top), isNormalized)
        let high = canvas.pixel(SIMD2(right, bottom), isNormalized)
        let center = PixelPoint(x: (low.x + high.x) / 2, y: (low.y + high.y) / 2)
        let (across, down) = ((high.x - low.x) / 2, (high.y - low.y) / 2)
        let (c, s) = (FloatMath.cos(Float(rotation)), FloatMath.sin(Float(rotation)))
        return parts.map { part in
            let (x, y) = (part.0 * across, part.1 * down)
            return PixelPoint(x: center.x + c * x - s * y, y: center.y + s * x + c * y)
        }
    }
}

extension RenderColor {
    fileprivate var overlay: OverlayColor {
        func channel(_ value: Int) -> UInt32 { UInt32(min(max(value, 0), 255)) }
        return OverlayColor(channel(red) << 16 | channel(green) << 8 | channel(blue))
    }

    fileprivate func mixed(with other: RenderColor, _ share: Double) -> RenderColor {
        func channel(_ first: Int, _ second: Int) -> Int {
            Int(
                Double(min(max(first, 0), 255)) * (1 - share) + Double(min(max(second, 0), 255))
                    * share)
        }
        return RenderColor(
            red: channel(red, other.red), green: channel(green, other.green),
            blue: channel(blue, other.blue))
    }
}

extension PixelPoint {
    fileprivate func mixed(with other: PixelPoint, _ share: Float) -> PixelPoint {
        PixelPoint(x: x + (other.x - x) * share, y: y + (other.y - y) * share)
    }
}

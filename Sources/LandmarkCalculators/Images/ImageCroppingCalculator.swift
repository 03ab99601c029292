import LandmarkCore
import LandmarkGraph
import LandmarkImaging

/// Crops images to a region: IMAGE, and RECT `IntegerRect`, NORM_RECT `NormalizedRect`, or WIDTH
/// and HEIGHT `Int`, to IMAGE `PixelBuffer`, upright and without interpolation. A region of zero
/// size means the whole image.
///
/// Options: `mediapipe.ImageCroppingCalculatorOptions`, which specify the region if no stream does.
/// Follows mediapipe/calculators/image/image_cropping_calculator.cc on the CPU.
struct ImageCroppingCalculator: Calculator {
    private static let sizes = 1...16_384

    private let size: (width: Int, height: Int)?
    private let share: (width: Float, height: Float)?
    private let center: (x: Float, y: Float)?
    private let rotation: Float
    private let limit: (width: Int?, height: Int?)
    private let replicates: Bool

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        let calculator = try ImageCroppingCalculator(node)
        let sides = ["WIDTH", "HEIGHT"].map { node.count(.inputStream, tag: $0) }
        let sources =
            node.count(.inputStream, tag: "RECT") + node.count(.inputStream, tag: "NORM_RECT")
            + (sides == [1, 1] ? 1 : 0) + (calculator.size == nil ? 0 : 1)
            + (calculator.share == nil ? 0 : 1)
        try StandardCalculatorError.require(
            sources == 1,
            "exactly one of RECT, NORM_RECT, WIDTH with HEIGHT, the options width with height, and"
                + " norm_width with norm_height is required, got \(sources)")
        contract.input("IMAGE", 0, .image)
        contract.input("RECT", 0, .type(IntegerRect.self), optional: true)
        contract.input("NORM_RECT", 0, .type(NormalizedRect.self), optional: true)
        for tag in ["WIDTH", "HEIGHT"] {
            contract.input(tag, 0, .type(Int.self), optional: true)
        }
        contract.output("IMAGE", 0, .type(PixelBuffer.self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options = node.options.message("ImageCroppingCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: [
            "width", "height", "rotation", "norm_width", "norm_height", "norm_center_x",
            "norm_center_y", "border_mode", "output_max_width", "output_max_height",
        ])
        func pair<Value>(_ a: Value?, _ b: Value?) -> (Value, Value)? {
            if let a, let b { return (a, b) }
            return nil
        }
        size = pair(
            try options.int("width", in: Self.sizes), try options.int("height", in: Self.sizes))
        share = pair(try options.float("norm_width"), try options.float("norm_height"))
        center = pair(try options.float("norm_center_x"), try options.float("norm_center_y"))
        rotation = try options.float("rotation") ?? 0
        limit = (
            try options.int("output_max_width", in: Self.sizes),
            try options.int("output_max_height", in: Self.sizes)
        )
        let border = try options.enumeration(
            "border_mode", of: ["BORDER_UNSPECIFIED": 0, "BORDER_ZERO": 1, "BORDER_REPLICATE": 2])
        if border == "BORDER_UNSPECIFIED" {
            throw VisionCalculatorError.unsupported("border_mode: BORDER_UNSPECIFIED")
        }
        replicates = border == "BORDER_REPLICATE"
    }

    mutating func process(_ context: CalculatorContext) throws {
        guard let frame = try context.inputs["IMAGE"].frame() else { return }
        guard frame.orientation == .up else {
            throw VisionCalculatorError.unsupported("a frame with orientation \(frame.orientation)")
        }
        let image = frame.image
        guard let region = try region(context.inputs, of: image.size) else { return }
        try context.outputs["IMAGE"].send(try crop(image, region))
    }

    /// The region in pixels; nil if its packet is missing.
    private func region(_ inputs: StreamInputs, of image: PixelSize) throws -> CropRegion? {
        let (width, height) = (Float(image.width), Float(image.height))
        var region = CropRegion(
            width: image.width, height: image.height, x: width / 2, y: height / 2, rotation: 0)
        var share = share
        if inputs["RECT"].isConnected {
            guard let rect = try inputs["RECT"].value(IntegerRect.self) else { return nil }
            if rect.width > 0, rect.height > 0 {
                region = CropRegion(
                    width: rect.width, height: rect.height, x: Float(rect.xCenter),
                    y: Float(rect.yCenter), rotation: rect.rotation)
            }
        } else if inputs["NORM_RECT"].isConnected {
            guard let rect = try inputs["NORM_RECT"].value(NormalizedRect.self) else { return nil }
            if rect.width > 0, rect.height > 0 {
                share = (rect.width, rect.height)
                (region.x, region.y) = (rect.xCenter * width, rect.yCenter * height)
                region.rotation = rect.rotation
            }
        } else {
            if inputs["WIDTH"].isConnected {
                region.width = try inputs["WIDTH"].get(Int.self)
                region.height = try inputs["HEIGHT"].get(Int.self)
            } else if let size {
                (region.width, region.height) = (size.width, size.height)
            }
            if let center { (region.x, region.y) = (center.x * width, center.y * height) }
            region.rotation = rotation
        }
        if let share, share.width > 0, share.height > 0 {
            region.width = Int(truncating: (share.width * width).rounded())
            region.height = Int(truncating: (share.height * height).rounded())
        }
        region.alignToPixels()
        return region
    }

    private func crop(_ image: PixelBuffer, _ region: CropRegion) throws -> PixelBuffer {
        let (width, height) = (Float(region.width), Float(region.height))
        let scale = min(
            1, limit.width.map { Float($0) / width } ?? 1,
            limit.height.map { Float($0) / height } ?? 1)
        let target = PixelSize(width: Int(width * scale), height: Int(height * scale))
        for side in [target.width, target.height] where !Self.sizes.contains(side) {
            throw VisionCalculatorError.number(
                name: "the side of a region", expected: "from 1 to 16384 pixels", got: side)
        }
        let step = image.format.bytesPerPixel
        var bytes = [UInt8](repeating: 0, count: target.width * target.height * step)
        image.withUnsafeBytes { source in
            for row in 0..<target.height {
                for column in 0..<target.width {
                    let place = region.source(column, row, scale: Double(scale))
                    var (x, y) = place
                    if replicates {
                        x = min(max(x, 0), image.width - 1)
                        y = min(max(y, 0), image.height - 1)
                    }
                    guard 0..<image.width ~= x, 0..<image.height ~= y else { continue }
                    let from = y * image.bytesPerRow + x * step
                    let to = (row * target.width + column) * step
                    for channel in 0..<step { bytes[to + channel] = source[from + channel] }
                }
            }
        }
        return try PixelBuffer(
            width: target.width, height: target.height, format: image.format, bytes: bytes)
    }
}

/// A region of an image in pixels.
private struct CropRegion {
    var width: Int
    var height: Int
    var x: Float
    var y: Float
    var rotation: Float

    /// Moves an upright region so that its edges lie between pixels.
    mutating func alignToPixels() {
        guard rotation == 0 else { return }
        func aligned(_ center: Float, _ side: Int) -> Float {
            side % 2 == 0 ? center.rounded() : (center + 0.5).rounded() - 0.5
        }
        x = aligned(x, width)
        y = aligned(y, height)
    }

    /// Returns the image pixel for a pixel of the region.
    func source(_ column: Int, _ row: Int, scale: Double) -> (x: Int, y: Int) {
        let across = (Double(column) + 0.5) / scale - Double(width) / 2
        let down = (Double(row) + 0.5) / scale - Double(height) / 2
        let (c, s) = (Double(FloatMath.cos(rotation)), Double(FloatMath.sin(rotation)))
        let px = Double(x) + c * across - s * down - 0.5
        let py = Double(y) + s * across + c * down - 0.5
        return (Self.nearest(px), Self.nearest(py))
    }

    /// Returns the nearest integer; −1 for NaN or a number beyond any image.
    private static func nearest(_ value: Double) -> Int {
        abs(value) < 1e6 ? Int(value.rounded(.toNearestOrEven)) : -1
    }
}

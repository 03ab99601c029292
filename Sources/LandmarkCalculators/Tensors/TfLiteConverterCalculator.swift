import LandmarkCore
import LandmarkGraph
import LandmarkImaging

/// Converts an image to a tensor of its size: IMAGE to TENSORS `[GraphTensor]`, one of shape
/// [1, height, width, channels].
///
/// Options: `mediapipe.TfLiteConverterCalculatorOptions`: values 0…255 become those of
/// `output_tensor_float_range`, of `use_custom_normalization`, or −1…1 with `zero_center`, the
/// default; otherwise 0…1. With `use_quantized_tensors` they stay bytes. `row_major_matrix` has no
/// effect, because there are no matrices. MediaPipe's tensors omit the first dimension, which is 1.
struct TfLiteConverterCalculator: Calculator {
    private let channels: Int
    private let range: ClosedRange<Float>
    private let flips: Bool
    private let isQuantized: Bool

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try TfLiteConverterCalculator(node)
        contract.input("IMAGE", 0, .image)
        contract.output("TENSORS", 0, .type([GraphTensor].self))
        contract.timestampOffset = 0
        contract.inputStreamHandler = HandlerConfig(type: "FixedSizeInputStreamHandler")
    }

    init(_ node: NodeConfig) throws {
        let options = node.options.message("TfLiteConverterCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: [
            "zero_center", "use_custom_normalization", "custom_div", "custom_sub",
            "flip_vertically", "max_num_channels", "row_major_matrix", "use_quantized_tensors",
            "output_tensor_float_range",
        ])
        channels = try options.int("max_num_channels", in: 1...4) ?? 3
        try StandardCalculatorError.require(channels != 2, "max_num_channels must be 1, 3 or 4")
        flips = try options.bool("flip_vertically") ?? false
        isQuantized = try options.bool("use_quantized_tensors") ?? false
        range = try Self.range(options)
    }

    private static func range(_ options: TextMessage) throws -> ClosedRange<Float> {
        if try options.bool("use_custom_normalization") == true {
            let divisor = try options.float("custom_div") ?? -1
            let offset = try options.float("custom_sub") ?? -1
            try StandardCalculatorError.require(
                divisor > 0 && offset >= 0,
                "use_custom_normalization needs a positive custom_div and custom_sub, got"
                    + " \(divisor) and \(offset)")
            return -offset...Float(Double(-offset) + 255 / Double(divisor))
        }
        guard let bounds = try options.message("output_tensor_float_range") else {
            return try options.bool("zero_center") ?? true ? -1...1 : 0...1
        }
        return try TensorRange.floats(bounds)
    }

    mutating func process(_ context: CalculatorContext) throws {
        guard let frame = try context.inputs["IMAGE"].frame() else { return }
        guard frame.orientation == .up else {
            throw VisionCalculatorError.unsupported("a frame with orientation \(frame.orientation)")
        }
        try context.outputs["TENSORS"].send([tensor(frame.image)])
    }

    private func tensor(_ image: PixelBuffer) -> GraphTensor {
        let step = image.format.bytesPerPixel
        // The byte of each channel; BGRA images have a different order.
        let order = image.format == .bgra32 ? [2, 1, 0, 3] : [0, 1, 2, 3]
        let kept = min(channels, step)
        // With MediaPipe's order of operations: in single precision, scaled, then shifted.
        let scale = (range.upperBound - range.lowerBound) / 255
        var values: [Float] = []
        values.reserveCapacity(image.width * image.height * kept)
        image.withUnsafeBytes { bytes in
            for row in 0..<image.height {
                let y = flips && !isQuantized ? image.height - 1 - row : row
                for x in 0..<image.width {
                    for channel in 0..<kept {
                        let byte = bytes[y * image.bytesPerRow + x * step + order[channel]]
                        values.append(
                            isQuantized ? Float(byte) : Float(byte) * scale + range.lowerBound)
                    }
                }
            }
        }
        return GraphTensor(
            shape: [1, image.height, image.width, kept], values: values,
            element: isQuantized ? .uint8 : .float32)
    }
}

/// The range to which a tensor's values are mapped.
enum TensorRange {
    /// Reads `min` and `max`, which must be in ascending order.
    ///
    /// - Throws: `TextFormatError`, or `StandardCalculatorError` unless they are in ascending
    ///   order.
    static func floats(_ message: TextMessage) throws -> ClosedRange<Float> {
        try message.requireFields(in: ["min", "max"])
        let low = try message.float("min") ?? 0
        let high = try message.float("max") ?? 0
        try StandardCalculatorError.require(
            low < high, "a tensor's range must be ascending, not from \(low) to \(high)")
        return low...high
    }
}

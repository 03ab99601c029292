import LandmarkCore
import LandmarkGraph
import LandmarkImaging

/// Samples a region of an image into a model's input: IMAGE and optionally NORM_RECT
/// `NormalizedRect` in; TENSORS `[GraphTensor]`, one of shape [1, height, width, 3], MATRIX
/// `[Float]`, 4×4 in row-major order, from the tensor to the image, and LETTERBOX_PADDING
/// `[Float]`, the left, top, right and bottom bars as fractions of the tensor, out.
///
/// Options: `mediapipe.ImageToTensorCalculatorOptions`. With `output_tensor_int_range` or
/// `output_tensor_uint_range` the elements have 8 bits, signed if the range begins below 0. Gray
/// images and rotated frames are not supported. Nothing is sent for a region of zero size.
struct ImageToTensorCalculator: Calculator {
    private let width: Int?
    private let height: Int?
    private let keepsAspect: Bool
    private let range: ClosedRange<Float>
    private let element: GraphTensor.Element
    private let border: ImageToTensor.BorderMode
    private var sampler: ImageToTensor?

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try ImageToTensorCalculator(node)
        contract.input("IMAGE", 0, .image)
        contract.input("NORM_RECT", 0, .type(NormalizedRect.self), optional: true)
        contract.output("TENSORS", 0, .type([GraphTensor].self))
        contract.output("MATRIX", 0, .type([Float].self), optional: true)
        contract.output("LETTERBOX_PADDING", 0, .type([Float].self), optional: true)
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options = node.options.message("ImageToTensorCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: [
            "output_tensor_width", "output_tensor_height", "keep_aspect_ratio",
            "output_tensor_float_range", "output_tensor_int_range", "output_tensor_uint_range",
            "gpu_origin", "border_mode",
        ])
        func side(_ field: String) throws -> Int? {
            let side = try options.int(field, in: 0...16_384) ?? 0
            return side > 0 ? side : nil
        }
        width = try side("output_tensor_width")
        height = try side("output_tensor_height")
        keepsAspect = try options.bool("keep_aspect_ratio") ?? false
        (range, element) = try Self.range(options)
        let mode = try options.enumeration(
            "border_mode", of: ["BORDER_UNSPECIFIED": 0, "BORDER_ZERO": 1, "BORDER_REPLICATE": 2])
        border = mode == "BORDER_ZERO" ? .zero : .replicate
    }

    private static func range(
        _ options: TextMessage
    ) throws -> (ClosedRange<Float>, GraphTensor.Element) {
        let fields = ["float", "int", "uint"].map { "output_tensor_\($0)_range" }
        let field = try options.requireOne(of: fields)
        let range = try TensorRange.floats(options.message(field) ?? TextMessage())
        if field == fields[0] { return (range, .float32) }
        let element: GraphTensor.Element = range.lowerBound < 0 ? .int8 : .uint8
        let limits: ClosedRange<Float> = element == .int8 ? -128...127 : 0...255
        try StandardCalculatorError.require(
            limits.contains(range.lowerBound) && limits.contains(range.upperBound),
            "\(field) is \(range.lowerBound) to \(range.upperBound), but elements of 8 bits go from"
                + " \(limits.lowerBound) to \(limits.upperBound)")
        return (range, element)
    }

    mutating func open(_ context: CalculatorContext) throws { sampler = try ImageToTensor() }

    mutating func process(_ context: CalculatorContext) throws {
        let inputs = context.inputs
        guard let sampler, let frame = try inputs["IMAGE"].frame() else { return }
        guard frame.orientation == .up else {
            throw VisionCalculatorError.unsupported("a frame with orientation \(frame.orientation)")
        }
        let image = frame.image
        guard image.format != .gray8 else {
            throw VisionCalculatorError.unsupported("a gray image")
        }
        var rect = NormalizedRect.full
        if inputs["NORM_RECT"].isConnected {
            guard let given = try inputs["NORM_RECT"].value(NormalizedRect.self) else { return }
            if given.width == 0, given.height == 0 { return }
            rect = given
        }
        var region = PixelRect(rect, in: image.size)
        let size = PixelSize(width: width ?? image.width, height: height ?? image.height)
        let padding = keepsAspect ? Self.pad(&region, to: size) : [0, 0, 0, 0]
        let outputs = context.outputs
        try outputs["LETTERBOX_PADDING"].send(padding)
        try outputs["MATRIX"].send(RegionMatrix.numbers(region, in: image.size))
        let tensor = try sample(image, region, size, sampler)
        try outputs["TENSORS"].send([tensor])
    }

    private func sample(
        _ image: PixelBuffer, _ region: PixelRect, _ size: PixelSize, _ sampler: ImageToTensor
    ) throws(ImagingError) -> GraphTensor {
        var values = [Float](repeating: 0, count: size.width * size.height * 3)
        var failure: ImagingError?
        values.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            let view = TensorView(
                base: base, height: size.height, width: size.width, channels: 3,
                rowStride: size.width * 3)
            do throws(ImagingError) {
                try sampler.convert(image, roi: region, border: border, range: range, into: view)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        if element != .float32 {
            for index in values.indices { values[index].round(.toNearestOrEven) }
        }
        return GraphTensor(
            shape: [1, size.height, size.width, 3], values: values, element: element)
    }

    /// Grows a region about its center to the aspect ratio of the tensor.
    ///
    /// - Returns: The left, top, right and bottom bars as fractions of the tensor.
    private static func pad(_ region: inout PixelRect, to size: PixelSize) -> [Float] {
        let tensor = Float(size.height) / Float(size.width)
        let aspect = region.height / region.width
        if tensor > aspect {
            region.height = region.width * tensor
            let bar = (1 - aspect / tensor) / 2
            return [0, bar, 0, bar]
        }
        region.width = region.height / tensor
        let bar = (1 - tensor / aspect) / 2
        return [bar, 0, bar, 0]
    }
}

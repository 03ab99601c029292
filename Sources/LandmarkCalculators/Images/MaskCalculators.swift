import LandmarkCore
import LandmarkGraph
import LandmarkImaging

/// Converts the first of TENSORS `[GraphTensor]`, of shape [1, height, width, channels], to MASK `Mask`, scaled
/// bilinearly to OUTPUT_SIZE `PixelSize` if that is connected.
///
/// Options: `mediapipe.TensorsToSegmentationCalculatorOptions`. One channel with NONE or SIGMOID, two with
/// SOFTMAX, of which `output_layer_index` selects one. Follows
/// mediapipe/calculators/tensor/tensors_to_segmentation_converter_opencv.cc.
struct TensorsToSegmentationCalculator: Calculator {
    private enum Activation: String {
        case none = "NONE"
        case sigmoid = "SIGMOID"
        case softmax = "SOFTMAX"
    }

    private let activation: Activation
    private let channel: Int

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try TensorsToSegmentationCalculator(node)
        contract.input("TENSORS", 0, .type([GraphTensor].self))
        contract.input("OUTPUT_SIZE", 0, .type(PixelSize.self), optional: true)
        contract.output("MASK", 0, .type(Mask.self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options =
            node.options.message("TensorsToSegmentationCalculatorOptions") ?? TextMessage()
        // The origin of textures concerns masks on a GPU.
        try options.requireFields(in: ["gpu_origin", "activation", "output_layer_index"])
        let name = try options.enumeration(
            "activation", of: ["NONE": 0, "SIGMOID": 1, "SOFTMAX": 2])
        activation = name.flatMap(Activation.init) ?? .none
        channel = try options.int("output_layer_index", in: 0...1) ?? 1
    }

    mutating func process(_ context: CalculatorContext) throws {
        guard let tensors = try context.inputs["TENSORS"].value([GraphTensor].self) else { return }
        guard let tensor = tensors.first else {
            throw StandardCalculatorError("there is no tensor")
        }
        let mask = try self.mask(tensor)
        guard context.inputs["OUTPUT_SIZE"].isConnected else {
            return try context.outputs["MASK"].send(mask)
        }
        guard let size = try context.inputs["OUTPUT_SIZE"].value(PixelSize.self) else {
            throw StandardCalculatorError("OUTPUT_SIZE has no packet for the tensor")
        }
        try MaskWarp.check([size])
        try ImageMemory.check(4 * size.width * size.height, for: size, file: "a mask")
        var resize = MaskResize()
        var values: [Float] = []
        mask.values.withUnsafeBufferPointer {
            resize.resize($0, of: mask.size, to: size, into: &values)
        }
        try context.outputs["MASK"].send(
            Mask(width: size.width, height: size.height, values: values))
    }

    private func mask(_ tensor: GraphTensor) throws -> Mask {
        let channels = activation == .softmax ? 2 : 1
        guard let shape = tensor.imageShape, shape.channels == channels, tensor.element == .float32
        else {
            throw StandardCalculatorError(
                "the tensor has shape \(tensor.shape) and elements of type \(tensor.element.rawValue),"
                    + " expected [1, height, width, \(channels)] and float32 for \(activation.rawValue)"
            )
        }
        var values = tensor.values
        switch activation {
        case .sigmoid:
            var likelihoods: [Float] = []
            values.withUnsafeBufferPointer { MaskWarp.decode($0, into: &likelihoods) }
            values = likelihoods
        case .softmax:
            values = stride(from: 0, to: values.count, by: 2).map { index in
                let (first, second) = (values[index], values[index + 1])
                let (low, high) = (min(first, second), max(first, second))
                return FloatMath.exp(values[index + channel] - high)
                    / (1 + FloatMath.exp(low - high))
            }
        case .none: break
        }
        return try Mask(width: shape.width, height: shape.height, values: values)
    }
}

/// Inverts MATRIX `[Float]`, 4×4 in row-major order: MATRIX `[Float]`. Follows
/// mediapipe/calculators/util/inverse_matrix_calculator.cc, but also inverts matrices whose determinant is below
/// 2.2·10⁻¹⁶.
struct InverseMatrixCalculator: Calculator {
    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.input("MATRIX", 0, .type([Float].self))
        contract.output("MATRIX", 0, .type([Float].self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) {}

    mutating func process(_ context: CalculatorContext) throws {
        guard let matrix = try context.inputs["MATRIX"].value([Float].self) else { return }
        try ProjectionMatrix.check(matrix)
        guard let inverse = Self.inverse(matrix.map(Double.init)) else {
            throw StandardCalculatorError("the matrix \(matrix) has no inverse")
        }
        try context.outputs["MATRIX"].send(inverse)
    }

    /// Returns the inverse of a 4×4 matrix by elimination; nil if it has none.
    private static func inverse(_ matrix: [Double]) -> [Float]? {
        var rows = (0..<4).map { row in
            Array(matrix[4 * row..<4 * row + 4]) + (0..<4).map { $0 == row ? 1 : 0 }
        }
        for column in 0..<4 {
            guard
                let pivot = (column..<4).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
                rows[pivot][column].magnitude > 0
            else { return nil }
            rows.swapAt(column, pivot)
            let scale = rows[column][column]
            rows[column] = rows[column].map { $0 / scale }
            for row in 0..<4 where row != column {
                let factor = rows[row][column]
                rows[row] = zip(rows[row], rows[column]).map { $0 - factor * $1 }
            }
        }
        let inverse = rows.flatMap { $0[4...].map { Float($0) } }
        return inverse.allSatisfy(\.isFinite) ? inverse : nil
    }
}

/// Samples a mask where a matrix maps the pixels of an image: IMAGE `Mask`, MATRIX `[Float]`, 4×4 in row-major
/// order, from fractions of the image to those of the mask, and OUTPUT_SIZE `PixelSize` in; IMAGE `Mask` out.
///
/// Options: `mediapipe.WarpAffineCalculatorOptions`, with `border_mode: BORDER_ZERO` and linear interpolation
/// only. Follows mediapipe/calculators/image/affine_transformation_runner_opencv.cc.
struct WarpAffineCalculator: Calculator {
    private let warp: MaskWarp

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try WarpAffineCalculator(node)
        contract.input("IMAGE", 0, .type(Mask.self))
        contract.input("MATRIX", 0, .type([Float].self))
        contract.input("OUTPUT_SIZE", 0, .type(PixelSize.self))
        contract.output("IMAGE", 0, .type(Mask.self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options = node.options.message("WarpAffineCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: ["border_mode", "gpu_origin", "interpolation"])
        let border = try options.enumeration(
            "border_mode", of: ["BORDER_UNSPECIFIED": 0, "BORDER_ZERO": 1, "BORDER_REPLICATE": 2])
        try StandardCalculatorError.require(
            border == "BORDER_ZERO", "border_mode must be BORDER_ZERO")
        let interpolation = try options.enumeration(
            "interpolation", of: ["INTER_UNSPECIFIED": 0, "INTER_LINEAR": 1, "INTER_CUBIC": 2])
        try StandardCalculatorError.require(
            interpolation != "INTER_CUBIC", "interpolation must be INTER_LINEAR")
        warp = try MaskWarp()
    }

    mutating func process(_ context: CalculatorContext) throws {
        let inputs = context.inputs
        guard let mask = try inputs["IMAGE"].value(Mask.self),
            let numbers = try inputs["MATRIX"].value([Float].self),
            let size = try inputs["OUTPUT_SIZE"].value(PixelSize.self)
        else { return }
        let matrix = try ProjectionMatrix(numbers)
        guard let warped = try warp.project(mask, by: (matrix.x, matrix.y), onto: size) else {
            throw StandardCalculatorError("the matrix \(numbers) is not finite in pixels")
        }
        try context.outputs["IMAGE"].send(warped)
    }
}

/// Mixes MASK `Mask` with MASK_PREVIOUS `Mask` where it is uncertain: MASK_SMOOTHED `Mask`. Without a previous
/// mask, MASK passes unchanged.
///
/// Options: `mediapipe.SegmentationSmoothingCalculatorOptions { combine_with_previous_ratio }`. Follows
/// mediapipe/calculators/image/segmentation_smoothing_calculator.cc.
struct SegmentationSmoothingCalculator: Calculator {
    private let ratio: Float

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try SegmentationSmoothingCalculator(node)
        contract.input("MASK", 0, .type(Mask.self))
        contract.input("MASK_PREVIOUS", 0, .type(Mask.self))
        contract.output("MASK_SMOOTHED", 0, .type(Mask.self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options =
            node.options.message("SegmentationSmoothingCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: ["combine_with_previous_ratio"])
        ratio = try options.float("combine_with_previous_ratio") ?? 0
    }

    mutating func process(_ context: CalculatorContext) throws {
        guard let mask = try context.inputs["MASK"].value(Mask.self) else { return }
        let output = context.outputs["MASK_SMOOTHED"]
        guard let previous = try context.inputs["MASK_PREVIOUS"].value(Mask.self) else {
            return try output.send(mask)
        }
        try StandardCalculatorError.require(
            previous.size == mask.size,
            "MASK_PREVIOUS has \(previous.size.width)×\(previous.size.height) pixels, MASK"
                + " \(mask.size.width)×\(mask.size.height)")
        let values = zip(mask.values, previous.values).map { value, before in
            value + (before - value) * (Self.uncertainty(of: value) * ratio)
        }
        try output.send(Mask(width: mask.width, height: mask.height, values: values))
    }

    /// The uncertainty of a likelihood, 0…1: MediaPipe's polynomial for 1 − (1 − H)², where H is the entropy in
    /// bits.
    private static func uncertainty(of likelihood: Float) -> Float {
        let x = (likelihood - 0.5) * (likelihood - 0.5)
        let certainty =
            x * (5.68842 + x * (-0.748699 + x * (-57.8051 + x * (291.309 + x * -624.717))))
        return 1 - min(1, certainty)
    }
}

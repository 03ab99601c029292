import LandmarkCore
import LandmarkGraph

/// Reads landmarks from the first of TENSORS `[GraphTensor]`: NORM_LANDMARKS `[Landmark]`, in
/// fractions of the input image, and LANDMARKS `[WorldLandmark]`, without conversion.
///
/// Options: `mediapipe.TensorsToLandmarksCalculatorOptions`. FLIP_HORIZONTALLY and FLIP_VERTICALLY
/// `Bool`, side packets, take precedence over the options.
///
/// Also registered as `TfLiteTensorsToLandmarksCalculator`, with
/// `mediapipe.TfLiteTensorsToLandmarksCalculatorOptions`.
struct TensorsToLandmarksCalculator: Calculator {
    private let count: Int
    private let width: Int?
    private let height: Int?
    private let depthScale: Float
    private let visibility: Activation
    private let presence: Activation
    private var flips: (horizontally: Bool, vertically: Bool)

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        let calculator = try TensorsToLandmarksCalculator(node)
        let tags = ["FLIP_HORIZONTALLY", "FLIP_VERTICALLY"]
        let canFlip =
            calculator.flips.horizontally || calculator.flips.vertically
            || tags.contains { node.count(.inputSidePacket, tag: $0) > 0 }
        let isNormalized = node.count(.outputStream, tag: "NORM_LANDMARKS") > 0
        try StandardCalculatorError.require(
            !(isNormalized || canFlip) || calculator.width != nil && calculator.height != nil,
            "input_image_width and input_image_height are required")
        contract.input("TENSORS", 0, .type([GraphTensor].self))
        for tag in tags { contract.inputSidePacket(tag, 0, .type(Bool.self), optional: true) }
        contract.output("LANDMARKS", 0, .type([WorldLandmark].self), optional: true)
        contract.output("NORM_LANDMARKS", 0, .type([Landmark].self), optional: true)
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options = node.tensorOptions("TensorsToLandmarksCalculatorOptions")
        try options.requireFields(in: [
            "num_landmarks", "input_image_width", "input_image_height", "flip_vertically",
            "flip_horizontally", "normalize_z", "visibility_activation", "presence_activation",
        ])
        count = try options.int("num_landmarks", in: 1...1_000_000) ?? 0
        try StandardCalculatorError.require(count > 0, "num_landmarks is required")
        width = try options.int("input_image_width", in: 1...1_000_000)
        height = try options.int("input_image_height", in: 1...1_000_000)
        depthScale = try options.float("normalize_z") ?? 1
        visibility = try Activation(options, "visibility_activation")
        presence = try Activation(options, "presence_activation")
        flips = (
            try options.bool("flip_horizontally") ?? false,
            try options.bool("flip_vertically") ?? false
        )
    }

    mutating func open(_ context: CalculatorContext) throws {
        if !context.sidePacket("FLIP_HORIZONTALLY").isEmpty {
            flips.horizontally = try context.sideValue(Bool.self, "FLIP_HORIZONTALLY")
        }
        if !context.sidePacket("FLIP_VERTICALLY").isEmpty {
            flips.vertically = try context.sideValue(Bool.self, "FLIP_VERTICALLY")
        }
    }

    mutating func process(_ context: CalculatorContext) throws {
        guard let tensor = try context.inputs["TENSORS"].value([GraphTensor].self)?.first
        else { return }
        let dimensions = tensor.values.count / count
        try StandardCalculatorError.require(
            dimensions > 0, "a tensor of \(tensor.values.count) values has no \(count) landmarks")
        let landmarks = (0..<count).map { index in
            landmark(tensor.values[index * dimensions..<(index + 1) * dimensions])
        }
        let outputs = context.outputs
        if outputs["NORM_LANDMARKS"].isConnected {
            try outputs["NORM_LANDMARKS"].send(landmarks.map(normalized))
        }
        if outputs["LANDMARKS"].isConnected { try outputs["LANDMARKS"].send(landmarks) }
    }

    private func landmark(_ values: ArraySlice<Float>) -> WorldLandmark {
        func value(_ index: Int) -> Float? {
            index < values.count ? values[values.startIndex + index] : nil
        }
        var (x, y) = (value(0) ?? 0, value(1) ?? 0)
        if flips.horizontally { x = Float(width ?? 0) - x }
        if flips.vertically, values.count > 1 { y = Float(height ?? 0) - y }
        return WorldLandmark(
            x: x, y: y, z: value(2) ?? 0, visibility: value(3).map(visibility.apply),
            presence: value(4).map(presence.apply))
    }

    private func normalized(_ landmark: WorldLandmark) -> Landmark {
        let width = Float(width ?? 1)
        return Landmark(
            x: landmark.x / width, y: landmark.y / Float(height ?? 1),
            z: landmark.z / width / depthScale, visibility: landmark.visibility,
            presence: landmark.presence)
    }
}

/// The last step of a network, which the model omits.
enum Activation {
    case none
    /// The logistic function.
    case sigmoid

    /// Reads an option with the values NONE and SIGMOID.
    ///
    /// - Throws: `TextFormatError` for another value.
    init(_ options: TextMessage, _ field: String) throws {
        let name = try options.enumeration(field, of: ["NONE": 0, "SIGMOID": 1])
        self = name == "SIGMOID" ? .sigmoid : .none
    }

    /// Applies the activation to a value.
    func apply(_ value: Float) -> Float {
        switch self {
        case .none: value
        case .sigmoid: 1 / (1 + FloatMath.exp(-value))
        }
    }
}

/// Sends the values of the first of TENSORS `[GraphTensor]`: FLOAT `Float`, the only one, or FLOATS
/// `[Float]`. Options: `mediapipe.TensorsToFloatsCalculatorOptions { activation }`. Also registered as
/// `TfLiteTensorsToFloatsCalculator`, which has no options.
struct TensorsToFloatsCalculator: Calculator {
    private let activation: Activation

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try TensorsToFloatsCalculator(node)
        try node.requireOne(.outputStream, of: ["FLOAT", "FLOATS"])
        contract.input("TENSORS", 0, .type([GraphTensor].self))
        contract.output("FLOAT", 0, .type(Float.self), optional: true)
        contract.output("FLOATS", 0, .type([Float].self), optional: true)
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options = node.tensorOptions("TensorsToFloatsCalculatorOptions")
        try options.requireFields(in: ["activation"])
        activation = try Activation(options, "activation")
    }

    mutating func process(_ context: CalculatorContext) throws {
        guard let tensors = try context.inputs["TENSORS"].value([GraphTensor].self)
        else { return }
        guard let tensor = tensors.first else {
            throw StandardCalculatorError("there is no tensor")
        }
        let values = tensor.values.map(activation.apply)
        if context.outputs["FLOATS"].isConnected {
            return try context.outputs["FLOATS"].send(values)
        }
        guard values.count == 1, let value = values.first else {
            throw StandardCalculatorError(
                "FLOAT needs a tensor of one value, not of \(values.count); FLOATS takes any")
        }
        try context.outputs["FLOAT"].send(value)
    }
}

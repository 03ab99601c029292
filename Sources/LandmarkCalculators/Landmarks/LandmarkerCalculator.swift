import LandmarkCore
import LandmarkGraph
import LandmarkImaging
import LandmarkTasks

/// The part of a landmarker calculator that depends on the task: options, side packets and outputs
/// in addition to those of all landmarkers.
protocol LandmarkerAdapter {
    associatedtype Task: TrackingTask where Task.Options: TrackingOptions

    /// The fields of the options message in addition to those of all landmarkers.
    static var optionFields: [String] { get }

    /// Declares the side packets and outputs in addition to those of all landmarkers; all must be
    /// optional.
    static func declarePorts(_ contract: inout CalculatorContract)

    /// Creates the adapter of a node and checks its options.
    ///
    /// - Throws: `TextFormatError` for an option with a wrong value.
    init(_ node: NodeConfig, _ settings: LandmarkerSettings) throws

    /// Returns the model that the node uses by default.
    ///
    /// - Throws: `StreamError` or `VisionCalculatorError.number` for a wrong side packet.
    func model(_ settings: LandmarkerSettings, _ context: CalculatorContext) throws -> ModelField

    /// Sets the landmarker's options in addition to those of all landmarkers.
    ///
    /// - Throws: `StreamError` for a wrong side packet.
    mutating func configure(
        _ options: inout Task.Options, _ settings: LandmarkerSettings, _ context: CalculatorContext
    ) throws

    /// Sends the outputs in addition to those of all landmarkers.
    ///
    /// - Throws: `StreamError` if packets cannot be sent.
    func send(_ instances: [Task.Instance], _ trace: ROITrace, to outputs: StreamOutputs) throws
}

/// Detects the instances of a task in the images of a stream and tracks them, like `Landmarker`.
///
/// Input: IMAGE. Outputs for every image, each optional: the instances, such as HANDS `[Hand]`,
/// SIZE `PixelSize` and ORIENTATION `Orientation` of the image, and RESULT, such as
/// `HandLandmarkerResult`. The adapter adds the outputs of MediaPipe's subgraph, which have a
/// packet only if there is something to report.
struct LandmarkerCalculator<Adapter: LandmarkerAdapter>: Calculator {
    private let settings: LandmarkerSettings
    /// The tag of the instances, such as HANDS.
    private let tag = Self.plural.uppercased()
    private var adapter: Adapter
    private var landmarker: Landmarker<Adapter.Task>?
    private var isTracking = true

    private static var plural: String { Adapter.Task.plural }

    /// The type of the options message, such as `HandLandmarkerCalculatorOptions`.
    private static var optionsType: String {
        let name = Adapter.Task.singular
        return name.prefix(1).uppercased() + name.dropFirst() + "LandmarkerCalculatorOptions"
    }

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try LandmarkerCalculator(node)  // Reports invalid options during validation.
        let tag = plural.uppercased()
        contract.input("IMAGE", 0, .image)
        contract.inputSidePacket("NUM_\(tag)", 0, .type(Int.self), optional: true)
        contract.inputSidePacket("MODEL_PATH", 0, .type(String.self), optional: true)
        contract.inputSidePacket("USE_PREV_LANDMARKS", 0, .type(Bool.self), optional: true)
        contract.output(tag, 0, .type([Adapter.Task.Instance].self), optional: true)
        contract.output("SIZE", 0, .type(PixelSize.self), optional: true)
        contract.output("ORIENTATION", 0, .type(Orientation.self), optional: true)
        contract.output(
            "RESULT", 0, .type(LandmarkerResult<Adapter.Task.Instance>.self), optional: true)
        Adapter.declarePorts(&contract)
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        settings = try LandmarkerSettings(
            node, optionsType: Self.optionsType,
            fields: ["num_\(Self.plural)", "use_prev_landmarks"] + Adapter.optionFields)
        _ = try settings.options.bool("use_prev_landmarks")
        _ = try settings.options.int("num_\(Self.plural)", in: 1...1000)
        adapter = try Adapter(node, settings)
    }

    mutating func open(_ context: CalculatorContext) throws {
        isTracking = try settings.flag(
            context, "USE_PREV_LANDMARKS", "use_prev_landmarks", default: true)
        var options = Adapter.Task.Options(
            model: try settings.model(context, try adapter.model(settings, context)))
        options.maxCount = try settings.count(
            context, "NUM_\(tag)", "num_\(Self.plural)")
        try settings.configure(&options, context)
        options.runningMode = isTracking ? .video : .image
        try adapter.configure(&options, settings, context)
        landmarker = try Landmarker<Adapter.Task>(options: options)
    }

    mutating func process(_ context: CalculatorContext) throws {
        guard let landmarker, let frame = try context.inputs["IMAGE"].frame() else { return }
        let result =
            try isTracking
            ? landmarker.detect(frame)
            : landmarker.detect(frame.image, orientation: frame.orientation)
        let outputs = context.outputs
        try outputs[tag].send(result.instances)
        try outputs["SIZE"].send(frame.image.size)
        try outputs["ORIENTATION"].send(frame.orientation)
        try outputs["RESULT"].send(result)
        try adapter.send(result.instances, landmarker.trace, to: outputs)
    }
}

extension StreamOutput {
    /// Sends an array unless it is empty, as MediaPipe's subgraphs do.
    func sendIfPresent<Value: Sendable>(_ values: [Value]) throws {
        if !values.isEmpty, isConnected { try send(values) }
    }

    /// Sends a value unless it is nil.
    func sendIfPresent<Value: Sendable>(_ value: Value?) throws {
        if let value, isConnected { try send(value) }
    }
}

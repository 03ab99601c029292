public import LandmarkCore
import LandmarkGraph
import LandmarkTasks

/// The model files of landmarker nodes that do not name one, and how networks are run.
public struct VisionModels: Sendable, Hashable {
    /// The path of the face landmarker's bundle.
    public var face: String?
    /// The path of the hand landmarker's bundle.
    public var hand: String?
    /// The path of the pose landmarker's bundle of complexity 0, MediaPipe's "lite".
    public var poseLite: String?
    /// The path of the pose landmarker's bundle of complexity 1, MediaPipe's "full".
    public var poseFull: String?
    /// The path of the pose landmarker's bundle of complexity 2, MediaPipe's "heavy".
    public var poseHeavy: String?
    /// The number of threads of each landmarker, at least 1; nil for the landmarkers' default.
    public var threads: Int?
    /// The device that runs the networks of nodes that name none; nil for the processor, except where a
    /// node requests MediaPipe's GPU delegate. Networks of landmarkers calculate in its precision, others in
    /// single precision.
    public var device: ComputeDevice?

    /// Creates a value without models, so that every node must name its own.
    public init() {}

    /// Uses the bundles in a folder, under MediaPipe's file names.
    public init(folder: String) {
        let prefix = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
        face = prefix + "face_landmarker.task"
        hand = prefix + "hand_landmarker.task"
        poseLite = prefix + "pose_landmarker_lite.task"
        poseFull = prefix + "pose_landmarker_full.task"
        poseHeavy = prefix + "pose_landmarker_heavy.task"
    }
}

/// A field of `VisionModels`, by its name in the options message that passes them to nodes.
enum ModelField: String, CaseIterable {
    case face
    case hand
    case poseLite = "pose_lite"
    case poseFull = "pose_full"
    case poseHeavy = "pose_heavy"

    /// What the model detects: `face`, `hand` or `pose`.
    var family: String {
        switch self {
        case .face: "face"
        case .hand: "hand"
        case .poseLite, .poseFull, .poseHeavy: "pose"
        }
    }

    func path(in models: VisionModels) -> String? {
        switch self {
        case .face: models.face
        case .hand: models.hand
        case .poseLite: models.poseLite
        case .poseFull: models.poseFull
        case .poseHeavy: models.poseHeavy
        }
    }
}

/// The settings of a landmarker node: side packets take precedence over the node's options, which
/// take precedence over the models, threads and device with which the graph is run.
struct LandmarkerSettings {
    /// The options message in which the registry passes `VisionModels` to nodes.
    private static let defaultsType = "landmarkkit.VisionDefaults"
    /// The field of that message that contains the name by which the graph refers to the
    /// calculator.
    private static let registeredName = "registered_name"
    private static let confidences = [
        "min_detection_confidence", "min_presence_confidence", "min_tracking_confidence",
    ]

    let options: TextMessage
    private let defaults: TextMessage

    /// Reads and checks the options of all landmarkers; `fields` are those of the task.
    ///
    /// - Throws: `TextFormatError` for an unknown option or a value of the wrong kind;
    ///   `VisionCalculatorError.precision`.
    init(_ node: NodeConfig, optionsType: String, fields: [String]) throws {
        options = node.options.message(optionsType) ?? TextMessage()
        defaults = node.options.message(Self.defaultsType) ?? TextMessage()
        try options.requireFields(
            in: ["model_path", "threads"] + TextMessage.deviceFields + Self.confidences + fields)
        for field in Self.confidences { _ = try options.float(field) }
        _ = try options.string("model_path")
        _ = try options.int("threads", in: 1...64)
        _ = try options.device()
    }

    /// The options message that passes `models`, and the name of the registered calculator, to a
    /// node.
    static func defaults(_ models: VisionModels, registeredName: String) -> NodeOptions.Entry {
        var fields = ModelField.allCases.compactMap { field in
            field.path(in: models).map { TextField(field.rawValue, .string($0)) }
        }
        if let threads = models.threads { fields.append(TextField("threads", .integer(threads))) }
        fields.append(TextField(Self.registeredName, .string(registeredName)))
        return NodeOptions.Entry(type: defaultsType, message: TextMessage(fields))
    }

    /// Returns the task of a landmarker's calculator, such as `Face` for `FaceLandmarkerTask`; nil
    /// for any other calculator.
    static func task(of calculator: String) -> String? {
        let suffix = "LandmarkerTask"
        return calculator.hasSuffix(suffix) ? String(calculator.dropLast(suffix.count)) : nil
    }

    /// Whether the graph is run with a model for a node of `task`.
    static func hasDefaultModel(_ node: NodeConfig, task: String) -> Bool {
        guard let defaults = node.options.message(defaultsType) else { return false }
        return ModelField.allCases.contains { field in
            task.lowercased().hasSuffix(field.family) && defaults.has(field.rawValue)
        }
    }

    /// Whether the graph refers to the calculator by this name, such as that of a MediaPipe
    /// subgraph.
    func isRegistered(as name: String) -> Bool {
        (try? defaults.string(Self.registeredName)) == name
    }

    /// Returns a Boolean: the side packet, otherwise the option, otherwise the default.
    ///
    /// - Throws: `StreamError` for a side packet of another type.
    func flag(
        _ context: CalculatorContext, _ tag: String, _ option: String, default: Bool
    ) throws -> Bool {
        if !context.sidePacket(tag).isEmpty { return try context.sideValue(Bool.self, tag) }
        return try options.bool(option) ?? `default`
    }

    /// Returns a count from 1 to 1000: the side packet, otherwise the option, otherwise 1.
    ///
    /// - Throws: `VisionCalculatorError.number` for a count out of range, `StreamError` for a side
    ///   packet of another type.
    func count(_ context: CalculatorContext, _ tag: String, _ option: String) throws -> Int {
        let count =
            context.sidePacket(tag).isEmpty
            ? try options.int(option) ?? 1 : try context.sideValue(Int.self, tag)
        guard 1...1000 ~= count else {
            throw VisionCalculatorError.number(name: option, expected: "from 1 to 1000", got: count)
        }
        return count
    }

    /// Returns the model: the side packet MODEL_PATH, otherwise the option `model_path`, otherwise
    /// the graph's model `field`.
    ///
    /// - Throws: `VisionCalculatorError.modelMissing` if there is none, `StreamError` for a side
    ///   packet of another type.
    func model(_ context: CalculatorContext, _ field: ModelField) throws -> ModelSource {
        if !context.sidePacket("MODEL_PATH").isEmpty {
            return .file(try context.sideValue(String.self, "MODEL_PATH"))
        }
        if let path = try options.string("model_path") { return .file(path) }
        guard let path = try defaults.string(field.rawValue) else {
            throw VisionCalculatorError.modelMissing(option: "model_path")
        }
        return .file(path)
    }

    /// Returns the number of threads: the option, otherwise the graph's setting; nil for the
    /// landmarker's default.
    ///
    /// - Throws: `TextFormatError` for a number outside 1…64.
    private func threads() throws -> Int? {
        if let threads = try options.int("threads", in: 1...64) { return threads }
        return try defaults.int("threads", in: 1...64)
    }

    /// Sets the options of all landmarkers except the model and the count.
    ///
    /// - Throws: `TextFormatError` for an option with a wrong value.
    func configure(
        _ taskOptions: inout some TrackingOptions, _ context: CalculatorContext
    ) throws {
        taskOptions.minDetectionConfidence = try confidence("min_detection_confidence")
        taskOptions.minPresenceConfidence = try confidence("min_presence_confidence")
        taskOptions.minTrackingConfidence = try confidence("min_tracking_confidence")
        if let threads = try threads() { taskOptions.threads = threads }
        if let device = try options.device() ?? context.device { taskOptions.device = device }
        taskOptions.logger = context.logger
    }

    /// Returns a confidence option; 0.5, MediaPipe's default, if missing.
    ///
    /// - Throws: `TextFormatError` if it is not a number.
    private func confidence(_ field: String) throws -> Float { try options.float(field) ?? 0.5 }
}

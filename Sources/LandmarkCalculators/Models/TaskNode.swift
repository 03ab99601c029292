import LandmarkCore
import LandmarkGraph
import LandmarkTasks

/// What a node says about its landmarker: by options, by side packets, or by what the graph is run
/// with. Side packets go before options.
struct TaskNode {
    /// The options message in which a registry passes on what the graph is run with.
    static let defaultsType = "landmarkkit.VisionDefaults"
    /// The fields that the options of all landmarkers have.
    private static let common = [
        "model_path", "threads", "min_detection_confidence", "min_presence_confidence",
        "min_tracking_confidence", "use_prev_landmarks",
    ]

    let options: TextMessage
    private let defaults: TextMessage

    init(_ node: NodeConfig, optionsType: String, fields: [String]) throws {
        options = node.options.message(optionsType) ?? TextMessage()
        defaults = node.options.message(Self.defaultsType) ?? TextMessage()
        try options.requireFields(in: Self.common + fields)
        // What is badly written is said before the run.
        for field in ["min_detection_confidence", "min_presence_confidence"] {
            _ = try options.float(field)
        }
        _ = try options.float("min_tracking_confidence")
        _ = try options.string("model_path")
        _ = try options.bool("use_prev_landmarks")
        _ = try options.int("threads", in: 1...64)
    }

    /// The side packets that all landmarkers know.
    static func declareSidePackets(_ contract: inout CalculatorContract) {
        contract.sidePacket("MODEL_PATH", 0, .type(String.self), optional: true)
        contract.sidePacket("USE_PREV_LANDMARKS", 0, .type(Bool.self), optional: true)
    }

    /// A truth value: the side packet of a tag, else the option, else `usual`.
    func flag(
        _ context: CalculatorContext, _ tag: String, _ option: String, usual: Bool
    ) throws -> Bool {
        if !context.sidePacket(tag).isEmpty { return try context.sideValue(Bool.self, tag) }
        return try options.bool(option) ?? usual
    }

    /// A count of at least 1: the side packet of a tag, else the option, else `usual`.
    func count(
        _ context: CalculatorContext, _ tag: String, _ option: String, usual: Int
    ) throws -> Int {
        let count =
            context.sidePacket(tag).isEmpty
            ? try options.int(option) ?? usual : try context.sideValue(Int.self, tag)
        guard 1...1000 ~= count else {
            throw VisionFault.number(name: option, expected: "from 1 to 1000", got: count)
        }
        return count
    }

    /// The path of the model; `field` is where the graph is run with it.
    func model(_ context: CalculatorContext, _ field: String) throws -> ModelSource {
        if !context.sidePacket("MODEL_PATH").isEmpty {
            return .file(try context.sideValue(String.self, "MODEL_PATH"))
        }
        if let path = try options.string("model_path") { return .file(path) }
        guard let path = try defaults.string(field) else {
            throw VisionFault.modelMissing(option: "model_path")
        }
        return .file(path)
    }

    /// Whether what was found in a frame helps to find it in the next.
    func follows(_ context: CalculatorContext) throws -> Bool {
        try flag(context, "USE_PREV_LANDMARKS", "use_prev_landmarks", usual: true)
    }

    /// The threads of the landmarker; nil for what suits the machine.
    func threads() throws -> Int? {
        if let threads = try options.int("threads", in: 1...64) { return threads }
        return try defaults.int("threads", in: 1...64)
    }

    /// A confidence, MediaPipe's 0.5 when the node says nothing.
    func confidence(_ field: String) throws -> Float { try options.float(field) ?? 0.5 }
}

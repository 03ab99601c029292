import LandmarkCalculators
import LandmarkGraph
import LandmarkTasks

/// The graph that the arguments describe.
struct GraphSetup {
    /// The graph file, which may be one that is built in.
    let path: String
    let config: GraphConfig
    /// What goes in; nil for a graph without input streams.
    let feed: Feed?

    /// An input stream with what goes into it.
    struct Feed {
        let stream: String
        let source: Input
    }

    init(_ arguments: Arguments) throws {
        guard let path = arguments.inputs.first else { throw CommandError.missingGraph }
        if arguments.inputs.count > 1 {
            throw CommandError.unexpectedArgument(arguments.inputs[1])
        }
        self.path = path
        let isBuiltIn = Path.name(of: path) == "dms_graph.pbtxt" && !System.isFile(path)
        config = try isBuiltIn ? .driverMonitoring() : GraphConfig(path: path)
        let streams = config.inputStreams.map(\.name)
        if streams.isEmpty {
            feed = nil
            return
        }
        guard let input = arguments.text("--input").flatMap(NamedValue.init) else {
            throw CommandError.neededOption(
                "--input STREAM=SOURCE", reason: "nothing else says what the graph is to work on")
        }
        guard streams.contains(input.name) else {
            throw CommandError.unknownStream(input.name, option: "--input", streams: streams)
        }
        guard streams.count == 1 else { throw CommandError.inputStreams(streams) }
        let source = Input(input.value)
        try InputList.check([source], mode: source.isPicture ? nil : .video, arguments)
        feed = Feed(stream: input.name, source: source)
    }

    /// The calculators that graph files may name.
    static func registry(_ arguments: Arguments) throws(CommandError) -> CalculatorRegistry {
        var registry = CalculatorRegistry.vision(try models(arguments))
        registry.register("OpenCvVideoDecoderCalculator", VideoDecoderCalculator.self)
        registry.register("OpenCvVideoEncoderCalculator", VideoEncoderCalculator.self)
        return registry
    }

    /// What `--side-packet` says.
    static func sidePackets(_ arguments: Arguments) -> [String: Packet] {
        var packets: [String: Packet] = [:]
        for text in arguments.texts("--side-packet") {
            guard let side = NamedValue(text) else { continue }
            packets[side.name] = side.packet
        }
        return packets
    }

    /// Where the models are: where they are always looked for, or where `--model` says.
    private static func models(_ arguments: Arguments) throws(CommandError) -> VisionModels {
        var chosen: [String: String] = [:]
        for text in arguments.texts("--model") {
            guard let model = NamedValue(text) else { continue }
            guard KnownModel.all.contains(where: { $0.name == model.name }) else {
                throw .invalidValue(
                    option: "--model",
                    expected: "NAME=PATH with one of "
                        + KnownModel.all.map(\.name).joined(separator: ", "), got: text)
            }
            chosen[model.name] = model.value
        }
        func path(_ model: KnownModel) -> String? {
            chosen[model.name] ?? ModelStore.find(model.file)
        }
        var models = VisionModels()
        models.face = path(.face)
        models.hand = path(.hand)
        models.poseLite = path(.poseLite)
        models.poseFull = path(.poseFull)
        models.poseHeavy = path(.poseHeavy)
        models.threads = arguments.integer("--threads")
        return models
    }
}

extension Input {
    /// Whether it is one picture.
    var isPicture: Bool { if case .picture = self { true } else { false } }
}

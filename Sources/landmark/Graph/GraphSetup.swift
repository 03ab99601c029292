import LandmarkCalculators
import LandmarkGraph
import LandmarkTasks

/// The graph that the arguments describe.
struct GraphSetup {
    /// The graph file, which may be one that is built in.
    let path: String
    let config: GraphConfig
    /// The name of the input stream.
    let stream: String
    let source: Input

    init(_ arguments: Arguments) throws {
        guard let path = arguments.inputs.first else { throw CommandError.missingGraph }
        if arguments.inputs.count > 1 {
            throw CommandError.unexpectedArgument(arguments.inputs[1])
        }
        self.path = path
        let isBuiltIn = Path.name(of: path) == "dms_graph.pbtxt" && !System.isFile(path)
        config = try isBuiltIn ? .driverMonitoring() : GraphConfig(path: path)
        guard let input = arguments.text("--input").flatMap(NamedValue.init) else {
            throw CommandError.neededOption(
                "--input STREAM=SOURCE", reason: "nothing else says what the graph is to work on")
        }
        let streams = config.inputStreams.map(\.name)
        guard streams.contains(input.name) else {
            throw CommandError.unknownStream(input.name, option: "--input", streams: streams)
        }
        guard streams.count == 1 else { throw CommandError.inputStreams(streams) }
        stream = input.name
        source = Input(input.value)
        try InputList.check([source], mode: source.isPicture ? nil : .video, arguments)
    }

    /// Makes the graph and begins its run.
    func runner(_ arguments: Arguments) throws -> GraphRunner {
        var sidePackets: [String: Packet] = [:]
        for text in arguments.texts("--side-packet") {
            guard let side = NamedValue(text) else { continue }
            sidePackets[side.name] = side.packet
        }
        return try GraphRunner(
            config: config, registry: .vision(try Self.models(arguments)),
            sidePackets: sidePackets)
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

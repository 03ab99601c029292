import LandmarkCalculators
import LandmarkCommandSupport
import LandmarkCore
import LandmarkGraph
import LandmarkSystem
import LandmarkTasks

/// The graph that the arguments describe.
struct GraphSetup {
    /// The graph file, which may be one that is built in.
    let path: String
    let config: GraphConfig
    /// What goes in, in the order of the arguments; nothing for a graph without input streams.
    let feeds: [Feed]
    /// What `--side-packet` says.
    let sidePackets: [String: Packet]
    /// What the graph reads and writes by itself.
    let files: GraphFiles

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
        let isBuiltIn = Path.name(of: path) == "dms_graph.pbtxt" && !FileSystem.isFile(path)
        config = try isBuiltIn ? .driverMonitoring() : GraphConfig(path: path)
        feeds = try Self.feeds(arguments, config.inputStreams.map(\.name))
        sidePackets = try Self.sidePackets(arguments, config)
        files = GraphFiles(config, at: path, sidePackets: sidePackets)
        try files.check(arguments)
    }

    /// The streams for which nothing is given: they carry nothing.
    var emptyStreams: [String] {
        config.inputStreams.map(\.name).filter { name in !feeds.contains { $0.stream == name } }
    }

    /// Whether there are images only, so that there is one moment.
    var isImage: Bool { !feeds.isEmpty && feeds.allSatisfy(\.source.isImage) }

    /// The place of the feed that lines and drawings are about: the first that is no image, or the
    /// first.
    var main: Int { feeds.firstIndex { !$0.source.isImage } ?? 0 }

    private static func feeds(
        _ arguments: Arguments, _ streams: [String]
    ) throws(CommandError) -> [Feed] {
        if streams.isEmpty {
            for option in ["--input", "--orientation", "--size", "--pixel-format", "--fps"]
            where arguments.has(option) {
                throw .uselessOption(option, use: "graphs with input streams")
            }
            return []
        }
        let given = try names(arguments, "--input")
        if given.isEmpty {
            throw .neededOption(
                "--input STREAM=SOURCE",
                reason: "nothing else says what the graph is to work on")
        }
        for input in given where !streams.contains(input.name) {
            throw .unknownStream(input.name, option: "--input", streams: streams)
        }
        let feeds = given.map { Feed(stream: $0.name, source: Input($0.value)) }
        let moving = feeds.map(\.source).filter { !$0.isImage }
        // An image may stand beside a video.
        try InputList.check(
            moving.isEmpty ? feeds.map(\.source) : moving, mode: moving.isEmpty ? nil : .video,
            arguments)
        return feeds
    }

    private static func sidePackets(
        _ arguments: Arguments, _ config: GraphConfig
    ) throws(CommandError) -> [String: Packet] {
        let known = Set(
            config.inputSidePackets.map(\.name)
                + config.nodes.flatMap(\.inputSidePackets).map(\.name))
        var packets: [String: Packet] = [:]
        for side in try names(arguments, "--side-packet") {
            guard known.contains(side.name) else {
                throw .unknownSidePacket(
                    side.name, nearest: NearestName.of(side.name, among: known.sorted()))
            }
            packets[side.name] = side.packet
        }
        return packets
    }

    /// What an option says of each name, which may stand once.
    private static func names(
        _ arguments: Arguments, _ option: String
    ) throws(CommandError) -> [NamedValue] {
        let values = arguments.texts(option).compactMap(NamedValue.init)
        var seen: Set<String> = []
        for value in values where !seen.insert(value.name).inserted {
            throw .repeatedName(value.name, option: option)
        }
        return values
    }

    /// The calculators that graph files may name.
    static func registry(_ arguments: Arguments) throws(CommandError) -> CalculatorRegistry {
        var registry = CalculatorRegistry.vision(try models(arguments))
        registry.register("OpenCvVideoDecoderCalculator", VideoDecoderCalculator.self)
        registry.register("OpenCvVideoEncoderCalculator", VideoEncoderCalculator.self)
        return registry
    }

    /// Where the models are: where they are always looked for, or where `--model` says.
    private static func models(_ arguments: Arguments) throws(CommandError) -> VisionModels {
        var chosen: [String: String] = [:]
        for model in try names(arguments, "--model") {
            guard KnownModel.all.contains(where: { $0.name == model.name }) else {
                throw .invalidValue(
                    option: "--model",
                    expected: "NAME=PATH with one of "
                        + KnownModel.all.map(\.name).joined(separator: ", "),
                    got: "\(model.name)=\(model.value)")
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
    /// Whether it is one image.
    var isImage: Bool { if case .image = self { true } else { false } }
}

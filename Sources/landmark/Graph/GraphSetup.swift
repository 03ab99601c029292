import LandmarkCalculators
import LandmarkCommandSupport
import LandmarkCore
import LandmarkGraph
import LandmarkTasks

/// The graph in the arguments, with its inputs.
struct GraphSetup {
    /// An input stream and the input that feeds it.
    struct Feed {
        let stream: String
        let input: Input
    }

    /// The graph file, which may be the built-in one.
    let path: String
    let config: GraphConfig
    /// The calculators and subgraphs that the graph may name.
    let registry: CalculatorRegistry
    /// In the order of the arguments; empty for a graph without input streams.
    let feeds: [Feed]
    /// The values of `--side-packet`.
    let sidePackets: [String: Packet]
    /// The files that the graph reads and writes by itself.
    let files: GraphFiles

    /// Reads the graph and checks the arguments against it.
    ///
    /// - Throws: `GraphRunnerError` for a file that is not a graph, `CommandError` for arguments that do not
    ///   match it.
    init(_ arguments: Arguments) throws {
        guard let path = arguments.inputs.first else { throw CommandError.missingGraph }
        if arguments.inputs.count > 1 {
            throw CommandError.unexpectedArgument(arguments.inputs[1])
        }
        self.path = path
        config = try Self.config(path)
        let subgraphs = arguments.texts("--subgraph")
        registry = try Self.registry(arguments, subgraphs, beside: path)
        feeds = try Self.feeds(arguments, config.inputStreams.map(\.name))
        sidePackets = try Self.sidePackets(arguments, config)
        files = GraphFiles(config, at: [path] + subgraphs, sidePackets: sidePackets)
        try InputFiles([], and: files.read, arguments).check(
            files.written, for: "--side-packet")
    }

    /// The graph in a file, or the built-in one with that name if there is no such file.
    ///
    /// - Throws: `GraphRunnerError` for a file that is not a graph.
    static func config(_ path: String) throws -> GraphConfig {
        if !FileSystem.isFile(path) {
            switch Path.name(of: path) {
            case "dms_graph.pbtxt": return try .driverMonitoring()
            case "physio_graph.pbtxt": return try .physio()
            default: break
            }
        }
        return try GraphConfig(path: path).locatingFiles(beside: path, in: ModelStore.folders)
    }

    var inputs: [Input] { feeds.map(\.input) }

    /// The input streams without an input.
    var unfedStreams: [String] {
        config.inputStreams.map(\.name).filter { name in !feeds.contains { $0.stream == name } }
    }

    /// Whether all inputs are single images, so that there is one timestamp.
    var isImage: Bool { !feeds.isEmpty && feeds.allSatisfy(\.input.isImage) }

    /// The file that lines of output name: the first input that is not a single image, or else the
    /// first; without inputs, the graph.
    var outputName: String { (inputs.first { !$0.isImage } ?? inputs.first)?.name ?? path }

    private static func feeds(
        _ arguments: Arguments, _ streams: [String]
    ) throws(CommandError) -> [Feed] {
        if streams.isEmpty {
            for option in ["--input", "--orientation", "--size", "--pixel-format", "--fps"]
            where arguments.has(option) {
                throw .uselessOption(option, use: "input streams")
            }
            return []
        }
        let given = try uniqueNames(arguments, "--input")
        if given.isEmpty {
            throw .neededOption(
                "--input STREAM=SOURCE", reason: "the graph has input streams")
        }
        for input in given where !streams.contains(input.name) {
            throw .unknownStream(input.name, option: "--input", streams: streams)
        }
        let feeds = given.map { Feed(stream: $0.name, input: Input($0.value)) }
        // Images are allowed in addition to a video, though not as its frames.
        let moving = feeds.map(\.input).filter { !$0.isImage }
        try InputList.check(
            moving.isEmpty ? feeds.map(\.input) : moving, mode: moving.isEmpty ? nil : .video,
            arguments)
        return feeds
    }

    /// The values of `--side-packet`.
    ///
    /// - Throws: `CommandError` for a name that the graph does not have, or that is given twice.
    static func sidePackets(
        _ arguments: Arguments, _ config: GraphConfig
    ) throws(CommandError) -> [String: Packet] {
        let known = Set(
            config.inputSidePackets.map(\.name)
                + config.nodes.flatMap(\.inputSidePackets).map(\.name))
        var packets: [String: Packet] = [:]
        for side in try uniqueNames(arguments, "--side-packet") {
            guard known.contains(side.name) else {
                throw .unknownSidePacket(
                    side.name, nearest: NearestName.of(side.name, among: known.sorted()))
            }
            packets[side.name] = side.packet
        }
        return packets
    }

    /// The values of an option that may be given once for each name.
    private static func uniqueNames(
        _ arguments: Arguments, _ option: String
    ) throws(CommandError) -> [NamedValue] {
        let values = arguments.texts(option).compactMap(NamedValue.init)
        var names: Set<String> = []
        for value in values where !names.insert(value.name).inserted {
            throw .repeatedName(value.name, option: option)
        }
        return values
    }

    /// The calculators that graph files may name, and the graphs in `subgraphs` under their types.
    ///
    /// - Throws: `CommandError` for a `--model` with an unknown name, or a file of `subgraphs` that cannot be
    ///   read, has no type, or has the same type as another.
    static func registry(
        _ arguments: Arguments, _ subgraphs: [String], beside graph: String
    ) throws(CommandError) -> CalculatorRegistry {
        var registry = CalculatorRegistry.vision(
            try models(arguments, beside: graph), logger: Console.logger)
        registry.register("OpenCvVideoDecoderCalculator", VideoDecoderCalculator.self)
        registry.register("OpenCvVideoEncoderCalculator", VideoEncoderCalculator.self)
        var types: Set<String> = []
        for path in subgraphs {
            let subgraph: GraphConfig
            do throws(GraphRunnerError) { subgraph = try GraphConfig(path: path) } catch {
                throw .unreadable(file: path, reason: "\(error)")
            }
            guard !subgraph.type.isEmpty else {
                throw .invalidValue(
                    option: "--subgraph", expected: "graph files with a type", got: path)
            }
            guard types.insert(subgraph.type).inserted else {
                throw .repeatedName(subgraph.type, option: "--subgraph")
            }
            registry.register(
                subgraph.type,
                subgraph: subgraph.locatingFiles(beside: path, in: ModelStore.folders))
        }
        return registry
    }

    /// The models for nodes that do not name one: those of `--model`, or else those next to the graph file,
    /// or else those in the folders that all commands search; and the device and threads for networks.
    ///
    /// - Throws: `CommandError` for an unknown name, or a precision that the device does not have.
    private static func models(
        _ arguments: Arguments, beside graph: String
    ) throws(CommandError) -> VisionModels {
        var chosen: [String: String] = [:]
        for model in try uniqueNames(arguments, "--model") {
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
            if let path = chosen[model.name] { return path }
            let neighbor = Path.join(Path.folder(of: graph), model.file)
            return FileSystem.isFile(neighbor) ? neighbor : ModelStore.find(model.file)
        }
        var models = VisionModels()
        models.face = path(.face)
        models.hand = path(.hand)
        models.poseLite = path(.poseLite)
        models.poseFull = path(.poseFull)
        models.poseHeavy = path(.poseHeavy)
        models.threads = arguments.integer("--threads")
        if arguments.has("--device") || arguments.has("--precision") {
            models.device = try arguments.device
        }
        return models
    }
}

/// The files that a graph reads and writes by itself, as its nodes and side packets name them.
struct GraphFiles {
    /// The graph files, models that nodes name, and side packets that name files to read.
    let read: [String]
    /// The values of side packets that name files to write.
    let written: [String]

    init(_ config: GraphConfig, at paths: [String], sidePackets: [String: Packet]) {
        let targets = Set(
            config.nodes.flatMap(\.inputSidePackets).filter { $0.tag == "OUTPUT_FILE_PATH" }
                .map(\.name))
        func texts(_ isIncluded: (String) -> Bool) -> [String] {
            sidePackets.keys.sorted().filter(isIncluded).compactMap { name in
                try? sidePackets[name]?.get(String.self)
            }
        }
        written = texts { targets.contains($0) }
        let models = config.nodes.flatMap(\.options.entries).compactMap { entry in
            try? entry.message.string("model_path")
        }
        read = paths + models + texts { !targets.contains($0) }
    }
}

extension NamedValue {
    /// The value as a side packet: a Boolean, a number, or text, with quotes removed.
    fileprivate var packet: Packet {
        if let flag = Bool(value) { return Packet(flag) }
        if let integer = Int(value) { return Packet(integer) }
        if let number = Double(value) { return Packet(number) }
        let isQuoted = value.count > 1 && value.hasPrefix("\"") && value.hasSuffix("\"")
        return Packet(isQuoted ? String(value.dropFirst().dropLast()) : value)
    }
}

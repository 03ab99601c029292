import LandmarkCommandSupport
import LandmarkSystem
import LandmarkTasks

/// Inputs whose frames are processed together.
///
/// `graph` has one group, with one input for each input stream of the graph that is fed. The other
/// commands have a group of one input for each image, video, folder, camera or pipe.
struct InputGroup: Sendable {
    let inputs: [Input]
    let mode: RunningMode
    let settings: StreamSettings
    /// The index of the input that results name: the first that is not a single image, or else 0.
    let mainIndex: Int

    /// A group of `inputs`, of which there is at least one.
    init(_ inputs: [Input], mode: RunningMode, settings: StreamSettings) {
        precondition(!inputs.isEmpty, "a group needs an input")
        self.inputs = inputs
        self.mode = mode
        self.settings = settings
        mainIndex = inputs.firstIndex { !$0.isImage } ?? 0
    }

    /// The input that results name.
    var main: Input { inputs[mainIndex] }

    /// Whether all inputs are single images, so that there is only one frame of each.
    var isImage: Bool { inputs.allSatisfy(\.isImage) }
}

/// The inputs of a command line, in the order to process them.
struct InputList {
    /// The inputs as they were given.
    let inputs: [Input]
    /// What to process: in image mode, a folder becomes one group for each of its images.
    let groups: [InputGroup]
    /// Whether there can be several outputs: more than one input, or a folder of single images.
    let isSeveral: Bool
    /// Folders that cannot be read. They are reported, and the other inputs are processed.
    let problems: [CommandError]

    /// Classifies the inputs and lists the folders among them.
    ///
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - defaultMode: The mode of all inputs without `--mode`; nil for the default of each input.
    /// - Throws: `CommandError` for inputs and options that exclude each other.
    init(_ arguments: Arguments, defaultMode: RunningMode? = nil) throws(CommandError) {
        let inputs = arguments.inputs.map(Input.init)
        let mode = arguments.text("--mode").flatMap(RunningMode.init(word:)) ?? defaultMode
        let settings = StreamSettings(arguments)
        try Self.check(inputs, mode: mode, arguments)
        var groups: [InputGroup] = []
        var problems: [CommandError] = []
        var hasFolderOfImages = false
        for input in inputs {
            switch input {
            case .image:
                groups.append(InputGroup([input], mode: .image, settings: settings))
            case .folder(let path) where (mode ?? .image) == .image:
                hasFolderOfImages = true
                do throws(CommandError) {
                    groups += try Self.images(in: path).map {
                        InputGroup([.image($0)], mode: .image, settings: settings)
                    }
                } catch {
                    problems.append(error)
                }
            case .folder, .video, .camera, .standardInput:
                groups.append(InputGroup([input], mode: mode ?? .video, settings: settings))
            }
        }
        self.inputs = inputs
        self.groups = groups
        self.problems = problems
        isSeveral = hasFolderOfImages || inputs.count > 1
    }

    /// The inputs of a graph, which are processed together; none for a graph without input streams.
    init(together inputs: [Input], settings: StreamSettings) {
        self.inputs = inputs
        groups = inputs.isEmpty ? [] : [InputGroup(inputs, mode: .video, settings: settings)]
        isSeveral = false
        problems = []
    }

    private static func images(in folder: String) throws(CommandError) -> [String] {
        let names: [String]
        do throws(SystemError) {
            names = try FileSystem.names(in: folder)
        } catch {
            throw .unreadable(file: folder, reason: "\(error)")
        }
        let paths = names.map { Path.join(folder, $0) }.filter {
            Input.isImageName($0) && FileSystem.isFile($0)
        }
        if paths.isEmpty { throw .emptyFolder(folder) }
        return paths
    }
}

// MARK: Checks

extension InputList {
    /// Checks that inputs and options can go together.
    ///
    /// - Throws: `CommandError` for standard input given twice, an image in a mode for frames,
    ///   raw frames without `--size`, or an option that none of the inputs uses.
    static func check(
        _ inputs: [Input], mode: RunningMode?, _ arguments: Arguments
    ) throws(CommandError) {
        if inputs.count(where: { $0 == .standardInput }) > 1 { throw .repeatedInput("-") }
        if let mode, mode != .image {
            for case .image(let path) in inputs {
                throw .imageInStreamMode(path, mode: arguments.text("--mode") ?? mode.rawValue)
            }
        }
        let hasStandardInput = inputs.contains(.standardInput)
        let hasCamera = inputs.contains { if case .camera = $0 { true } else { false } }
        let hasVideoFolder =
            (mode ?? .image) != .image
            && inputs.contains { if case .folder = $0 { true } else { false } }
        let hasStream = hasStream(inputs, mode)
        if hasStandardInput, !arguments.has("--size") {
            throw .neededOption(
                "--size WxH", reason: "raw frames on standard input have no header that says it")
        }
        let needs: [(option: String, isMet: Bool, use: String)] = [
            ("--size", hasStandardInput || hasCamera, "raw frames (-) and cameras"),
            ("--pixel-format", hasStandardInput, "raw frames (-)"),
            (
                "--fps", hasStandardInput || hasCamera || hasVideoFolder,
                "raw frames (-), cameras, and folders with --mode video or live"
            ),
            ("--smoothing", hasStream, "frames that follow each other: videos, cameras"),
            ("--raw", hasStream, "frames that follow each other: videos, cameras"),
        ]
        for need in needs where !need.isMet && arguments.has(need.option) {
            throw .uselessOption(need.option, use: need.use)
        }
    }

    /// Whether results are tracked and smoothed over the frames of at least one input.
    private static func hasStream(_ inputs: [Input], _ mode: RunningMode?) -> Bool {
        if let mode { return mode != .image }
        return inputs.contains { input in
            switch input {
            case .image, .folder: false
            case .video, .camera, .standardInput: true
            }
        }
    }
}

extension RunningMode {
    /// The mode for a value of `--mode`.
    init?(word: String) {
        switch word {
        case "image": self = .image
        case "video": self = .video
        case "live": self = .liveStream
        default: return nil
        }
    }
}

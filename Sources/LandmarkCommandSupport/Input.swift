package import LandmarkCapture
package import LandmarkCore
package import LandmarkImaging
import LandmarkSystem
package import LandmarkTasks

/// An input argument, classified by its text and by what the path names.
package enum Input: Sendable, Hashable {
    /// A JPEG or PNG file.
    case image(String)
    /// A folder of images.
    case folder(String)
    /// Any other path: a video file, or a pipe with a video.
    case video(String)
    /// A camera, as it was given.
    case camera(String)
    /// Raw frames on standard input.
    case standardInput

    private static let imageSuffixes: Set = ["jpg", "jpeg", "png"]

    /// Classifies an argument. A file whose suffix does not say whether it is an image is classified
    /// by its first bytes.
    package init(_ argument: String) {
        if argument == "-" {
            self = .standardInput
        } else if argument.hasPrefix("camera:") || Self.isCamera(Path.resolved(argument)) {
            self = .camera(argument)
        } else if FileSystem.isFolder(argument) {
            self = .folder(argument)
        } else if Self.isImageName(argument) {
            self = .image(argument)
        } else {
            self = Self.beginsLikeImage(argument) ? .image(argument) : .video(argument)
        }
    }

    /// The argument as it was given, which results and messages use.
    package var name: String {
        switch self {
        case .image(let path), .folder(let path), .video(let path): path
        case .camera(let device): device
        case .standardInput: "-"
        }
    }

    /// The stem of the names of files made from the input.
    package var stem: String {
        switch self {
        case .image(let path), .video(let path): Path.stem(of: path)
        case .folder(let path): Path.name(of: Path.resolved(path))
        case .camera(let device): String(device.map { $0 == ":" || $0 == "/" ? "-" : $0 })
        case .standardInput: "stdin"
        }
    }

    /// Whether a path has the suffix of an image.
    package static func isImageName(_ path: String) -> Bool {
        imageSuffixes.contains(Path.suffix(of: path))
    }

    /// Whether a path is that of a camera on Linux.
    private static func isCamera(_ path: String) -> Bool {
        let name = "/dev/video"
        guard path.hasPrefix(name) else { return false }
        let number = path.dropFirst(name.count)
        return !number.isEmpty && number.allSatisfy(\.isNumber)
    }

    private static func beginsLikeImage(_ path: String) -> Bool {
        guard FileSystem.isFile(path), let start = try? FileSystem.read(path, atMost: 8) else {
            return false
        }
        let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
        return start == png || start.starts(with: [0xff, 0xd8, 0xff])
    }
}

extension Input {
    /// Whether it is a single image.
    package var isImage: Bool { if case .image = self { true } else { false } }

    /// Whether live mode paces its frames by their timestamps; those of a camera or a pipe are
    /// processed as they arrive.
    package var isRecorded: Bool {
        switch self {
        case .image, .folder, .video: true
        case .camera, .standardInput: false
        }
    }

    /// The name for people to read.
    package var title: String {
        if case .standardInput = self { "standard input" } else { name }
    }
}

// MARK: Groups

/// Inputs whose frames are processed together.
///
/// `graph` has one group, with one input for each input stream of the graph that is fed. The other
/// commands have a group of one input for each image, video, folder, camera or pipe.
package struct InputGroup: Sendable {
    package let inputs: [Input]
    package let mode: RunningMode
    package let settings: StreamSettings
    /// The index of the input that results name: the first that is not a single image, or else 0.
    package let mainIndex: Int

    /// A group of `inputs`, of which there is at least one.
    package init(_ inputs: [Input], mode: RunningMode, settings: StreamSettings) {
        precondition(!inputs.isEmpty, "a group needs an input")
        self.inputs = inputs
        self.mode = mode
        self.settings = settings
        mainIndex = inputs.firstIndex { !$0.isImage } ?? 0
    }

    /// The input that results name.
    package var main: Input { inputs[mainIndex] }

    /// Whether a frame's number says how many of those to process came before it.
    package var isNumbered: Bool { inputs.count == 1 && settings.part.isWhole }

    /// Whether all inputs are single images, so that there is only one frame of each.
    package var isImage: Bool { inputs.allSatisfy(\.isImage) }
}

/// The inputs of a command line, in the order to process them.
package struct InputList {
    /// The inputs as they were given.
    package let inputs: [Input]
    /// What to process: in image mode, a folder becomes one group for each of its images.
    package let groups: [InputGroup]
    /// Whether there can be several outputs: more than one input, or a folder of single images.
    package let isSeveral: Bool
    /// Folders that cannot be read. They are reported, and the other inputs are processed.
    package let problems: [CommandError]

    /// Classifies the inputs and lists the folders among them.
    ///
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - defaultMode: The mode of all inputs without `--mode`; nil for the default of each input.
    /// - Throws: `CommandError` for inputs and options that exclude each other.
    package init(_ arguments: Arguments, defaultMode: RunningMode? = nil) throws(CommandError) {
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
                    groups += try Self.images(in: path, settings).map {
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
    package init(together inputs: [Input], settings: StreamSettings) {
        self.inputs = inputs
        groups = inputs.isEmpty ? [] : [InputGroup(inputs, mode: .video, settings: settings)]
        isSeveral = false
        problems = []
    }

    private static func images(
        in folder: String, _ settings: StreamSettings
    ) throws(CommandError) -> [String] {
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
        var selection = PartSelection(settings.part)
        let chosen = paths.enumerated().filter {
            selection.choice(settings.rate.timestamp(ofFrame: $0.offset)) == .deliver
        }
        if chosen.isEmpty { throw .nothingChosen(folder, count: paths.count) }
        return chosen.map(\.element)
    }
}

// MARK: Checks

extension InputList {
    /// Checks that inputs and options can go together.
    ///
    /// - Throws: `CommandError` for standard input given twice, an image in a mode for frames,
    ///   raw frames without `--size`, or an option that none of the inputs uses.
    package static func check(
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
        // Also the images of a folder lie at times when some of them are chosen by those.
        let hasFolderPart =
            (arguments.has("--start") || arguments.has("--end"))
            && inputs.contains { if case .folder = $0 { true } else { false } }
        let hasStream = hasStream(inputs, mode)
        let hasRecording = inputs.contains { input in
            switch input {
            case .folder, .video, .standardInput: true
            case .image, .camera: false
            }
        }
        let part = StreamSettings(arguments).part
        if let end = part.end, end <= part.start {
            throw .invalidValue(
                option: "--end", expected: "a time after --start",
                got: arguments.text("--end") ?? "\(end)")
        }
        if hasStandardInput, !arguments.has("--size") {
            throw .neededOption(
                "--size WxH", reason: "raw frames on standard input have no header that says it")
        }
        let needs: [(option: String, isMet: Bool, use: String)] = [
            ("--size", hasStandardInput || hasCamera, "raw frames (-) and cameras"),
            ("--pixel-format", hasStandardInput, "raw frames (-)"),
            (
                "--fps", hasStandardInput || hasCamera || hasVideoFolder || hasFolderPart,
                "raw frames (-), cameras, and folders with --mode video or live"
            ),
            ("--start", hasRecording, "videos, folders and raw frames (-)"),
            ("--end", hasRecording, "videos, folders and raw frames (-)"),
            ("--stride", hasRecording, "videos, folders and raw frames (-)"),
            ("--smoothing", hasStream, "frames that follow each other: videos, cameras"),
            ("--side-guard", hasStream, "frames that follow each other: videos, cameras"),
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

// MARK: Options

/// The options about frames that do not describe themselves.
package struct StreamSettings: Sendable {
    /// The size of raw frames, or the size to request from a camera.
    package let size: PixelSize?
    package let pixelFormat: PixelFormat
    package let rate: FrameRate
    /// The frames to process.
    package let part: FramePart

    package init(_ arguments: Arguments) {
        size = arguments.text("--size").flatMap(PixelSize.init(words:))
        pixelFormat = arguments.text("--pixel-format") == "bgra" ? .bgra32 : .rgb24
        rate = arguments.text("--fps").flatMap { FrameRate($0) } ?? .thirty
        part = FramePart(
            start: arguments.text("--start").flatMap { FramePart.seconds($0) } ?? 0,
            end: arguments.text("--end").flatMap { FramePart.seconds($0) },
            stride: arguments.integer("--stride") ?? 1)
    }
}

extension FramePart {
    /// Parses a time such as `90`, `1:30.5` or `0:01:30`; nil unless it is a time of at least 0.
    package static func seconds(_ text: String) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard 1...3 ~= parts.count else { return nil }
        var seconds = 0.0
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            guard let digit = part.utf8.first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit,
                part.utf8.allSatisfy({
                    UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || isLast && $0 == UInt8(ascii: ".")
                }), let value = Double(part), index == 0 || value < 60
            else { return nil }
            seconds = seconds * 60 + value
        }
        return seconds < 1e9 ? seconds : nil
    }
}

extension PixelSize {
    /// Parses a size such as `640x480`; nil unless both sides are from 1 to 16 384 pixels.
    package init?(words: String) {
        let parts = words.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
            1...16_384 ~= width, 1...16_384 ~= height
        else { return nil }
        self.init(width: width, height: height)
    }
}

extension RunningMode {
    /// The mode for a value of `--mode`.
    package init?(word: String) {
        switch word {
        case "image": self = .image
        case "video": self = .video
        case "live": self = .liveStream
        default: return nil
        }
    }
}

// MARK: Protection

/// The files that a run reads, which no output may replace.
///
/// Files are compared by identity and not by name, so links are recognized.
package struct InputFiles {
    private let inputs: Set<FileIdentity>
    private let models: Set<FileIdentity>
    /// Folders whose images are inputs.
    private let folders: Set<FileIdentity>

    /// Collects the inputs, `others`, and the models that the arguments can refer to.
    package init(_ inputs: [Input], and others: [String] = [], _ arguments: Arguments) {
        let files = inputs.flatMap(Self.files) + others
        self.inputs = Set(files.filter(FileSystem.isFile).compactMap(FileSystem.identity))
        models = Set(
            ModelStore.files(for: arguments).filter(FileSystem.isFile)
                .compactMap(FileSystem.identity))
        folders = Set(
            inputs.compactMap { input in
                if case .folder(let path) = input { FileSystem.identity(of: path) } else { nil }
            })
    }

    /// Checks the paths that `option` may write.
    ///
    /// - Throws: `CommandError.overwritesInput` or `.overwritesModel` for the path of a file that is
    ///   read; `.imageAmongInputs` for an image in a folder that is an input, which the next run
    ///   would read.
    package func check(_ paths: [String], for option: String) throws(CommandError) {
        for path in paths where FileSystem.isFile(path) {
            guard let file = FileSystem.identity(of: path) else { continue }
            if inputs.contains(file) { throw .overwritesInput(path, option: option) }
            if models.contains(file) { throw .overwritesModel(path, option: option) }
        }
        for path in paths where Input.isImageName(path) {
            for name in [path, Path.resolved(path)] {
                guard let folder = FileSystem.identity(of: Path.folder(of: name)) else { continue }
                if folders.contains(folder) { throw .imageAmongInputs(path, option: option) }
            }
        }
    }

    /// Checks a path that `option` may write.
    ///
    /// - Throws: `CommandError`, as for several paths.
    package func check(_ path: String, for option: String) throws(CommandError) {
        try check([path], for: option)
    }

    private static func files(of input: Input) -> [String] {
        switch input {
        case .image(let path), .video(let path): [path]
        case .folder(let path):
            ((try? FileSystem.names(in: path)) ?? []).filter(Input.isImageName)
                .map { Path.join(path, $0) }
        case .camera: []
        case .standardInput: ["/dev/stdin"]
        }
    }
}

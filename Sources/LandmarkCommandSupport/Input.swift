package import LandmarkCapture
package import LandmarkCore
import LandmarkImageFiles
package import LandmarkImaging
package import LandmarkTasks

/// An input argument, classified by its text and by the file at its path.
package enum Input: Sendable, Hashable {
    /// An image file.
    case image(String)
    /// A folder of images.
    case folder(String)
    /// Any other path: a video file, or a pipe with a video.
    case video(String)
    /// A camera, as it was given, or a camera's address.
    case camera(String)
    /// Raw frames on standard input.
    case standardInput

    /// Classifies an argument. If a file's suffix does not show whether it is an image, its first bytes
    /// decide.
    package init(_ argument: String) {
        if argument == "-" {
            self = .standardInput
        } else if argument.hasPrefix("camera:") || Self.isCamera(Path.resolved(argument)) {
            self = .camera(argument)
        } else if FileSystem.isFolder(argument) {
            self = .folder(argument)
        } else if Self.isAddress(argument) {
            // Whether it may be opened is decided later.
            self =
                NetworkAddress(argument)?.isLive == true ? .camera(argument) : .video(argument)
        } else if MovingImage.isFile(argument) {
            self = .video(argument)
        } else if Self.isImageName(argument) {
            self = .image(argument)
        } else {
            self = Self.beginsLikeImage(argument) ? .image(argument) : .video(argument)
        }
    }

    /// The argument as it was given, for results and messages; an address has no passwords.
    package var name: String {
        switch self {
        case .image(let path), .folder(let path): path
        case .video(let text), .camera(let text): NetworkAddress(text)?.name ?? text
        case .standardInput: "-"
        }
    }

    /// Whether it is an address.
    var isOnNetwork: Bool {
        switch self {
        case .video(let text), .camera(let text): Self.isAddress(text)
        case .image, .folder, .standardInput: false
        }
    }

    /// The stem of the names of files made from the input.
    package var stem: String {
        switch self {
        case .image, .video: Path.stem(of: name)
        case .folder(let path): Path.name(of: Path.resolved(path))
        case .camera: String(name.map { $0 == ":" || $0 == "/" ? "-" : $0 })
        case .standardInput: "stdin"
        }
    }

    /// Whether a path has the suffix of an image.
    package static func isImageName(_ path: String) -> Bool {
        MediaKind(suffixOf: path) == .image
    }

    /// Whether an argument is an address rather than a file with such a name.
    package static func isAddress(_ argument: String) -> Bool {
        guard let colon = argument.utf8.firstIndex(of: UInt8(ascii: ":")),
            argument[colon...].utf8.starts(with: "://".utf8), colon > argument.startIndex
        else { return false }
        let scheme = argument[..<colon].utf8
        return scheme.allSatisfy { byte in
            0x30...0x39 ~= byte || 0x61...0x7A ~= byte | 0x20 || "+-.".utf8.contains(byte)
        } && FileSystem.identity(of: argument) == nil
    }

    /// Classifies an argument of a command that reads images. `-` stands for raw frames if an
    /// option describes them, and otherwise for an encoded video or image.
    package init(_ argument: String, _ arguments: Arguments) {
        let isEncoded =
            argument == "-" && !StandardStream.input.isTerminal
            && !["--size", "--pixel-format", "--fps"].contains(where: arguments.has)
        self = isEncoded ? .encodedStandardInput : Input(argument)
    }

    /// A video or image on standard input. A redirected file is seekable; a pipe is not.
    private static var encodedStandardInput: Input {
        let path = "/dev/stdin"
        #if os(Linux)
        return beginsLikeImage(path) ? .image(path) : .video(path)
        #else
        // Opening it again continues where reading ended, so nothing may be read from it here.
        return .video(path)
        #endif
    }

    /// Whether it is standard input.
    package var isStandardInput: Bool { self == .standardInput || name == "/dev/stdin" }

    /// Whether a path is a camera on Linux.
    private static func isCamera(_ path: String) -> Bool {
        let name = "/dev/video"
        guard path.hasPrefix(name) else { return false }
        let number = path.dropFirst(name.count)
        return !number.isEmpty && number.allSatisfy(\.isNumber)
    }

    private static func beginsLikeImage(_ path: String) -> Bool {
        FileSystem.start(of: path, count: ImageFile.signatureLength)
            .map { ImageFile.isImage(beginning: $0) } ?? false
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

    /// The name in reports, without its folder, which may reveal private information.
    package var reportName: String {
        if isStandardInput { return "standard input" }
        return switch self {
        case .image, .video: Path.name(of: name)
        case .folder(let path): Path.name(of: Path.resolved(path))
        case .camera, .standardInput: title
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
/// `graph` has one group, with one input for each of the graph's input streams that is fed. The
/// other commands have a group of one input for each image, video, folder, camera or pipe.
package struct InputGroup: Sendable {
    package let inputs: [Input]
    package let mode: RunningMode
    package var settings: StreamSettings
    /// The index of the input that results name: the first one that is not a single image, or else
    /// 0.
    package let mainIndex: Int
    /// The index of the group in its ``InputList``.
    package internal(set) var index = 0
    /// The stem of the names of files made from the group, unique in the list.
    package internal(set) var outputStem: String

    /// A group of `inputs`, which must not be empty.
    package init(_ inputs: [Input], mode: RunningMode, settings: StreamSettings) {
        precondition(!inputs.isEmpty, "a group needs an input")
        self.inputs = inputs
        self.mode = mode
        self.settings = settings
        mainIndex = inputs.firstIndex { !$0.isImage } ?? 0
        outputStem = inputs[mainIndex].stem
    }

    /// The input that results name.
    package var main: Input { inputs[mainIndex] }

    /// Whether a frame's number is the number of processed frames before it.
    package var isNumbered: Bool { inputs.count == 1 && settings.part.isWhole }

    /// Whether all inputs are single images, with only one frame each.
    package var isImage: Bool { inputs.allSatisfy(\.isImage) }
}

// MARK: Options

/// The options for frames that do not describe themselves.
package struct StreamSettings: Sendable {
    /// The size of raw frames, or the size to request from a camera.
    package let size: PixelSize?
    package let pixelFormat: PixelFormat
    package let rate: FrameRate
    /// The frames to process.
    package let part: FramePart
    /// Whether addresses are opened.
    package let allowsNetwork: Bool
    /// Whether a pipe brings the images of a camera as they are taken.
    package var isLive = false

    /// The usual settings: a camera's size and rate are its own, and addresses are not opened.
    package init() {
        size = nil
        pixelFormat = .rgb24
        rate = .thirty
        part = FramePart()
        allowsNetwork = false
    }

    package init(_ arguments: Arguments) {
        size = arguments.text("--size").flatMap(PixelSize.init(words:))
        pixelFormat = arguments.text("--pixel-format") == "bgra" ? .bgra32 : .rgb24
        allowsNetwork = arguments.has("--allow-network")
        isLive = arguments.text("--mode") == "live"
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
    /// The folders whose images are inputs.
    private let folders: Set<FileIdentity>
    /// The folders whose videos are inputs, too.
    private let videoFolders: Set<FileIdentity>

    /// Collects the inputs, `others`, and the models that the arguments can refer to.
    package init(_ inputs: [Input], and others: [String] = [], _ arguments: Arguments) {
        let files = inputs.flatMap(Self.files) + others
        self.inputs = Set(files.filter(FileSystem.isFile).compactMap(FileSystem.identity))
        models = Set(
            ModelStore.files(for: arguments).filter(FileSystem.isFile)
                .compactMap(FileSystem.identity))
        let folders = Set(
            inputs.compactMap { input in
                if case .folder(let path) = input { FileSystem.identity(of: path) } else { nil }
            })
        self.folders = folders
        videoFolders = folders.intersection(
            inputs.compactMap { input in
                guard case .video(let path) = input else { return nil }
                return FileSystem.identity(of: Path.folder(of: path))
            })
    }

    /// Checks the paths that `option` may write.
    ///
    /// - Throws: `CommandError.overwritesInput` or `.overwritesModel` for the path of a file that
    ///   is read; `.imageAmongInputs` for an image in an input folder, or a video in a folder whose
    ///   videos are inputs, because the next run would read it.
    package func check(_ paths: [String], for option: String) throws(CommandError) {
        for path in paths where FileSystem.isFile(path) {
            guard let file = FileSystem.identity(of: path) else { continue }
            if inputs.contains(file) { throw .overwritesInput(path, option: option) }
            if models.contains(file) { throw .overwritesModel(path, option: option) }
        }
        for path in paths {
            guard let kind = MediaKind(suffixOf: path) else { continue }
            for name in [path, Path.resolved(path)] {
                guard let folder = FileSystem.identity(of: Path.folder(of: name)) else { continue }
                if (kind == .image ? folders : videoFolders).contains(folder) {
                    throw .imageAmongInputs(path, option: option)
                }
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

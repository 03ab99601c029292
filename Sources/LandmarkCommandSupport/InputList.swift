import LandmarkCapture
import LandmarkCore
package import LandmarkTasks

/// The inputs of a command line, in the order to process them.
package struct InputList: Sendable {
    /// The inputs as they were given, and the files and folders in folders among them.
    package let inputs: [Input]
    /// What to process: a folder becomes one group for each of its images, or one for all
    /// of them, and one for each of its videos.
    package private(set) var groups: [InputGroup]
    /// Whether there can be several outputs: more than one input, or a folder of single images.
    package let isSeveral: Bool
    /// Folders that cannot be read, and arguments that name nothing. They are reported, and the other inputs
    /// are processed.
    package let problems: [CommandError]

    /// Notes for people about files omitted from folders.
    package let notes: [String]

    /// Classifies the inputs and lists the folders among them.
    ///
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - defaultMode: The mode of all inputs without `--mode`, with which a folder is always one
    ///     sequence of images; nil for the default of each input.
    /// - Throws: `CommandError` for inputs and options that exclude each other.
    package init(_ arguments: Arguments, defaultMode: RunningMode? = nil) throws(CommandError) {
        let given = arguments.inputs.map { Input($0, arguments) }
        let mode = arguments.text("--mode").flatMap(RunningMode.init(word:)) ?? defaultMode
        var expansion = InputExpansion(
            mode: mode, settings: StreamSettings(arguments),
            isRecursive: arguments.has("--recursive"), keepsFolders: defaultMode != nil)
        for input in given { expansion.add(input) }
        inputs = given + expansion.found
        try Self.check(inputs, mode: mode, arguments, folders: given)
        groups = expansion.groups
        var names = UniqueNames()
        for index in groups.indices {
            groups[index].index = index
            groups[index].outputStem = names.next(groups[index].main.stem)
        }
        problems = expansion.problems
        notes = expansion.notes
        isSeveral = expansion.isSeveral || given.count > 1
    }

    /// The inputs of a graph, which are processed together; none for a graph without input streams.
    package init(together inputs: [Input], settings: StreamSettings) {
        self.inputs = inputs
        groups = inputs.isEmpty ? [] : [InputGroup(inputs, mode: .video, settings: settings)]
        isSeveral = false
        problems = []
        notes = []
    }
}

extension InputList {
    /// Removes groups as if they had not been given; the file names of the other groups do not change.
    package mutating func remove(where isUnwanted: (InputGroup) -> Bool) {
        groups.removeAll(where: isUnwanted)
        for index in groups.indices { groups[index].index = index }
    }
}

/// File names derived from the names of inputs, each used once.
package struct UniqueNames {
    private var used: Set<String> = []

    package init() {}

    /// Returns `stem`, or `stem-2`, `stem-3`… when it was returned before.
    package mutating func next(_ stem: String) -> String {
        var name = stem
        var count = 1
        while !used.insert(name).inserted {
            count += 1
            name = "\(stem)-\(count)"
        }
        return name
    }
}

/// Expands inputs into groups.
private struct InputExpansion {
    let mode: RunningMode?
    let settings: StreamSettings
    let isRecursive: Bool
    /// Whether a folder is one sequence of images, with its videos ignored.
    let keepsFolders: Bool

    private(set) var groups: [InputGroup] = []
    /// The images, videos and folders in the folders.
    private(set) var found: [Input] = []
    private(set) var problems: [CommandError] = []
    private(set) var notes: [String] = []
    private(set) var isSeveral = false

    init(mode: RunningMode?, settings: StreamSettings, isRecursive: Bool, keepsFolders: Bool) {
        self.mode = mode
        self.settings = settings
        self.isRecursive = isRecursive
        self.keepsFolders = keepsFolders
    }

    mutating func add(_ input: Input) {
        switch input {
        case .image: addGroup(input, .image)
        case .video(let text) where Input.isAddress(text),
            .camera(let text) where Input.isAddress(text):
            guard let address = NetworkAddress(text) else {
                let schemes = NetworkAddress.schemes.joined(separator: ", ")
                problems.append(
                    .unreadable(
                        file: text, reason: "supported addresses begin with \(schemes)"))
                return
            }
            guard settings.allowsNetwork else { return problems.append(.address(address.name)) }
            addGroup(input, mode ?? .video)
        case .video(let path)
        where PathPattern(path) != nil && FileSystem.identity(of: path) == nil:
            problems.append(.noMatch(path))
        case .video, .camera, .standardInput: addGroup(input, mode ?? .video)
        case .folder(let path):
            do throws(CommandError) {
                try addFolder(path)
            } catch {
                problems.append(error)
            }
        }
    }

    private mutating func addGroup(_ input: Input, _ mode: RunningMode) {
        groups.append(InputGroup([input], mode: mode, settings: settings))
    }

    private mutating func addFolder(_ path: String) throws(CommandError) {
        let isSequence = (mode ?? .image) != .image
        if keepsFolders, isSequence {
            addGroup(.folder(path), mode ?? .video)
            let folder = try? MediaFolder(path, isRecursive: false)
            note(folder.map { $0.others + $0.levels.flatMap(\.videos) } ?? [], in: path)
            return
        }
        // One sequence of images can have its own overlay.
        if !isSequence { isSeveral = true }
        let folder = try MediaFolder(path, isRecursive: isRecursive)
        problems += folder.problems
        note(folder.others, in: path)
        if folder.levels.isEmpty { throw .emptyFolder(path) }
        let before = groups.count
        for level in folder.levels {
            found.append(.folder(level.path))
            // In name order, with a sequence of images before the videos in the same folder.
            if isSequence, level.hasImages { addGroup(.folder(level.path), mode ?? .video) }
            for file in level.files {
                found.append(file.kind == .image ? .image(file.path) : .video(file.path))
            }
            addFiles(of: level, withImages: !isSequence)
        }
        let images = folder.levels.flatMap(\.files).count { $0.kind == .image }
        if groups.count == before { throw .nothingChosen(path, count: images) }
        if folder.levels.count > 1 || folder.levels.contains(where: { !$0.videos.isEmpty }) {
            isSeveral = true
        }
    }

    /// Adds the videos of a folder, and the images in the part to process.
    private mutating func addFiles(of level: MediaFolder.Level, withImages: Bool) {
        var selection = PartSelection(settings.part)
        var index = 0
        for (path, kind) in level.files {
            if kind == .video {
                addGroup(.video(path), mode ?? .video)
            } else if withImages {
                let time = settings.rate.timestamp(ofFrame: index)
                if selection.choice(time) == .deliver { addGroup(.image(path), .image) }
                index += 1
            }
        }
    }

    /// Adds a note about skipped files, the first few by name.
    private mutating func note(_ skipped: [String], in folder: String) {
        guard !skipped.isEmpty else { return }
        let named = skipped.sorted().prefix(5).map(Path.name(of:)).joined(separator: ", ")
        let more = skipped.count > 5 ? " and \(skipped.count - 5) more" : ""
        let files = skipped.count == 1 ? "1 file" : "\(skipped.count) files"
        let expected = keepsFolders ? "an image" : "an image or a video"
        notes.append(
            "landmark: \(folder): skipped \(files), expected \(expected): \(named)\(more)")
    }
}

// MARK: Checks

extension InputList {
    /// Checks that inputs and options are compatible.
    ///
    /// - Parameters:
    ///   - folders: The inputs as they were given, including the folders.
    /// - Throws: `CommandError` for standard input given twice, an image in a mode for frames,
    ///   raw frames without `--size`, or an option that none of the inputs uses.
    package static func check(
        _ inputs: [Input], mode: RunningMode?, _ arguments: Arguments, folders given: [Input]? = nil
    ) throws(CommandError) {
        let given = given ?? inputs
        if given.count(where: \.isStandardInput) > 1 { throw .repeatedInput("-") }
        if let mode, mode != .image {
            for case .image(let path) in given {
                throw .imageInStreamMode(path, mode: arguments.text("--mode") ?? mode.rawValue)
            }
        }
        let hasStandardInput = inputs.contains(.standardInput)
        let hasCamera = inputs.contains { input in
            if case .camera(let device) = input { !Input.isAddress(device) } else { false }
        }
        let hasVideoFolder =
            (mode ?? .image) != .image
            && inputs.contains { if case .folder = $0 { true } else { false } }
        // If images of a folder are chosen by time, they have times, too.
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
                "--size WxH", reason: "raw frames on standard input have no header")
        }
        let hasFolder = given.contains { if case .folder = $0 { true } else { false } }
        let needs: [(option: String, isMet: Bool, use: String)] = [
            ("--size", hasStandardInput || hasCamera, "raw frames (-) and cameras"),
            ("--pixel-format", hasStandardInput, "raw frames (-)"),
            (
                "--fps", hasStandardInput || hasCamera || hasVideoFolder || hasFolderPart,
                "raw frames (-), cameras, and folders with --mode video or live"
            ),
            ("--recursive", hasFolder, "folders"),
            (
                "--allow-network", inputs.contains { $0.isOnNetwork },
                "addresses such as rtsp://… and https://…"
            ),
            ("--start", hasRecording, "videos, folders and raw frames (-)"),
            ("--end", hasRecording, "videos, folders and raw frames (-)"),
            ("--stride", hasRecording, "videos, folders and raw frames (-)"),
            ("--detection-interval", hasStream, "consecutive frames (videos, cameras)"),
            ("--smoothing", hasStream, "consecutive frames (videos, cameras)"),
            ("--side-guard", hasStream, "consecutive frames (videos, cameras)"),
            ("--raw", hasStream, "consecutive frames (videos, cameras)"),
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

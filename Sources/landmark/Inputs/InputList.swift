import LandmarkCommandSupport
import LandmarkSystem
import LandmarkTasks

/// What the inputs mean, in the order to work through them.
struct InputList {
    /// One thing to work through.
    enum Item {
        /// An image of its own.
        case image(String)
        /// Frames that belong together.
        case stream(FrameStream)

        /// What it is read from.
        var input: Input {
            switch self {
            case .image(let path): .image(path)
            case .stream(let stream): stream.input
            }
        }
    }

    /// The inputs as they were given.
    let inputs: [Input]
    let items: [Item]
    /// Whether there can be several: more than one input, or a folder of single images.
    let isSeveral: Bool
    /// Folders that cannot be read, to report; the others go on.
    let problems: [CommandError]

    /// Looks into folders; throws for inputs and options that do not go together.
    ///
    /// `usual` is the mode for everything when `--mode` names none; nil lets each input have its
    /// own.
    init(_ arguments: Arguments, usual: RunningMode? = nil) throws(CommandError) {
        let inputs = arguments.inputs.map(Input.init)
        let mode = arguments.text("--mode").flatMap(RunningMode.init(word:)) ?? usual
        let settings = StreamSettings(arguments)
        try Self.check(inputs, mode: mode, arguments)
        var items: [Item] = []
        var problems: [CommandError] = []
        var hasLooseImages = false
        for input in inputs {
            switch input {
            case .image(let path):
                items.append(.image(path))
            case .folder(let path) where (mode ?? .image) == .image:
                hasLooseImages = true
                do throws(CommandError) {
                    items += try Self.images(in: path).map(Item.image)
                } catch {
                    problems.append(error)
                }
            case .folder, .video, .camera, .standardInput:
                items.append(
                    .stream(
                        FrameStream(input: input, mode: mode ?? .video, settings: settings)))
            }
        }
        self.inputs = inputs
        self.items = items
        self.problems = problems
        isSeveral = hasLooseImages || inputs.count > 1
    }

    /// The modes that a landmarker is needed in.
    var modes: Set<RunningMode> {
        Set(
            items.map { item in
                switch item {
                case .image: .image
                case .stream(let stream): stream.mode
                }
            })
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

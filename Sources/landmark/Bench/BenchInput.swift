import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkSystem
import LandmarkTasks

/// The frames that a task is timed on: decoded, and in memory before the clock starts.
struct BenchInput {
    /// What frames may take altogether; a longer input is cut off.
    private static let mostBytes = 1 << 30

    let mode: RunningMode
    let images: [PixelBuffer]
    private let name: String

    /// Decodes the input that the arguments name; with `--size` it is nothing but pixels.
    init(_ arguments: Arguments) throws {
        name = arguments.inputs[1]
        let most = arguments.integer("--frames") ?? 200
        let asked = arguments.text("--mode").flatMap(RunningMode.init(word:))
        let input = Input(name)
        if arguments.has("--size") {
            mode = asked ?? .video
            images = try Self.raw(input, most, arguments)
        } else if arguments.has("--pixel-format") {
            throw CommandError.misplacedOption("--pixel-format", use: "raw frames, with --size")
        } else if case .image(let path) = input {
            if asked == .video { throw CommandError.imageInStreamMode(path, mode: "video") }
            mode = .image
            images = [try ImageFile.read(path)]
        } else {
            let isFolder = if case .folder = input { true } else { false }
            mode = asked ?? (isFolder ? .image : .video)
            images = try Self.frames(of: Self.source(input), most)
        }
        if images.isEmpty, !Interruption.isRequested {
            throw CommandError.unreadable(file: name, reason: "it holds no frame")
        }
    }

    var facts: BenchFacts {
        var facts = BenchFacts()
        facts.add("input", name)
        facts.add("mode", mode.rawValue)
        facts.add("frames", images.count)
        if let first = images.first { facts.add("size", "\(first.width)x\(first.height)") }
        facts.add("decodedBytes", bytes: Self.bytes(of: images))
        return facts
    }

    private static func source(_ input: Input) throws -> any FrameSource {
        switch input {
        case .folder(let path): return try ImageFolder(path: path)
        case .image(let path), .video(let path): return try VideoFile(path: path)
        case .camera(let device):
            throw CommandError.invalidValue(
                option: "bench", expected: "an image, a folder, a video or raw frames",
                got: device)
        case .standardInput:
            throw CommandError.neededOption(
                "--size WxH", reason: "raw frames on standard input do not say how large they are")
        }
    }

    private static func raw(
        _ input: Input, _ most: Int, _ arguments: Arguments
    ) throws -> [PixelBuffer] {
        let settings = StreamSettings(arguments)
        let size = settings.size ?? PixelSize(width: 0, height: 0)
        func frames(_ descriptor: Int32) throws -> [PixelBuffer] {
            let source = try RawFrames(
                descriptor: descriptor, name: input.name, size: size,
                format: settings.pixelFormat, frameRate: settings.rate)
            return try self.frames(of: source, most)
        }
        if input == .standardInput {
            if arguments.has("--interactive") {
                throw CommandError.invalidValue(
                    option: "--interactive", expected: "requests on standard input, and a file",
                    got: "-")
            }
            return try frames(0)
        }
        do {
            let file = try OpenFile(reading: input.name)
            defer { withExtendedLifetime(file) {} }
            return try frames(file.descriptor)
        } catch let error as SystemError {
            throw CommandError.unreadable(file: input.name, reason: "\(error)")
        }
    }

    private static func frames(of source: any FrameSource, _ most: Int) throws -> [PixelBuffer] {
        var images: [PixelBuffer] = []
        var bytes = 0
        while images.count < most, bytes < mostBytes, !Interruption.isRequested,
            let frame = try source.next()
        {
            images.append(frame.image)
            bytes += frame.image.bytesPerRow * frame.image.height
        }
        return images
    }

    private static func bytes(of images: [PixelBuffer]) -> Int {
        images.reduce(0) { $0 + $1.bytesPerRow * $1.height }
    }
}

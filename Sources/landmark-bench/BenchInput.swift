import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging
import LandmarkTasks

/// The frames on which a task is timed, decoded into memory beforehand.
struct BenchInput {
    /// The maximum memory for frames in bytes; a longer input is cut off.
    private static let maxBytes = 1 << 30

    let mode: RunningMode
    let images: [PixelBuffer]
    private let name: String

    /// Decodes the input in the arguments; with `--size`, reads it as raw frames.
    ///
    /// - Throws: `CommandError` for options that do not match the input and for an input without frames;
    ///   `CaptureError` or `ImagingError` for an input that cannot be decoded.
    init(_ arguments: Arguments, operand: Int = 1) throws {
        name = arguments.inputs[operand]
        let limit = arguments.integer("--frames") ?? 200
        let chosenMode = arguments.text("--mode").flatMap(RunningMode.init(word:))
        let input = Input(name)
        if arguments.has("--size") {
            mode = chosenMode ?? .video
            images = try Self.rawFrames(of: input, limit, arguments)
        } else if arguments.has("--pixel-format") {
            throw CommandError.misplacedOption("--pixel-format", use: "raw frames (--size)")
        } else if case .image(let path) = input {
            if let chosenMode, chosenMode != .image {
                throw CommandError.imageInStreamMode(
                    path, mode: chosenMode == .video ? "video" : "live")
            }
            mode = .image
            images = [try ImageFile.read(path)]
        } else {
            let isFolder = if case .folder = input { true } else { false }
            mode = chosenMode ?? (isFolder ? .image : .video)
            images = try Self.frames(of: Self.source(input), limit)
        }
        if images.isEmpty, !Interruption.isRequested {
            throw CommandError.unreadable(file: name, reason: "it contains no frames")
        }
    }

    var facts: BenchFacts {
        var facts = BenchFacts()
        facts.add("input", name)
        facts.add("mode", mode.rawValue)
        facts.add("frames", images.count)
        if let first = images.first { facts.add("size", first.size) }
        facts.add("decodedBytes", bytes: images.reduce(0) { $0 + $1.byteCount })
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
                "--size WxH", reason: "raw frames on standard input have no header")
        }
    }

    private static func rawFrames(
        of input: Input, _ limit: Int, _ arguments: Arguments
    ) throws -> [PixelBuffer] {
        let settings = StreamSettings(arguments)
        func frames(_ descriptor: Int32) throws -> [PixelBuffer] {
            let source = try RawFrames(
                descriptor: descriptor, name: input.name,
                size: settings.size ?? PixelSize(width: 0, height: 0),
                format: settings.pixelFormat, frameRate: settings.rate)
            return try self.frames(of: source, limit)
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

    private static func frames(of source: any FrameSource, _ limit: Int) throws -> [PixelBuffer] {
        var images: [PixelBuffer] = []
        var bytes = 0
        while images.count < limit, bytes < maxBytes, !Interruption.isRequested,
            let frame = try source.next()
        {
            images.append(frame.image)
            bytes += frame.image.byteCount
        }
        return images
    }
}

extension PixelBuffer {
    fileprivate var byteCount: Int { bytesPerRow * height }
}

/// Images in memory as the frames of an endlessly repeating video.
struct BenchFrames: Sendable {
    private static let framesPerSecond = 30

    private let images: [PixelBuffer]
    private var number = 0

    init(_ images: [PixelBuffer]) {
        self.images = images
    }

    /// Returns the next frame; timestamps keep increasing.
    mutating func next() -> Frame {
        defer { number += 1 }
        return Frame(
            image: images[number % images.count],
            timestamp: .milliseconds(number * 1000 / Self.framesPerSecond))
    }
}

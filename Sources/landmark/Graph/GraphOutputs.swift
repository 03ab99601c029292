import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkGraph
import LandmarkImaging
import LandmarkSystem

/// Where the packets of `graph` go.
struct GraphOutputs {
    /// How a stream is written.
    private enum Kind {
        case lines(OutputFile)
        /// A video that begins with the first image.
        case video(DrawnVideo?)
        /// One image.
        case image
    }

    private struct Output {
        let stream: String
        let path: String
        var kind: Kind
        /// How many packets were written.
        var count = 0
    }

    private static let images: Set = ["png", "jpg", "jpeg"]
    private static let videos: Set = ["mp4", "m4v"]

    private var outputs: [Output] = []
    private let readers: Readers
    private var hasFrame = false
    private let name: String

    /// Checks and opens what the arguments name.
    init(_ arguments: Arguments, _ setup: GraphSetup) throws(CommandError) {
        let streams = setup.config.outputStreams.map(\.name)
        var wanted = arguments.texts("--output").compactMap { text in
            NamedValue(text).map { ($0.name, $0.value) }
        }
        if wanted.isEmpty, let first = streams.first { wanted = [(first, "-")] }
        name = setup.feeds.isEmpty ? setup.path : setup.feeds[setup.main].source.name
        for (stream, path) in wanted {
            guard streams.contains(stream) else {
                throw .unknownStream(stream, option: "--output", streams: streams)
            }
            try Self.check(path, isImage: setup.isImage)
        }
        try OutputNames(wanted.map { ("--output", $0.1) })
            .check(
                at: InputFiles(
                    setup.feeds.map(\.source), and: setup.files.read + setup.files.written,
                    arguments))
        readers = Readers(of: wanted.count)
        for (stream, path) in wanted {
            outputs.append(
                Output(stream: stream, path: path, kind: try Self.kind(of: path, for: readers)))
        }
    }

    private static func kind(
        of path: String, for readers: Readers
    ) throws(CommandError) -> Kind {
        let suffix = Path.suffix(of: path)
        if videos.contains(suffix) { return .video(nil) }
        return images.contains(suffix) ? .image : .lines(try OutputFile(path, for: readers))
    }

    private static func check(_ path: String, isImage: Bool) throws(CommandError) {
        let suffix = Path.suffix(of: path)
        let isWrong = isImage ? videos.contains(suffix) : images.contains(suffix)
        if isWrong {
            throw .unsupportedOutput(
                option: "--output", file: path,
                expected: isImage
                    ? "a PNG or JPEG file for an image" : "an MP4 file for a video")
        }
        do throws(SystemError) {
            _ = try FileSystem.status(of: Path.folder(of: path))
        } catch {
            throw .unwritable(file: path, reason: "\(error)")
        }
    }

    /// How many packets were written.
    var count: Int { outputs.reduce(0) { $0 + $1.count } }

    /// The streams that are written.
    var streams: [String] { outputs.map(\.stream) }

    /// Makes ready for the frames of `source`; nil for those of no source.
    mutating func begin(from source: (any FrameSource)?, on console: Console) {
        for index in outputs.indices {
            if case .video = outputs[index].kind {
                outputs[index].kind = .video(
                    DrawnVideo(outputs[index].path, from: source, on: console, for: readers))
            }
        }
    }

    /// Writes packets with the frames of their times; without `places` they are counted stream by
    /// stream.
    mutating func write(_ packets: [String: [Packet]], at places: GraphPlaces?) throws {
        hasFrame = true
        for index in outputs.indices {
            for packet in packets[outputs[index].stream] ?? [] where !packet.isEmpty {
                let place = places?[packet.timestamp]
                let number = places == nil ? outputs[index].count : place?.number
                try write(packet, to: outputs[index], number: number, size: place?.size)
                outputs[index].count += 1
            }
        }
    }

    private func write(
        _ packet: Packet, to output: Output, number: Int?, size: PixelSize?
    ) throws {
        let timestamp = Timestamp(milliseconds: Int(packet.timestamp.rawValue / 1000))
        switch output.kind {
        case .lines(let file):
            let label = FrameLabel(
                file: name, number: number,
                timestamp: packet.timestamp.isRange ? timestamp : nil, size: size)
            guard let line = JSONText.line(packet, label) else { throw refusal(packet, output) }
            try file.write(line)
        case .video(let video):
            guard let image = packet.image else { throw refusal(packet, output) }
            try video?.write(image, of: Frame(image: image, timestamp: timestamp))
        case .image:
            guard let image = packet.image else { throw refusal(packet, output) }
            _ = try readers.stay { try image.write(to: output.path) }
        }
    }

    private func refusal(_ packet: Packet, _ output: Output) -> CommandError {
        .unwritablePacket(
            stream: output.stream, type: packet.payloadType?.description ?? "nothing",
            file: output.path)
    }

    /// Gives every file its name; `complete` says that the sources came to their end. Where not one
    /// frame could be read, leaves what stood in the places of the files.
    ///
    /// Throws for an image or video that cannot be made of no packets, after all others are whole.
    mutating func finish(complete: Bool) throws {
        if !complete, !hasFrame, !Interruption.isRequested { return discard() }
        var empty: CommandError?
        for output in outputs {
            switch output.kind {
            case .lines(let file): try file.close()
            case .video(let video): try video?.finish(complete: complete)
            case .image: break
            }
            if case .lines = output.kind { continue }
            if output.count == 0, complete {
                empty = .emptyOutput(stream: output.stream, file: output.path)
            }
        }
        if let empty { throw empty }
    }

    private func discard() {
        for output in outputs {
            if case .lines(let file) = output.kind { file.discard() }
        }
    }

    /// After an error: gives every file its name that is whole up to here.
    mutating func save() {
        if !hasFrame { return discard() }
        for output in outputs {
            switch output.kind {
            case .lines(let file): try? file.close()
            case .video(let video): try? video?.finish(complete: false)
            case .image: break
            }
        }
    }
}

extension Packet {
    /// The image that it carries, a mask as gray; nil when it carries something else.
    fileprivate var image: PixelBuffer? {
        if let image = try? get(PixelBuffer.self) { return image }
        if let frame = try? get(Frame.self) { return frame.image }
        return (try? get(Mask.self))?.image
    }
}

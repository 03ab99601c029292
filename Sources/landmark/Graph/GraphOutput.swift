import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkGraph
import LandmarkImaging

/// An output stream of a graph and the file its packets go to.
struct GraphOutput {
    let stream: String
    /// The file; `-` for standard output.
    let path: String

    /// The outputs in the arguments; without any, the graph's first output stream goes to standard output.
    ///
    /// - Throws: `CommandError` for a stream that the graph does not have, or a file that cannot be
    ///   written or that is read.
    static func all(
        _ arguments: Arguments, _ setup: GraphSetup
    ) throws(CommandError) -> [GraphOutput] {
        let streams = setup.config.outputStreams.map(\.name)
        var outputs = arguments.texts("--output").compactMap(NamedValue.init).map {
            GraphOutput(stream: $0.name, path: $0.value)
        }
        if outputs.isEmpty, let first = streams.first {
            outputs = [GraphOutput(stream: first, path: "-")]
        }
        let excluded = setup.isImage ? OutputFormat.video : .image
        for output in outputs {
            guard streams.contains(output.stream) else {
                throw .unknownStream(output.stream, option: "--output", streams: streams)
            }
            if OutputFormat(path: output.path) == excluded {
                throw .unsupportedOutput(
                    option: "--output", file: output.path,
                    expected: (setup.isImage ? OutputFormat.image : .video).expectation)
            }
            try OutputPaths.checkFolder(of: output.path)
        }
        let files = InputFiles(
            setup.inputs, and: setup.files.read + setup.files.written, arguments)
        try OutputPaths(outputs.map { ("--output", $0.path) }).check(for: files)
        return outputs
    }

    /// Opens the files.
    ///
    /// - Throws: `CommandError` for one that cannot be written.
    static func open(
        _ outputs: [GraphOutput], _ setup: GraphSetup, on console: Console
    ) throws(CommandError) -> OutputSinks<GraphRecord> {
        var sinks: [OutputSink<GraphRecord>] = []
        for output in outputs {
            sinks.append(try PacketSink(output, name: setup.outputName, on: console))
        }
        return OutputSinks(sinks)
    }
}

/// The packets that a graph sent since the previous record.
struct GraphRecord: Sendable {
    /// Packets by output stream, in order.
    let packets: [String: [Packet]]
    /// The frames used to label the packets; nil for a graph without inputs, whose packets are numbered
    /// stream by stream.
    let index: FrameIndex?
}

/// The frames at recent timestamps: a graph may send a packet long after its frame.
struct FrameIndex: Sendable {
    struct Entry {
        let number: Int
        let size: PixelSize
    }

    /// The minimum number of frames that are kept.
    private static let capacity = 10_000

    private var frames: [(timestamp: GraphTimestamp, entry: Entry)] = []

    /// Adds a frame, whose timestamp must be above those added before.
    mutating func add(number: Int, size: PixelSize, at timestamp: GraphTimestamp) {
        if frames.count >= 2 * Self.capacity { frames.removeFirst(Self.capacity) }
        frames.append((timestamp, Entry(number: number, size: size)))
    }

    /// The frame at a timestamp; nil if none exists.
    subscript(timestamp: GraphTimestamp) -> Entry? {
        var low = 0
        var high = frames.count
        while low < high {
            let middle = (low + high) / 2
            if frames[middle].timestamp < timestamp { low = middle + 1 } else { high = middle }
        }
        guard low < frames.count, frames[low].timestamp == timestamp else { return nil }
        return frames[low].entry
    }
}

/// The packets of one output stream, as JSON Lines, as a video, or as an image.
private final class PacketSink: OutputSink<GraphRecord> {
    private enum Format {
        case lines(OutputFile)
        case video(EncodingStage)
        case image
    }

    private let output: GraphOutput
    /// The file named in lines.
    private let name: String
    private let console: Console
    private var format: Format
    private var count = 0
    private var isComplete = false

    init(
        _ output: GraphOutput, name: String, on console: Console
    ) throws(CommandError) {
        self.output = output
        self.name = name
        self.console = console
        format =
            switch OutputFormat(path: output.path) {
            case .image: .image
            case .video: .video(EncodingStage(VideoOutput(output.path, from: nil, on: console)))
            case nil: .lines(try OutputFile(output.path))
            }
    }

    override func begin(_ group: InputGroup, from source: (any FrameSource)?) {
        if case .video = format {
            format = .video(EncodingStage(VideoOutput(output.path, from: source, on: console)))
        }
    }

    override func write(_ record: GraphRecord) throws {
        for packet in record.packets[output.stream] ?? [] where !packet.isEmpty {
            let entry = record.index?[packet.timestamp]
            let number = record.index == nil ? count : entry?.number
            try write(packet, number: number, size: entry?.size)
            count += 1
        }
    }

    private func write(_ packet: Packet, number: Int?, size: PixelSize?) throws {
        let timestamp = Timestamp(milliseconds: Int(packet.timestamp.rawValue / 1000))
        switch format {
        case .lines(let file):
            let label = FrameLabel(
                file: name, number: number,
                timestamp: packet.timestamp.isRange ? timestamp : nil, size: size)
            guard let members = packet.jsonMembers else { throw refusal(of: packet) }
            try file.write(label.jsonLine(members))
        case .video(let video):
            guard let image = packet.image else { throw refusal(of: packet) }
            try video.write(image, at: timestamp, frame: number ?? count)
        case .image:
            guard let image = packet.image else { throw refusal(of: packet) }
            try image.write(to: output.path)
        }
    }

    private func refusal(of packet: Packet) -> CommandError {
        .unwritablePacket(
            stream: output.stream, type: packet.payloadType?.description ?? "nothing",
            file: output.path)
    }

    override func endInput(complete: Bool) throws {
        isComplete = complete
        if case .video(let video) = format { try video.finish(complete: complete) }
    }

    override func close() throws {
        if case .lines(let file) = format { return try file.close() }
        if count == 0, isComplete {
            throw CommandError.emptyOutput(stream: output.stream, file: output.path)
        }
    }

    override func discard() {
        if case .lines(let file) = format { file.discard() }
    }

    override func keepPartial() -> [PartialFile] {
        let kept: PartialFile? =
            switch format {
            case .lines(let file): file.keepLines()
            case .video(let video): video.keepPartial()
            case .image: nil
            }
        return [kept].compactMap { $0 }
    }
}

extension Packet {
    /// The image in the packet, a mask as gray; nil for any other payload.
    fileprivate var image: PixelBuffer? {
        if let image = try? get(PixelBuffer.self) { return image }
        if let frame = try? get(Frame.self) { return frame.image }
        return (try? get(Mask.self))?.image
    }
}

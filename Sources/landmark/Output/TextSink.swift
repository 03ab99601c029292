import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging

/// The file, frame and timestamp that a line of JSON or CSV is about.
struct FrameLabel {
    /// The input as it was given, or an image of a folder; for a graph without inputs, the graph.
    let file: String
    /// The frame's index in its input, 0 for a single image; nil when there is no frame.
    let number: Int?
    /// The time since the input's first frame, 0 for a single image; nil before and after all
    /// frames.
    let timestamp: Timestamp?
    /// The size of the image in pixels; nil when there is no frame.
    let size: PixelSize?

    /// The label of a frame of `group`.
    init(_ frame: NumberedFrame, of group: InputGroup) {
        self.init(
            file: group.main.name, number: frame.number, timestamp: frame.frame.timestamp,
            size: frame.frame.image.size)
    }

    init(file: String, number: Int?, timestamp: Timestamp?, size: PixelSize?) {
        self.file = file
        self.number = number
        self.timestamp = timestamp
        self.size = size
    }

    /// A line of JSON: an object with the label's members, followed by those that `body` writes.
    func jsonLine(_ body: (inout JSONText) -> Void) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.key("file")
            json.string(file)
            json.key("frame")
            json.optional(number) { $1.integer($0) }
            json.key("timestampMs")
            json.optional(timestamp) { $1.integer($0.milliseconds) }
            if let size {
                json.key("width")
                json.integer(size.width)
                json.key("height")
                json.integer(size.height)
            }
            body(&json)
        }
        return json.bytes + [UInt8(ascii: "\n")]
    }

    /// The first columns of CSV.
    static let columns = ["file", "frame", "timestampMs"]

    /// Writes the fields for ``columns``.
    func write(to csv: inout CSVText) {
        csv.field(file)
        csv.field(number ?? 0)
        csv.field(timestamp?.milliseconds ?? 0)
    }
}

/// A record that was computed from one frame.
protocol FrameRecord {
    var label: FrameLabel { get }
    var frame: Frame { get }
}

/// Text for each record in a file or on standard output, such as JSON Lines or CSV.
final class TextSink<Record>: OutputSink {
    private let file: OutputFile
    /// Bytes to write before the first record; empty once they are written.
    private var header: [UInt8]
    private let text: (Record) throws -> [UInt8]

    /// Opens the file, so that an output that cannot be written is reported before the work.
    ///
    /// - Parameters:
    ///   - path: The file, or `-` for standard output.
    ///   - header: Written first, even when there are no records.
    ///   - text: The text of a record.
    init(
        _ path: String, header: [UInt8] = [], text: @escaping (Record) throws -> [UInt8]
    ) throws(CommandError) {
        file = try OutputFile(path)
        self.header = header
        self.text = text
    }

    func write(_ record: Record) throws {
        try file.write(header + text(record))
        header = []
    }

    func close() throws {
        try file.write(header)
        header = []
        try file.close()
    }

    func discard() { file.discard() }
}

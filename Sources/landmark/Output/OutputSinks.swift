import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging

/// An output of a run: a file, or a folder of files. Subclasses override the methods that concern them.
///
/// A class rather than a protocol, because lists of `any P<Record>` need macOS 13.
class OutputSink<Record> {
    /// Whether an input ends because the run ends, so that its output is incomplete.
    var isCut = false

    /// Prepares for the frames of a group; `source` is nil for images.
    func begin(_ group: InputGroup, from source: (any FrameSource)?) throws {}
    func write(_ record: Record) throws {}
    /// Called after a group's last frame; `complete` means that all of its frames were read.
    func endInput(complete: Bool) throws {}
    /// Completes the output: a file appears under its name.
    func close() throws {}
    /// Keeps what was there before the run.
    func discard() {}
    /// After an error, keeps the written parts under separate names. Files from before the run are kept, and
    /// a file under its own name is complete.
    func keepPartial() -> [PartialFile] { [] }
}

/// The outputs of a run, as ``FrameLoop`` uses them.
protocol OutputSet {
    /// The number of records that were written, or that a write was attempted for.
    var recordCount: Int { get }
    /// Prepares for the frames of a group.
    func begin(_ group: InputGroup, from source: (any FrameSource)?) throws
    /// Ends a group.
    func endInput(complete: Bool) throws
    /// Completes all outputs.
    func close() throws
    /// Keeps what was there before the run.
    func discard()
    /// After an error, completes the outputs that hold every record, and keeps the written parts of the
    /// others under separate names. Without a single record, keeps the files from before the run.
    func salvage() -> [PartialFile]
}

/// Outputs that records are written to.
///
/// When the reader of a pipe closes it, its sink is dropped and the others continue. When the last
/// one is dropped, the run ends quietly, with `CommandError.brokenPipe`.
final class OutputSinks<Record>: OutputSet {
    private var sinks: [OutputSink<Record>]
    private(set) var recordCount = 0
    /// Whether the outputs are being completed, so that every record was written.
    private var isClosing = false

    /// - Parameter sinks: The outputs, in the order in which records are written to them.
    init(_ sinks: [OutputSink<Record>]) {
        self.sinks = sinks
    }

    func begin(_ group: InputGroup, from source: (any FrameSource)?) throws {
        try forEach { try $0.begin(group, from: source) }
    }

    /// Writes a record to every output.
    func write(_ record: Record) throws {
        recordCount += 1
        try forEach { try $0.write(record) }
    }

    func endInput(complete: Bool) throws {
        try forEach { sink in
            sink.isCut = !complete && (Interruption.isRequested || Task.isCancelled)
            try sink.endInput(complete: complete)
        }
    }

    /// Completes all outputs, in reverse order.
    ///
    /// - Throws: The first error. ``salvage()`` then completes the others.
    func close() throws {
        isClosing = true
        for sink in sinks.reversed() {
            try perform(on: sink) { try $0.close() }
        }
    }

    func discard() {
        for sink in sinks { sink.discard() }
    }

    func salvage() -> [PartialFile] {
        guard recordCount > 0 else {
            discard()
            return []
        }
        return sinks.reversed().flatMap { sink in
            if isClosing { try? sink.close() }
            return sink.keepPartial()
        }
    }

    private func forEach(_ body: (OutputSink<Record>) throws -> Void) throws {
        for sink in sinks { try perform(on: sink, body) }
    }

    private func perform(
        on sink: OutputSink<Record>, _ body: (OutputSink<Record>) throws -> Void
    ) throws {
        do {
            try body(sink)
        } catch  where Self.isBrokenPipe(error) {
            sink.discard()
            sinks.removeAll { $0 === sink }
            if sinks.isEmpty { throw CommandError.brokenPipe }
        }
    }

    private static func isBrokenPipe(_ error: any Error) -> Bool {
        switch error {
        case CaptureError.writeFailed(_, let code), ImagingError.writeFailed(_, let code):
            SystemError(code: code).cause == .brokenPipe
        case CommandError.brokenPipe: true
        default: false
        }
    }
}

/// Outputs that several threads write to, one at a time.
final class LockedSinks<Record: Sendable>: OutputSet, Sendable {
    private let sinks: Mutex<OutputSinks<Record>>

    init(_ sinks: sending OutputSinks<Record>) { self.sinks = Mutex(sinks) }

    var recordCount: Int { sinks.withLock { $0.recordCount } }

    /// Writes a record to every output.
    func write(_ record: Record) throws { try sinks.withLock { try $0.write(record) } }

    func begin(_ group: InputGroup, from source: (any FrameSource)?) throws {
        try sinks.withLock { try $0.begin(group, from: source) }
    }

    func endInput(complete: Bool) throws {
        try sinks.withLock { try $0.endInput(complete: complete) }
    }

    func close() throws { try sinks.withLock { try $0.close() } }
    func discard() { sinks.withLock { $0.discard() } }
    func salvage() -> [PartialFile] { sinks.withLock { $0.salvage() } }
}

// MARK: Text

/// The file, frame and timestamp of a line of JSON or CSV.
struct FrameLabel {
    /// The input as it was given, or an image of a folder; for a graph without inputs, the graph.
    let file: String
    /// The frame's index in its input, 0 for a single image; nil without a frame.
    let number: Int?
    /// The time since the input's first frame, 0 for a single image; nil before and after all
    /// frames.
    let timestamp: Timestamp?
    /// The size of the image in pixels; nil without a frame.
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

/// A record computed from one frame.
protocol FrameRecord: Sendable {
    var label: FrameLabel { get }
    /// nil for landmarks from a file, which has no images.
    var frame: Frame? { get }
}

import LandmarkCapture
import LandmarkCommandSupport
import LandmarkImaging
import LandmarkSystem
import Synchronization

/// An output of a run: a file, or a folder of files.
protocol OutputSink<Record>: AnyObject {
    /// What it writes.
    associatedtype Record

    /// Prepares for the frames of a group; `source` is nil for images.
    func begin(_ group: InputGroup, from source: (any FrameSource)?) throws
    func write(_ record: Record) throws
    /// Called after a group's last frame; `complete` says that all of its frames were read.
    func endInput(complete: Bool) throws
    /// Completes the output: a file appears under its name.
    func close() throws
    /// Leaves what was there before the run.
    func discard()
}

extension OutputSink {
    func begin(_ group: InputGroup, from source: (any FrameSource)?) throws {}
    func endInput(complete: Bool) throws {}
    func close() throws {}
    func discard() {}
}

/// The outputs of a run, as ``FrameLoop`` uses them.
protocol OutputSet {
    /// How many records were written, or attempted to be.
    var recordCount: Int { get }
    /// Prepares for the frames of a group.
    func begin(_ group: InputGroup, from source: (any FrameSource)?) throws
    /// Ends a group.
    func endInput(complete: Bool) throws
    /// Completes all outputs.
    func close() throws
    /// Leaves what was there before the run.
    func discard()
    /// After an error, completes every output that can be, with what was written so far. Without a
    /// single record, leaves what was there before the run.
    func salvage()
}

/// Outputs that records are written to.
///
/// When the reader of a pipe closes it, its sink is dropped and the others go on. After the last
/// one the run ends quietly, with `CommandError.brokenPipe`.
final class OutputSinks<Record>: OutputSet {
    private var sinks: [any OutputSink<Record>]
    private(set) var recordCount = 0

    /// - Parameter sinks: The outputs, in the order to write a record to them.
    init(_ sinks: [any OutputSink<Record>]) {
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
        try forEach { try $0.endInput(complete: complete) }
    }

    /// Completes all outputs, in reverse order.
    ///
    /// - Throws: The first error. ``salvage()`` then completes the others.
    func close() throws {
        for sink in sinks.reversed() {
            try perform(on: sink) { try $0.close() }
        }
    }

    func discard() {
        for sink in sinks { sink.discard() }
    }

    func salvage() {
        guard recordCount > 0 else { return discard() }
        for sink in sinks.reversed() {
            try? sink.endInput(complete: false)
            try? sink.close()
        }
    }

    private func forEach(_ body: (any OutputSink<Record>) throws -> Void) throws {
        for sink in sinks { try perform(on: sink, body) }
    }

    private func perform(
        on sink: any OutputSink<Record>, _ body: (any OutputSink<Record>) throws -> Void
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
    func salvage() { sinks.withLock { $0.salvage() } }
}

import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore

/// Text for each record, such as JSON Lines or CSV.
final class TextSink<Record>: OutputSink<Record> {
    private let target: any TextTarget
    private let text: (Record) throws -> [UInt8]
    private let footer: () -> [UInt8]

    /// - Parameters:
    ///   - target: Where the text goes.
    ///   - text: The text of a record.
    ///   - footer: Returns the text after the last record.
    init(
        _ target: any TextTarget, text: @escaping (Record) throws -> [UInt8],
        footer: @escaping () -> [UInt8] = { [] }
    ) {
        self.target = target
        self.text = text
        self.footer = footer
    }

    /// Writes to one file.
    ///
    /// - Parameters:
    ///   - path: The file, or `-` for standard output.
    ///   - header: Written first, even when there are no records.
    ///   - text: The text of a record.
    ///   - footer: Returns the text after the last record.
    /// - Throws: `CommandError` for an unwritable file, before any work.
    convenience init(
        _ path: String, header: [UInt8] = [], text: @escaping (Record) throws -> [UInt8],
        footer: @escaping () -> [UInt8] = { [] }
    ) throws(CommandError) {
        self.init(try SingleText(path, header: header), text: text, footer: footer)
    }

    override func begin(_ group: InputGroup, from source: (any FrameSource)?) throws {
        try target.begin(group)
    }

    override func write(_ record: Record) throws { try target.write(text(record)) }

    override func endInput(complete: Bool) throws { try target.endInput(isCut: isCut) }

    override func close() throws {
        let footer = footer()
        if !footer.isEmpty { try target.write(footer) }
        try target.close()
    }

    override func discard() { target.discard() }

    override func keepPartial() -> [PartialFile] {
        try? target.write(footer())
        return [target.keepLines()].compactMap { $0 }
    }
}

/// Where the text of a ``TextSink`` goes.
protocol TextTarget: AnyObject {
    /// Prepares for the text of a group.
    func begin(_ group: InputGroup) throws
    func write(_ bytes: [UInt8]) throws
    /// Ends the text of a group, which is incomplete if the run was cut.
    func endInput(isCut: Bool) throws
    /// Completes the open file, if any.
    func close() throws
    /// Keeps the previous file.
    func discard()
    /// After an error, keeps the written lines next to the previous file.
    func keepLines() -> PartialFile?
}

/// A file, or standard output, for all inputs.
final class SingleText: TextTarget {
    private let file: OutputFile
    /// Bytes to write before the first text; empty once they are written.
    private var header: [UInt8]

    /// Opens the file, so that an unwritable output is reported before any work.
    init(_ path: String, header: [UInt8]) throws(CommandError) {
        file = try OutputFile(path)
        self.header = header
    }

    func begin(_ group: InputGroup) {}

    func write(_ bytes: [UInt8]) throws {
        try file.write(header + bytes)
        header = []
    }

    func endInput(isCut: Bool) {}

    func close() throws {
        try write([])
        try file.close()
    }

    func discard() { file.discard() }

    func keepLines() -> PartialFile? {
        try? write([])
        return file.keepLines()
    }
}

/// One input's share of a file to which several inputs are written at the same time. The file's owner closes
/// it.
final class SharedText: TextTarget {
    private let text: OrderedText
    private var index = 0

    init(_ text: OrderedText) { self.text = text }

    func begin(_ group: InputGroup) { index = group.index }
    func write(_ bytes: [UInt8]) throws { try text.write(bytes, of: index) }
    func endInput(isCut: Bool) throws { try text.end(index) }
    func close() {}
    func discard() {}
    func keepLines() -> PartialFile? { nil }
}

/// A file for each input in a folder, which appears when the input is over. An input that is interrupted has
/// no file, so every existing file is complete.
final class FolderText: TextTarget {
    private let folder: TextFolder
    private let header: [UInt8]
    private var file: OutputFile?

    init(_ folder: TextFolder, header: [UInt8]) {
        self.folder = folder
        self.header = header
    }

    func begin(_ group: InputGroup) throws {
        let file = try OutputFile(folder.path(for: group))
        if !header.isEmpty { try file.write(header) }
        self.file = file
    }

    func write(_ bytes: [UInt8]) throws { try file?.write(bytes) }

    func endInput(isCut: Bool) throws {
        if isCut { file?.discard() } else { try file?.close() }
        file = nil
    }

    func close() {}

    func discard() { file?.discard() }
    func keepLines() -> PartialFile? { file?.keepLines() }
}

/// The files of ``FolderText``.
struct TextFolder: Sendable {
    let path: String
    let suffix: String

    /// The file for a group.
    func path(for group: InputGroup) -> String {
        Path.join(path, "\(group.outputStem).\(suffix)")
    }
}

import LandmarkCore

/// A text file, or standard output, for the text of inputs that are processed concurrently, in the order of
/// the inputs.
///
/// The text of the first unfinished input is written at once. The text of later inputs waits in
/// memory, and in a temporary file beyond some megabytes. Thread-safe.
package final class OrderedText: Sendable {
    private struct State {
        let file: OutputFile
        /// Bytes to write before the first text; empty once they are written.
        var header: [UInt8]
        /// The index of the input whose text is written at once.
        var turn = 0
        var waiting: [Int: Spool] = [:]
        var ended: Set<Int> = []
        var isEmpty = true

        mutating func write(_ bytes: [UInt8]) throws(CommandError) {
            try file.write(header + bytes)
            header = []
        }

        mutating func writeWaiting() throws(CommandError) {
            try write([])
            for (_, spool) in waiting.sorted(by: { $0.key < $1.key }) { try spool.move(to: file) }
            waiting = [:]
        }
    }

    private let state: Mutex<State>

    /// Opens the file.
    ///
    /// - Parameters:
    ///   - path: The file, or `-` for standard output.
    ///   - header: Written first, even when there is no text.
    /// - Throws: `CommandError.unwritable`.
    package init(_ path: String, header: [UInt8]) throws(CommandError) {
        state = Mutex(State(file: try OutputFile(path), header: header))
    }

    /// Whether no input has any text yet.
    package var isEmpty: Bool { state.withLock { $0.isEmpty } }

    /// Adds text of the input with this index.
    ///
    /// - Throws: `CommandError.unwritable`, or `.brokenPipe` when the reader of a pipe has closed it.
    package func write(_ bytes: [UInt8], of index: Int) throws(CommandError) {
        try state.withLock { (state) throws(CommandError) in
            if !bytes.isEmpty { state.isEmpty = false }
            if index == state.turn { return try state.write(bytes) }
            let spool = state.waiting[index] ?? Spool()
            state.waiting[index] = spool
            try spool.write(bytes)
        }
    }

    /// Marks the end of an input's text; may be called again.
    ///
    /// - Throws: As ``write(_:of:)``.
    package func end(_ index: Int) throws(CommandError) {
        try state.withLock { (state) throws(CommandError) in
            state.ended.insert(index)
            while state.ended.remove(state.turn) != nil {
                state.turn += 1
                guard let spool = state.waiting.removeValue(forKey: state.turn) else { continue }
                try state.write([])
                try spool.move(to: state.file)
            }
        }
    }

    /// Writes the waiting text and completes the file.
    ///
    /// - Throws: As ``write(_:of:)``.
    package func close() throws(CommandError) {
        try state.withLock { (state) throws(CommandError) in
            try state.writeWaiting()
            try state.file.close()
        }
    }

    /// After an error, keeps the written lines next to the file's path; see ``OutputFile/keepLines()``.
    package func keepLines() -> PartialFile? {
        state.withLock { state in
            try? state.writeWaiting()
            return state.file.keepLines()
        }
    }

    /// Keeps the file that was there before.
    package func discard() {
        state.withLock { $0.file.discard() }
    }
}

/// Text that waits to be written.
private final class Spool {
    /// The bytes to keep in memory.
    private static let memoryLimit = 4 << 20
    private static let portion = 1 << 20

    private var bytes: [UInt8] = []
    private var file: OpenFile?

    /// - Throws: `CommandError.unwritable` when the temporary file cannot be written.
    func write(_ more: [UInt8]) throws(CommandError) {
        bytes += more
        guard bytes.count > Self.memoryLimit else { return }
        do throws(SystemError) {
            if file == nil { file = try .unnamed() }
            try file?.write(bytes)
        } catch {
            throw .unwritable(file: "a temporary file", reason: "\(error)")
        }
        bytes.removeAll(keepingCapacity: true)
    }

    /// Writes everything to an output.
    ///
    /// - Throws: The error of the output, or `CommandError.unreadable`.
    func move(to output: OutputFile) throws(CommandError) {
        if let file {
            var portion: [UInt8]
            var isFirst = true
            repeat {
                do throws(SystemError) {
                    if isFirst { try file.seek(to: 0) }
                    portion = try file.readAvailable(atMost: Self.portion)
                } catch {
                    throw .unreadable(file: "a temporary file", reason: "\(error)")
                }
                isFirst = false
                try output.write(portion)
            } while !portion.isEmpty
        }
        try output.write(bytes)
    }
}

/// A file that grows line by line and appears under its name only when it is whole.
///
/// `-` is standard output. A device or pipe, which cannot be replaced, is written to directly.
package final class OutputFile {
    private let path: String
    private let descriptor: Int32
    /// Where the bytes are until `close`; nil when they go straight to `path`.
    private let temporary: String?
    private var isOpen = true
    private var pending: [UInt8] = []
    /// Standard output is passed on line by line; a file in larger pieces.
    private let threshold: Int
    private let readers: Readers

    /// Opens at once, so that an output that cannot be written is known before the work; `readers`
    /// are those of this output and of others.
    package init(_ path: String, for readers: Readers = Readers()) throws(CommandError) {
        self.path = path
        self.readers = readers
        if path == "-" {
            (descriptor, temporary, threshold) = (1, nil, 0)
            return
        }
        do throws(SystemError) {
            if case .success(let kind) = System.kind(of: path), kind != .file {
                descriptor = try System.openForWriting(path, new: false)
                (temporary, threshold) = (nil, 0)
                return
            }
            let target = System.resolved(path)
            let unique = "\(target).\(System.processID)-\(UInt32.random(in: 0 ... .max)).tmp"
            descriptor = try System.openForWriting(unique, new: true)
            (temporary, threshold) = (unique, 1 << 16)
        } catch {
            throw .unwritable(file: path, reason: error.message)
        }
    }

    deinit { discard() }

    /// Adds bytes; to a file that is closed, could not be written, or is read no more, none.
    package func write(_ bytes: [UInt8]) throws(CommandError) {
        guard isOpen else { return }
        pending += bytes
        if pending.count > threshold { try flush() }
    }

    /// Gives the file its name.
    package func close() throws(CommandError) {
        guard isOpen else { return }
        try flush()
        guard isOpen, path != "-" else { return }
        isOpen = false
        do throws(SystemError) {
            try System.closeWritten(descriptor)
            if let temporary { try System.rename(temporary, to: System.resolved(path)) }
        } catch {
            if let temporary { System.remove(temporary) }
            throw failure(error)
        }
    }

    private func flush() throws(CommandError) {
        do throws(SystemError) {
            try System.write(pending, to: descriptor)
            pending.removeAll(keepingCapacity: true)
        } catch {
            discard()
            guard error.isBrokenPipe else { throw failure(error) }
            try readers.leave()
        }
    }

    /// Leaves nothing of a file that was not closed: what stood in its place stays.
    package func discard() {
        guard isOpen else { return }
        isOpen = false
        pending.removeAll()
        guard path != "-" else { return }
        try? System.closeWritten(descriptor)
        if let temporary { System.remove(temporary) }
    }

    private func failure(_ error: SystemError) -> CommandError {
        let name = path == "-" ? "standard output" : path
        return .unwritable(file: name, reason: error.message)
    }
}

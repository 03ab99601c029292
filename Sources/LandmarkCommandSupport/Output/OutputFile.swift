import LandmarkSystem

/// A file that grows line by line and appears under its name only when it is whole.
///
/// `-` is standard output. A device or pipe, which cannot be replaced, is written to directly.
package final class OutputFile {
    private let path: String
    /// Nil for standard output.
    private let file: AtomicFile?
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
            (file, threshold) = (nil, 0)
            return
        }
        do throws(SystemError) {
            let file = try AtomicFile(path)
            (self.file, threshold) = (file, file.isReplaced ? 1 << 16 : 0)
        } catch {
            throw .unwritable(file: path, reason: "\(error)")
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
        guard isOpen, let file else { return }
        isOpen = false
        do throws(SystemError) { try file.commit() } catch { throw failure(error) }
    }

    private func flush() throws(CommandError) {
        do throws(SystemError) {
            if let file {
                try file.file.write(pending)
            } else {
                try StandardStream.output.write(pending)
            }
            pending.removeAll(keepingCapacity: true)
        } catch {
            discard()
            guard error.cause == .brokenPipe else { throw failure(error) }
            try readers.leave()
        }
    }

    /// Leaves nothing of a file that was not closed: what stood in its place stays.
    package func discard() {
        guard isOpen else { return }
        isOpen = false
        pending.removeAll()
        file?.discard()
    }

    private func failure(_ error: SystemError) -> CommandError {
        let name = path == "-" ? "standard output" : path
        return .unwritable(file: name, reason: "\(error)")
    }
}

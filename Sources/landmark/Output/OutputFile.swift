/// A file that grows line by line and appears under its name only when it is whole.
///
/// `-` is standard output. A device or pipe, which cannot be replaced, is written to directly.
final class OutputFile {
    private let path: String
    private let descriptor: Int32
    /// Where the bytes are until `close`; nil when they go straight to `path`.
    private let temporary: String?
    private var isOpen = true
    private var pending: [UInt8] = []
    /// Standard output is passed on line by line; a file in larger pieces.
    private let threshold: Int

    /// Opens at once, so that an output that cannot be written is known before the work.
    init(_ path: String) throws(CommandError) {
        self.path = path
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

    /// Adds bytes; to a file that is closed, or could not be written, none.
    func write(_ bytes: [UInt8]) throws(CommandError) {
        guard isOpen else { return }
        pending += bytes
        if pending.count > threshold { try flush() }
    }

    /// Gives the file its name.
    func close() throws(CommandError) {
        guard isOpen else { return }
        try flush()
        guard path != "-" else { return }
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
            pending.removeAll()
            discard()
            throw failure(error)
        }
    }

    /// Leaves nothing of a file that was not closed.
    private func discard() {
        guard isOpen, path != "-" else { return }
        isOpen = false
        try? System.closeWritten(descriptor)
        if let temporary { System.remove(temporary) }
    }

    private func failure(_ error: SystemError) -> CommandError {
        if error.isBrokenPipe { return .brokenPipe }
        let name = path == "-" ? "standard output" : path
        return .unwritable(file: name, reason: error.message)
    }
}

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A file being written that appears under its path only when it is complete.
///
/// The bytes go to a temporary file in the same folder, which ``commit()`` renames over any
/// previous file; a symbolic link keeps pointing to its target. A device or pipe cannot be replaced
/// and is written directly. A file that is not committed is removed on deinitialization; if its
/// process was killed, the next process that writes into the folder removes it.
package final class AtomicFile {
    /// The open file to write to.
    package let file: OpenFile
    /// Whether the bytes go to a temporary file first.
    package var isReplaced: Bool { temporary != nil }
    private let path: String
    /// The path that holds the bytes until they are committed.
    private var temporary: String?

    /// Opens `path` for writing, so that an unwritable output is reported at once.
    ///
    /// - Throws: ``SystemError`` when `path` is a folder, or the file cannot be created.
    package init(_ path: String) throws(SystemError) {
        self.path = path
        do throws(SystemError) {
            if try FileSystem.status(of: path).kind != .file {
                file = try OpenFile(writing: path)
                return
            }
        } catch  where error.cause == .notFound {
            // A new file.
        }
        let target = Path.resolved(path)
        TemporaryFile.removeAbandoned(in: Path.folder(of: target))
        let temporary = TemporaryFile.path(beside: target)
        file = try OpenFile(creating: temporary)
        self.temporary = temporary
    }

    deinit { discard() }

    /// Closes the file and moves it to its path.
    ///
    /// - Throws: ``SystemError`` when the file cannot be closed or renamed; it is then removed.
    package func commit() throws(SystemError) {
        do throws(SystemError) {
            try file.close()
            guard let temporary else { return }
            try FileSystem.move(temporary, to: Path.resolved(path))
            self.temporary = nil
        } catch {
            discard()
            throw error
        }
    }

    /// Closes the file and keeps the bytes written so far next to the path, as `NAME.partial.EXT`,
    /// or `NAME.partial-2.EXT` if that exists. A file at the path itself is left unchanged.
    ///
    /// - Returns: The path of the bytes; nil for a device or pipe, and for a file that was
    ///   committed or discarded.
    /// - Throws: ``SystemError`` when the file cannot be closed or renamed; it is then removed.
    package func keepPartial() throws(SystemError) -> String? {
        guard let temporary else { return nil }
        do throws(SystemError) {
            try file.close()
            // The folder of the bytes, in case a link leads to another folder.
            let target = Path.resolved(path)
            let isHere = Path.folder(of: target) == Path.resolved(Path.folder(of: path))
            let kept = Path.partial(of: isHere ? path : target)
            try FileSystem.move(temporary, to: kept)
            self.temporary = nil
            return kept
        } catch {
            discard()
            throw error
        }
    }

    /// Closes and removes what has been written, unless it is committed.
    package func discard() {
        try? file.close()
        if let temporary { FileSystem.remove(temporary) }
        temporary = nil
    }
}

extension FileSystem {
    /// Replaces the contents of a file at once; a device or pipe is written directly.
    ///
    /// - Throws: ``SystemError`` when it cannot be written; an existing file is then unchanged.
    package static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        let file = try AtomicFile(path)
        try file.file.write(bytes)
        try file.commit()
    }
}

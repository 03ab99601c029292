import LandmarkCore

/// A file that is written in parts and appears under its path only when it is complete.
///
/// `-` stands for standard output. A device or pipe, which cannot be replaced, is written directly.
package final class OutputFile {
    private enum State {
        case open
        /// A part could not be written; the previous parts are intact.
        case failed
        case closed
    }

    private let path: String
    /// nil for standard output.
    private let file: AtomicFile?
    private var state = State.open
    private var pending: [UInt8] = []
    /// The number of bytes written to the file.
    private var written = 0
    /// The number of pending bytes above which they are written; 0 for a file that is read while it
    /// is written.
    private let threshold: Int

    /// Opens the file, so that an unwritable output is detected before any work.
    ///
    /// - Throws: `CommandError.unwritable`.
    package init(_ path: String) throws(CommandError) {
        self.path = path
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

    /// Adds bytes. Does nothing once the file is closed, discarded, or could not be written.
    ///
    /// - Throws: `CommandError.unwritable`, or `.brokenPipe` when the reader of a pipe has closed it.
    package func write(_ bytes: [UInt8]) throws(CommandError) {
        guard state == .open else { return }
        pending += bytes
        if pending.count > threshold { try flush() }
    }

    /// Completes the file, which then appears under its path.
    ///
    /// - Throws: `CommandError.unwritable` or `.brokenPipe`; a previous file is kept.
    package func close() throws(CommandError) {
        guard state == .open else { return }
        try flush()
        guard let file else { return }
        state = .closed
        do throws(SystemError) { try file.commit() } catch { throw failure(error) }
    }

    /// Removes the written part of a file that is not closed; a previous file is kept.
    package func discard() {
        guard state != .closed else { return }
        state = .closed
        pending.removeAll()
        file?.discard()
    }

    private func flush() throws(CommandError) {
        do throws(SystemError) {
            if let file {
                try file.file.write(pending)
            } else {
                try StandardStream.output.write(pending)
            }
            written += pending.count
            pending.removeAll(keepingCapacity: true)
        } catch {
            if error.cause == .brokenPipe {
                discard()
                throw .brokenPipe
            }
            state = .failed
            throw failure(error)
        }
    }

    private func failure(_ error: SystemError) -> CommandError {
        .unwritable(file: path == "-" ? "standard output" : path, reason: "\(error)")
    }
}

// MARK: After an error

/// The part of an incomplete output that was kept, under a separate name.
package struct PartialFile: Sendable {
    /// The path that the output was meant for.
    package let path: String
    /// The path of the part.
    package let kept: String

    package init(of path: String, kept: String) {
        self.path = path
        self.kept = kept
    }
}

extension Console {
    /// Reports where the parts of incomplete outputs were kept.
    package func report(_ files: [PartialFile]) {
        for file in files {
            let old =
                FileSystem.isFile(file.path)
                ? "\(file.path) is unchanged" : "\(file.path) was not written"
            printError("\(file.kept) contains what was written before the error; \(old)")
        }
    }
}

extension OutputFile {
    /// Keeps the written lines of a file that is not closed, next to its path. A file at the path itself is
    /// unchanged.
    ///
    /// - Returns: The path of the lines; nil without a whole line, for a device or pipe, and for a file that
    ///   is closed.
    package func keepLines() -> PartialFile? {
        if state == .open { try? flush() }
        if state == .failed { removeBrokenLine() }
        return keep()
    }

    /// Keeps everything that was written, next to the file's path, for formats that are useless in part.
    ///
    /// - Returns: The path of the part; nil if some of it could not be written, and in the cases of
    ///   ``keepLines()``.
    package func keepWhole() -> PartialFile? {
        if state == .open { try? flush() }
        guard state == .open else {
            discard()
            return nil
        }
        return keep()
    }

    private func keep() -> PartialFile? {
        guard state != .closed, written > 0 else {
            discard()
            return nil
        }
        state = .closed
        return (try? file?.keepPartial()).flatMap { $0 }.map { PartialFile(of: path, kept: $0) }
    }

    /// After a failed write, truncates the file after its last complete line.
    private func removeBrokenLine() {
        guard let file, let size = try? file.file.status().byteCount else { return }
        let lines = pending.prefix(max(0, size - written))
        written += lines.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        do { try file.file.truncate(to: written) } catch { discard() }
    }
}

// MARK: Paths

/// The paths that options name for single files, checked before any of them is opened.
package struct OutputPaths {
    private struct Entry {
        let option: String
        let path: String
        let resolved: String
    }

    private let entries: [Entry]

    /// - Parameter paths: Options with the paths they name; nil for options that are not given, `-`
    ///   for standard output.
    package init(_ paths: [(option: String, path: String?)]) {
        entries = paths.compactMap { option, path in
            path.map { path in
                Entry(
                    option: option, path: path, resolved: path == "-" ? path : Path.resolved(path))
            }
        }
    }

    /// Checks that no two outputs have the same file and that none replaces a file that is read.
    ///
    /// - Parameters:
    ///   - inputs: The files that are read.
    ///   - overlayMayUse: Whether `--overlay` may write a resolved path.
    /// - Throws: `CommandError.sameOutput`, or an error of ``InputFiles``.
    package func check(
        for inputs: InputFiles, overlayMayUse: (String) -> Bool = { _ in false }
    ) throws(CommandError) {
        for (index, entry) in entries.enumerated() {
            if let other = entries[..<index].first(where: { $0.resolved == entry.resolved }) {
                throw .sameOutput(file: entry.path, first: other.option, second: entry.option)
            }
        }
        for entry in entries where entry.path != "-" {
            try inputs.check(entry.path, for: entry.option)
            if overlayMayUse(entry.resolved) {
                throw .sameOutput(file: entry.path, first: entry.option, second: "--overlay")
            }
        }
    }

    /// Creates a folder for outputs, with its ancestors.
    ///
    /// - Throws: `CommandError.unwritable`.
    package static func makeFolder(_ path: String) throws(CommandError) {
        do throws(SystemError) {
            try FileSystem.makeFolder(path)
        } catch {
            throw .unwritable(file: path, reason: "\(error)")
        }
    }

    /// Whether an output's path names a folder: an existing one, or one whose path ends with a slash.
    ///
    /// - Throws: `CommandError.unwritable` if the path cannot be examined.
    package static func isFolder(_ path: String) throws(CommandError) -> Bool {
        if path.hasSuffix("/") { return true }
        do throws(SystemError) {
            return try FileSystem.status(of: path).kind == .folder
        } catch  where error.cause == .notFound {
            return false
        } catch {
            throw .unwritable(file: path, reason: "\(error)")
        }
    }

    /// Checks that the folder that `path` lies in exists.
    ///
    /// - Throws: `CommandError.unwritable`.
    package static func checkFolder(of path: String) throws(CommandError) {
        do throws(SystemError) {
            _ = try FileSystem.status(of: Path.folder(of: path))
        } catch {
            throw .unwritable(file: path, reason: "\(error)")
        }
    }
}

/// The suffixes of image and video files that can be written.
package enum OutputFormat {
    /// PNG or JPEG.
    case image
    /// H.264 in MP4.
    case video

    /// The format for the suffix of a path; nil for any other suffix.
    package init?(path: String) {
        switch Path.suffix(of: path) {
        case "png", "jpg", "jpeg": self = .image
        case "mp4", "m4v": self = .video
        default: return nil
        }
    }

    /// The format for errors, as in “FILE is not …”.
    package var expectation: String {
        switch self {
        case .image: "a PNG or JPEG file for an image"
        case .video: "an MP4 file for a video"
        }
    }
}

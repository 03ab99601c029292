#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Operations on paths as text, plus symbolic link resolution.
package enum Path {
    // Compare bytes, not characters: a slash followed by a combining character is one character.
    private static let slash = UInt8(ascii: "/")
    private static let dot = UInt8(ascii: ".")

    /// The last component of a path, without trailing slashes.
    package static func name(of path: String) -> String {
        let trimmed = trimmed(path[...])
        return String(trimmed[start(ofNameIn: trimmed)...])
    }

    /// Everything before the last component; `.` when that is empty.
    package static func folder(of path: String) -> String {
        let trimmed = trimmed(path[...])
        let start = start(ofNameIn: trimmed)
        guard start > trimmed.startIndex else {
            return trimmed.isEmpty && path.utf8.first == slash ? "/" : "."
        }
        let parent = Path.trimmed(trimmed[..<start])
        return parent.isEmpty ? "/" : String(parent)
    }

    /// The last component without its extension.
    package static func stem(of path: String) -> String {
        let name = name(of: path)
        return String(name[..<(lastDot(in: name) ?? name.endIndex)])
    }

    /// The extension of the last component, lowercased and without the dot; empty if there is none.
    package static func suffix(of path: String) -> String {
        let name = name(of: path)
        guard let dot = lastDot(in: name) else { return "" }
        return name[name.utf8.index(after: dot)...].lowercased()
    }

    /// The path with another extension.
    package static func replacingSuffix(of path: String, by suffix: String) -> String {
        join(folder(of: path), "\(stem(of: path)).\(suffix)")
    }

    /// An unused path next to another: `NAME.partial.EXT`, or `NAME.partial-2.EXT` and so on.
    package static func partial(of path: String) -> String {
        let stem = stem(of: path)
        let suffix = name(of: path).dropFirst(stem.count)
        var candidate = ""
        var count = 1
        repeat {
            let mark = count == 1 ? ".partial" : ".partial-\(count)"
            candidate = join(folder(of: path), stem + mark + suffix)
            count += 1
        } while FileSystem.identity(of: candidate) != nil
        return candidate
    }

    /// The path of `name` inside `folder`.
    package static func join(_ folder: String, _ name: String) -> String {
        folder.utf8.last == slash ? folder + name : folder + "/" + name
    }

    /// The path without trailing slashes.
    private static func trimmed(_ path: Substring) -> Substring {
        guard let last = path.utf8.lastIndex(where: { $0 != slash }) else { return "" }
        return path[..<path.utf8.index(after: last)]
    }

    /// The index after the last slash.
    private static func start(ofNameIn path: Substring) -> Substring.Index {
        path.utf8.lastIndex(of: slash).map(path.utf8.index(after:)) ?? path.startIndex
    }

    /// The index of the dot before the extension; nil if there is none.
    private static func lastDot(in name: String) -> String.Index? {
        guard let last = name.utf8.lastIndex(of: dot), last != name.startIndex else { return nil }
        return last
    }

    /// The absolute path without symbolic links. When nothing exists at `path`, only its folder is
    /// resolved.
    package static func resolved(_ path: String) -> String {
        if let name = realpath(systemText(path), nil) {
            defer { free(name) }
            return decode(name)
        }
        let folder = folder(of: path)
        if path.isEmpty || path.utf8.last == slash || folder == path { return path }
        return join(resolved(folder), name(of: path))
    }
}

/// The device and inode numbers of a file or folder, the same for all of its names and links.
package struct FileIdentity: Hashable, Sendable {
    package let device: UInt64
    package let inode: UInt64
}

/// The status of a file or folder.
package struct FileStatus: Sendable {
    /// The kinds of objects that a path can name.
    package enum Kind: Sendable {
        case file, folder
        /// A device, pipe or socket.
        case other
    }

    package let kind: Kind
    /// The size of a regular file in bytes.
    package let byteCount: Int
    package let identity: FileIdentity

    init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFDIR: .folder
            case S_IFREG: .file
            default: .other
            }
        byteCount = Int(status.st_size)
        identity = FileIdentity(
            device: UInt64(truncatingIfNeeded: status.st_dev),
            inode: UInt64(truncatingIfNeeded: status.st_ino))
    }
}

/// Queries and changes of files and folders by path. Symbolic links are followed.
package enum FileSystem {
    /// Returns the status of what `path` names.
    ///
    /// - Throws: ``SystemError`` when nothing exists there or this process may not examine it.
    package static func status(of path: String) throws(SystemError) -> FileStatus {
        var status = stat()
        guard stat(Path.systemText(path), &status) == 0 else { throw .last }
        return FileStatus(status)
    }

    /// Whether `path` names a regular file.
    package static func isFile(_ path: String) -> Bool {
        (try? status(of: path))?.kind == .file
    }

    /// Whether a file may be at `path`: one is there, or it cannot be examined for a reason other than its
    /// absence or missing permission, which reading it then reports.
    package static func mayBeFile(_ path: String) -> Bool {
        do throws(SystemError) {
            return try status(of: path).kind == .file
        } catch {
            return error.cause != .notFound && error.cause != .notPermitted
        }
    }

    /// Whether `path` names a folder. A path that cannot be examined is a folder if it opens as one.
    package static func isFolder(_ path: String) -> Bool {
        do throws(SystemError) {
            return try status(of: path).kind == .folder
        } catch {
            guard error.cause == .other else { return false }
            let opened = open(Path.systemText(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard opened >= 0 else { return false }
            _ = close(opened)
            return true
        }
    }

    /// Whether this process may read what `path` names.
    package static func isReadable(_ path: String) -> Bool {
        access(Path.systemText(path), R_OK) == 0
    }

    /// The identity of what `path` names; nil when nothing exists there.
    package static func identity(of path: String) -> FileIdentity? {
        (try? status(of: path))?.identity
    }

    /// Returns the names of a folder's entries in byte order.
    ///
    /// - Parameter hidden: Whether to include names that begin with a dot; `.` and `..` are never
    ///   included.
    /// - Throws: ``SystemError`` when the folder cannot be opened or read to its end.
    package static func names(
        in folder: String, hidden: Bool = false
    ) throws(SystemError) -> [String] {
        guard let stream = opendir(Path.systemText(folder)) else { throw .last }
        defer { closedir(stream) }
        var names: [[UInt8]] = []
        while true {
            // Only this distinguishes an error from the end.
            errno = 0
            guard let entry = readdir(stream) else { break }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                Array(bytes.prefix { $0 != 0 })
            }
            let isHidden = name.first == UInt8(ascii: ".")
            if isHidden, !hidden || name == Array(".".utf8) || name == Array("..".utf8) { continue }
            names.append(name)
        }
        guard errno == 0 else { throw .last }
        return names.sorted { $0.lexicographicallyPrecedes($1) }.map(Path.decode)
    }

    /// Creates a folder and its missing ancestors. An existing folder is not an error.
    ///
    /// - Throws: ``SystemError`` when a folder cannot be created, or when something else exists at
    ///   `path`.
    package static func makeFolder(_ path: String) throws(SystemError) {
        if isFolder(path) { return }
        let parent = Path.folder(of: path)
        if parent != path, parent != "." { try makeFolder(parent) }
        guard mkdir(Path.systemText(path), 0o777) == 0 || errno == EEXIST else { throw .last }
        guard try status(of: path).kind == .folder else { throw SystemError(code: ENOTDIR) }
    }

    /// Creates a folder that only the user may enter, and its missing ancestors. An existing folder
    /// keeps its permissions.
    ///
    /// - Throws: ``SystemError``, like ``makeFolder(_:)``.
    package static func makePrivateFolder(_ path: String) throws(SystemError) {
        if isFolder(path) { return }
        try makeFolder(Path.folder(of: path))
        guard mkdir(Path.systemText(path), 0o700) == 0 || errno == EEXIST else { throw .last }
        guard try status(of: path).kind == .folder else { throw SystemError(code: ENOTDIR) }
    }

    /// Makes a file readable and writable only by the user, and creates it if it does not exist, so
    /// that others can never read its contents, not even briefly.
    ///
    /// An existing file is not opened: closing it would release every POSIX lock that this process
    /// holds on it, those of SQLite among them.
    ///
    /// - Throws: ``SystemError`` when it cannot be created, or belongs to someone else.
    package static func makePrivateFile(_ path: String) throws(SystemError) {
        let name = Path.systemText(path)
        let created = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if created >= 0 {
            _ = close(created)
            return
        }
        guard errno == EEXIST else { throw .last }
        var status = stat()
        guard stat(name, &status) == 0 else { throw .last }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_mode & 0o077 != 0 else { return }
        guard chmod(name, 0o600) == 0 else { throw .last }
    }

    /// Renames a file within its file system, replacing any file at the target.
    ///
    /// - Throws: ``SystemError``.
    package static func move(_ path: String, to target: String) throws(SystemError) {
        guard rename(Path.systemText(path), Path.systemText(target)) == 0 else { throw .last }
    }

    /// Removes a file, if it exists.
    package static func remove(_ path: String) {
        _ = unlink(Path.systemText(path))
    }

    /// Returns the contents of a file, or its first `limit` bytes.
    ///
    /// - Throws: ``SystemError`` when the file cannot be opened or read.
    package static func read(
        _ path: String, atMost limit: Int = .max
    ) throws(SystemError) -> [UInt8] {
        try OpenFile(reading: path).read(atMost: limit)
    }
}

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension FileSystem {
    /// Writes files into a new folder that appears under `path` only when it is complete. It then replaces an
    /// existing folder, provided that every entry of the old one is also in the new one.
    ///
    /// - Parameters:
    ///   - files: The contents by their relative paths, with `/` between folders.
    ///   - path: The folder, whose parent exists.
    /// - Throws: ``SystemError`` when something cannot be written, or `path` is a link, a file, or a folder
    ///   with other entries; nothing is then changed there.
    package static func writeFolder(
        _ files: [String: [UInt8]], to path: String
    ) throws(SystemError) {
        try checkReplaceable(
            path, by: Set(files.keys.compactMap { $0.split(separator: "/").first }))
        TemporaryFile.removeAbandoned(in: Path.folder(of: path))
        let temporary = TemporaryFile.path(beside: path)
        do throws(SystemError) {
            guard mkdir(Path.systemText(temporary), 0o777) == 0 else { throw .last }
            for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
                let file = Path.join(temporary, name)
                try makeFolder(Path.folder(of: file))
                let opened = try OpenFile(creating: file)
                try opened.write(bytes)
                try opened.close()
            }
            try replaceFolder(path, by: temporary)
        } catch {
            removeFolder(temporary, with: files.keys)
            throw error
        }
    }

    /// Removes a folder that contains only `files`, given by their relative paths. Unlike listing it, this
    /// needs no file descriptor.
    private static func removeFolder(_ path: String, with files: some Sequence<String>) {
        var folders: Set<String> = [path]
        for name in files {
            let file = Path.join(path, name)
            remove(file)
            var folder = Path.folder(of: file)
            while folders.insert(folder).inserted { folder = Path.folder(of: folder) }
        }
        for folder in folders.sorted(by: { $0.utf8.count > $1.utf8.count }) {
            _ = rmdir(Path.systemText(folder))
        }
    }

    /// Checks that nothing is at `path` but a folder whose entries are among `names`.
    private static func checkReplaceable(
        _ path: String, by names: Set<Substring>
    ) throws(SystemError) {
        var status = stat()
        guard lstat(Path.systemText(path), &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw SystemError(code: ENOTDIR) }
        let entries = try self.names(in: path, hidden: true)
        guard entries.allSatisfy({ names.contains(Substring($0)) }) else {
            throw SystemError(code: EEXIST)
        }
    }

    /// Moves a folder to `target`; a folder that is already there is moved aside first, and removed at the
    /// end.
    private static func replaceFolder(
        _ target: String, by folder: String
    ) throws(SystemError) {
        guard isFolder(target) else { return try move(folder, to: target) }
        let old = TemporaryFile.path(beside: target)
        try move(target, to: old)
        do throws(SystemError) {
            try move(folder, to: target)
        } catch {
            try? move(old, to: target)
            throw error
        }
        removeFolder(old)
    }

    /// Removes a folder and everything in it, as far as possible. Symbolic links are removed, not followed.
    package static func removeFolder(_ path: String) {
        // This removes files and links, but not folders, and works where they cannot be examined.
        if unlink(Path.systemText(path)) == 0 || errno == ENOENT { return }
        for name in (try? names(in: path, hidden: true)) ?? [] {
            removeFolder(Path.join(path, name))
        }
        _ = rmdir(Path.systemText(path))
    }
}

package import LandmarkCore

/// Compiled Core ML models on the disk, so that only the first start of an app compiles.
///
/// An entry holds the package, the compiled model and a list of its files. It is used if its package has the
/// same bytes as the requested one and the files are unchanged; damaged entries and those of other systems
/// are removed. Entries stay valid when the folder moves, as when an app is updated.
package struct CoreMLCache: Sendable {
    /// The folder of the entries.
    package let folder: String
    /// The version of the system.
    let version: String
    /// The maximum total size of entries in bytes. The least recently used entries are removed first.
    let limit: Int

    package init(folder: String, version: String, limit: Int = 512 << 20) {
        self.folder = folder
        self.version = String(version.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        self.limit = limit
    }

    private static let package = "model.mlpackage"
    private static let compiled = "model.mlmodelc"
    private static let list = "files.txt"
    private static let lastUse = "used.txt"
    private static let rejection = "rejected.txt"

    /// Returns the path of the compiled model of a package; nil if there is none.
    package func find(_ package: CoreMLPackage) -> String? {
        let entry = path(of: package)
        guard FileSystem.isFolder(entry) else { return nil }
        let compiled = Path.join(entry, Self.compiled)
        guard holds(package, in: entry),
            let list = try? FileSystem.read(Path.join(entry, Self.list)),
            let current = try? Self.listing(of: compiled), list == Array(current.text.utf8)
        else {
            if rejection(in: entry) == nil { FileSystem.removeFolder(entry) }
            return nil
        }
        try? FileSystem.write(Self.now, to: Path.join(entry, Self.lastUse))
        return compiled
    }

    /// Keeps a compiled model, which is moved, unless another process has kept the same one.
    ///
    /// - Returns: Its new path.
    /// - Throws: `SystemError`; the model then stays where it was.
    package func store(
        _ compiled: String, of package: CoreMLPackage
    ) throws(SystemError) -> String {
        if let kept = find(package) {
            FileSystem.removeFolder(compiled)
            return kept
        }
        let entry = path(of: package)
        try FileSystem.makePrivateFolder(folder)
        if rejection(in: entry) != nil { FileSystem.removeFolder(entry) }
        let listing = try Self.listing(of: compiled)
        var files: [String: [UInt8]] = [
            Self.list: Array(listing.text.utf8), Self.lastUse: Self.now,
        ]
        for (name, bytes) in package.files { files[Path.join(Self.package, name)] = bytes }
        makeRoom(for: files.values.reduce(listing.bytes) { $0 + $1.count })
        // The entry appears when it is complete.
        let new = TemporaryFile.path(beside: entry)
        try FileSystem.writeFolder(files, to: new)
        let moved = Path.join(new, Self.compiled)
        do throws(SystemError) {
            try FileSystem.move(compiled, to: moved)
            try FileSystem.move(new, to: entry)
        } catch {
            try? FileSystem.move(moved, to: compiled)
            FileSystem.removeFolder(new)
            throw error
        }
        return Path.join(entry, Self.compiled)
    }

    /// Notes that the system compiled a package but cannot load the result, so that later starts do not
    /// compile it in vain.
    package func reject(_ package: CoreMLPackage, reason: String) {
        let entry = path(of: package)
        FileSystem.removeFolder(entry)
        try? FileSystem.writeFolder(
            [Self.rejection: Array(reason.utf8), Self.lastUse: Self.now], to: entry)
    }

    /// Returns why the system cannot load a package, if this was noted less than a day ago.
    package func rejection(of package: CoreMLPackage) -> String? {
        rejection(in: path(of: package))
    }

    private func rejection(in entry: String) -> String? {
        guard let reason = try? FileSystem.read(Path.join(entry, Self.rejection)) else {
            return nil
        }
        let age = WallClock.milliseconds - lastUse(of: entry)
        guard 0..<86_400_000 ~= age else { return nil }
        return String(decoding: reason, as: UTF8.self)
    }

    /// Removes the entry of a package.
    package func remove(_ package: CoreMLPackage) {
        FileSystem.removeFolder(path(of: package))
    }

    // MARK: Entries

    /// The folder of an entry, named after the package's contents and the system.
    private func path(of package: CoreMLPackage) -> String {
        let parts = package.files.sorted { $0.key < $1.key }.map { stableHash($0.value) }
        let words = parts.flatMap { littleEndian($0) }
        return Path.join(folder, String(stableHash(words), radix: 16) + "-" + version)
    }

    private func holds(_ package: CoreMLPackage, in entry: String) -> Bool {
        package.files.allSatisfy { name, bytes in
            let path = Path.join(Path.join(entry, Self.package), name)
            return (try? FileSystem.read(path)) == bytes
        }
    }

    /// The contents of the file with the time of the last use.
    private static var now: [UInt8] { Array("\(WallClock.milliseconds)\n".utf8) }

    private func lastUse(of entry: String) -> Int {
        let text = (try? FileSystem.read(Path.join(entry, Self.lastUse))) ?? []
        return Int(String(decoding: text, as: UTF8.self).dropLast()) ?? 0
    }

    /// Removes the entries of other systems, then others until `bytes` more fit below the limit.
    private func makeRoom(for bytes: Int) {
        var entries: [(path: String, lastUse: Int, bytes: Int)] = []
        for name in (try? FileSystem.names(in: folder)) ?? []
        where !TemporaryFile.isTemporary(name) {
            let path = Path.join(folder, name)
            guard name.hasSuffix("-" + version) else {
                FileSystem.removeFolder(path)
                continue
            }
            entries.append((path, lastUse(of: path), (try? Self.listing(of: path).bytes) ?? 0))
        }
        var total = entries.reduce(bytes) { $0 + $1.bytes }
        for entry in entries.sorted(by: { $0.lastUse < $1.lastUse }) where total > limit {
            FileSystem.removeFolder(entry.path)
            total -= entry.bytes
        }
    }

    /// A line with hash, size and path for each file in a folder, and the sum of the sizes.
    private static func listing(
        of folder: String, prefix: String = ""
    ) throws(SystemError) -> (text: String, bytes: Int) {
        var text = ""
        var bytes = 0
        for name in try FileSystem.names(in: folder, hidden: true) {
            let path = Path.join(folder, name)
            if FileSystem.isFolder(path) {
                let inner = try listing(of: path, prefix: prefix + name + "/")
                text += inner.text
                bytes += inner.bytes
            } else {
                let contents = try FileSystem.read(path)
                let hash = String(stableHash(contents), radix: 16)
                text += "\(hash) \(contents.count) \(prefix)\(name)\n"
                bytes += contents.count
            }
        }
        return (text, bytes)
    }
}

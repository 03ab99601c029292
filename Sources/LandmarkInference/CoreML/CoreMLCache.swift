package import LandmarkCore

/// Compiled Core ML models on the disk, so that only the first start of an app compiles.
///
/// An entry holds the package, the compiled model and a list of its files. It is used if the package
/// has the same bytes as the one at hand and the files are as they were written; an entry of another
/// system, or a damaged one, is removed. Moving the folder, as updates of an app do, does not matter.
package struct CoreMLCache: Sendable {
    /// The folder of the entries.
    package let folder: String
    /// The version of the system.
    let version: String
    /// The most bytes that entries may have in all. The entries that were not used for the longest time
    /// are removed first.
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

    /// Returns the path of the compiled model of a package; nil if there is none.
    package func find(_ package: CoreMLPackage) -> String? {
        let entry = path(of: package)
        guard FileSystem.isFolder(entry) else { return nil }
        let compiled = Path.join(entry, Self.compiled)
        guard holds(package, in: entry),
            let list = try? FileSystem.read(Path.join(entry, Self.list)),
            let current = try? Self.listing(of: compiled), list == Array(current.text.utf8)
        else {
            FileSystem.removeFolder(entry)
            return nil
        }
        try? note(useOf: entry)
        return compiled
    }

    /// Keeps a compiled model, which is moved.
    ///
    /// - Returns: Its new path.
    /// - Throws: `SystemError`; the model then stays where it was.
    package func store(
        _ compiled: String, of package: CoreMLPackage
    ) throws(SystemError) -> String {
        let entry = path(of: package)
        try FileSystem.makePrivateFolder(folder)
        FileSystem.removeFolder(entry)
        let listing = try Self.listing(of: compiled)
        var files: [String: [UInt8]] = [Self.list: Array(listing.text.utf8)]
        for (name, bytes) in package.files { files[Path.join(Self.package, name)] = bytes }
        let bytes = files.values.reduce(listing.bytes) { $0 + $1.count }
        makeRoom(for: bytes)
        try FileSystem.writeFolder(files, to: entry)
        let target = Path.join(entry, Self.compiled)
        do throws(SystemError) {
            try FileSystem.move(compiled, to: target)
            try note(useOf: entry)
        } catch {
            // What was not moved stays where it was; the rest is no entry.
            try? FileSystem.move(target, to: compiled)
            FileSystem.removeFolder(entry)
            throw error
        }
        return target
    }

    /// Removes the entry of a package.
    package func remove(_ package: CoreMLPackage) {
        FileSystem.removeFolder(path(of: package))
    }

    // MARK: Entries

    /// The folder of an entry. Its name is that of the package's contents and of the system.
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

    private func note(useOf entry: String) throws(SystemError) {
        let file = try AtomicFile(Path.join(entry, Self.lastUse))
        try file.file.write(Array("\(WallClock.milliseconds)\n".utf8))
        try file.commit()
    }

    /// Removes the entries of other systems, and others until `bytes` more fit below the limit.
    private func makeRoom(for bytes: Int) {
        var entries: [(path: String, lastUse: Int, bytes: Int)] = []
        for name in (try? FileSystem.names(in: folder)) ?? []
        where !TemporaryFile.isTemporary(name) {
            let path = Path.join(folder, name)
            guard name.hasSuffix("-" + version) else {
                FileSystem.removeFolder(path)
                continue
            }
            let text = (try? FileSystem.read(Path.join(path, Self.lastUse))) ?? []
            let lastUse = Int(String(decoding: text, as: UTF8.self).dropLast()) ?? 0
            entries.append((path, lastUse, (try? Self.listing(of: path).bytes) ?? 0))
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

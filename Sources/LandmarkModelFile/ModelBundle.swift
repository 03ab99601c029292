/// A MediaPipe model bundle (`.task`): a zip archive of models and associated files.
///
/// Opening a bundle reads only its central directory. Stored entries are used in place in the
/// mapped file, compressed ones are inflated; either way, every access verifies the checksum.
public struct ModelBundle: Sendable {
    /// The name for error messages.
    public let name: String
    /// The entries in the bundle's order, without folders.
    public let entries: [ArchiveEntry]

    private let bytes: FileBytes

    /// Maps and opens the bundle at `path`.
    ///
    /// - Throws: ``ModelFileError/cannotOpen(path:reason:)``, ``ModelFileError/notAFile(path:)`` or
    ///   ``ModelFileError/archive(file:offset:fault:)``.
    public init(path: String) throws(ModelFileError) {
        try self.init(bytes: FileBytes(mapping: path), name: path)
    }

    /// Opens a bundle.
    ///
    /// - Parameters:
    ///   - bytes: The whole bundle.
    ///   - name: The name for error messages.
    /// - Throws: ``ModelFileError/archive(file:offset:fault:)``.
    public init(bytes: FileBytes, name: String) throws(ModelFileError) {
        // A model may end with an archive of labels, which would be mistaken for the bundle.
        guard !Self.isModel(bytes) else {
            throw .archive(file: name, offset: 0, fault: .looseModel)
        }
        try self.init(archive: bytes, name: name)
    }

    /// Opens the zip archive at the end of `archive`.
    init(archive: FileBytes, name: String) throws(ModelFileError) {
        self.name = name
        bytes = archive
        entries = try archive.withUnsafeBytes { (raw) throws(ModelFileError) in
            try ArchiveReader(raw, file: name).read()
        }
    }

    /// Returns whether `bytes` are a single TensorFlow Lite model, judging by the file identifier.
    public static func isModel(_ bytes: FileBytes) -> Bool {
        bytes.withUnsafeBytes { $0.count >= 8 && $0[4..<8].elementsEqual("TFL3".utf8) }
    }

    /// Returns whether the bundle has an entry called `name`.
    public func contains(named name: String) -> Bool {
        entries.contains { $0.name == name }
    }

    /// Returns the bytes of the entry called `name`: in place if it is stored, inflated by every
    /// call if it is compressed. Every call verifies the entry's CRC-32.
    ///
    /// - Throws: ``ModelFileError/noEntry(file:entry:available:)``, or
    ///   ``ModelFileError/archive(file:offset:fault:)`` when the checksum does not match, or zlib
    ///   is not installed.
    public func bytes(named name: String) throws(ModelFileError) -> FileBytes {
        guard let entry = entries.first(where: { $0.name == name }) else {
            throw .noEntry(file: self.name, entry: name, available: entries.map(\.name))
        }
        let stored = try storedBytes(of: entry)
        guard entry.isCompressed else {
            try check(stored, of: entry)
            return stored
        }
        let inflated = Inflater.inflate(stored, size: entry.size)
        let fault = ArchiveFault(inflating: name, inflated.outcome, declared: entry.size)
        if let fault {
            throw .archive(file: self.name, offset: entry.dataOffset, fault: fault)
        }
        let result = FileBytes(inflated.bytes)
        try check(result, of: entry)
        return result
    }

    /// Reads the model in the entry called `name`.
    ///
    /// - Throws: ``ModelFileError/noEntry(file:entry:available:)``, or the error of
    ///   ``bytes(named:)`` or ``TFLiteModel/init(bytes:name:)``.
    public func model(named name: String) throws(ModelFileError) -> TFLiteModel {
        try TFLiteModel(bytes: bytes(named: name), name: "\(self.name): \(name)")
    }

    /// Reads every entry and verifies its checksum.
    ///
    /// - Throws: ``ModelFileError/archive(file:offset:fault:)``.
    public func verify() throws(ModelFileError) {
        for entry in entries { _ = try bytes(named: entry.name) }
    }

    private func storedBytes(of entry: ArchiveEntry) throws(ModelFileError) -> FileBytes {
        guard let stored = bytes.slice(offset: entry.dataOffset, count: entry.storedSize) else {
            throw .archive(
                file: name, offset: entry.dataOffset, fault: .dataOutside(entry.name))
        }
        return stored
    }

    private func check(_ content: FileBytes, of entry: ArchiveEntry) throws(ModelFileError) {
        let found = Inflater.checksum(content)
        guard found == entry.checksum else {
            let fault = ArchiveFault.checksum(
                entry.name, expected: entry.checksum, found: found)
            throw .archive(file: name, offset: entry.dataOffset, fault: fault)
        }
    }
}

/// A file in a model bundle.
public struct ArchiveEntry: Sendable, Hashable {
    /// The name in the bundle.
    public let name: String
    /// The uncompressed size in bytes.
    public let size: Int
    /// Whether the entry is deflated rather than stored.
    public let isCompressed: Bool

    /// The size in the bundle, in bytes.
    let storedSize: Int
    /// The CRC-32 of the uncompressed bytes.
    let checksum: UInt32
    /// The offset of the local record in the bundle.
    let recordOffset: Int
    /// The offset of the entry's data in the bundle.
    let dataOffset: Int
}

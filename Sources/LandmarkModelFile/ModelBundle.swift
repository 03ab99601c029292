/// A MediaPipe model bundle (`.task`): a zip archive of models and the files that go with them.
///
/// Opening one reads only the list at its end. Stored entries are used where they lie in the
/// mapped file; compressed ones are inflated, and their checksum compared, when they are asked for.
public struct ModelBundle: Sendable {
    /// What the bundle is called in messages.
    public let name: String
    /// What is in it, in the bundle's order.
    public let entries: [ArchiveEntry]

    private let bytes: FileBytes

    /// Maps and opens the bundle at `path`.
    /// - Throws: ``ModelFileError``.
    public init(path: String) throws(ModelFileError) {
        try self.init(bytes: FileBytes(mapping: path), name: path)
    }

    /// Opens a bundle.
    /// - Parameters:
    ///   - bytes: the whole bundle.
    ///   - name: what to call it in messages.
    /// - Throws: ``ModelFileError/archive(file:offset:fault:)``.
    public init(bytes: FileBytes, name: String) throws(ModelFileError) {
        // A model may carry an archive of labels at its end, which would be taken for the bundle.
        guard !Self.isModel(bytes) else {
            throw .archive(file: name, offset: 0, fault: .looseModel)
        }
        try self.init(archive: bytes, name: name)
    }

    /// Opens the archive that ends `archive`, whatever it begins with.
    init(archive: FileBytes, name: String) throws(ModelFileError) {
        self.name = name
        bytes = archive
        entries = try archive.withUnsafeBytes { (raw) throws(ModelFileError) in
            try ArchiveReader(raw, file: name).read()
        }
    }

    /// Whether `bytes` are a single TensorFlow Lite model, by the letters behind its first offset.
    public static func isModel(_ bytes: FileBytes) -> Bool {
        bytes.withUnsafeBytes { $0.count >= 8 && $0[4..<8].elementsEqual("TFL3".utf8) }
    }

    /// Whether there is an entry called `name`.
    public func contains(named name: String) -> Bool {
        entries.contains { $0.name == name }
    }

    /// The bytes of the entry called `name`: in place when it is stored, else inflated anew by
    /// every call.
    /// - Throws: ``ModelFileError/noEntry(file:entry:available:)``, or
    ///   ``ModelFileError/archive(file:offset:fault:)`` when compressed data is broken.
    public func bytes(named name: String) throws(ModelFileError) -> FileBytes {
        guard let entry = entries.first(where: { $0.name == name }) else {
            throw .noEntry(file: self.name, entry: name, available: entries.map(\.name))
        }
        let stored = try storedBytes(of: entry)
        guard entry.isCompressed else { return stored }
        let inflated = Inflater.inflate(stored, size: entry.size)
        guard inflated.isComplete else {
            let fault = ArchiveFault.inflate(
                name, code: inflated.code, produced: inflated.bytes.count, declared: entry.size)
            throw .archive(file: self.name, offset: entry.dataOffset, fault: fault)
        }
        let result = FileBytes(inflated.bytes)
        try check(result, of: entry)
        return result
    }

    /// The model in the entry called `name`.
    /// - Throws: ``ModelFileError``.
    public func model(named name: String) throws(ModelFileError) -> TFLiteModel {
        try TFLiteModel(bytes: bytes(named: name), name: "\(self.name): \(name)")
    }

    /// Reads every entry and compares its checksum, those of stored entries too.
    /// - Throws: ``ModelFileError/archive(file:offset:fault:)``.
    public func verify() throws(ModelFileError) {
        for entry in entries {
            let content = try bytes(named: entry.name)
            if !entry.isCompressed { try check(content, of: entry) }
        }
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

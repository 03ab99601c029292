import LandmarkCore

/// Reads the central directory of a zip archive and validates it against the entries.
///
/// Data before the archive, such as a model to which it is appended, is ignored. A reader must not
/// outlive the closure that provides its bytes.
struct ArchiveReader {
    private static let endRecordSize = 22
    private static let directoryRecordSize = 46
    static let localRecordSize = 30
    private static let endSignature: UInt32 = 0x0605_4b50
    private static let directorySignature: UInt32 = 0x0201_4b50
    private static let localSignature: UInt32 = 0x0403_4b50

    private let bytes: UnsafeRawBufferPointer
    private let file: String

    init(_ bytes: UnsafeRawBufferPointer, file: String) {
        self.bytes = bytes
        self.file = file
    }

    /// Returns the entries in the archive's order, without folders.
    ///
    /// - Throws: ``ModelFileError/archive(file:offset:fault:)``.
    func read() throws(ModelFileError) -> [ArchiveEntry] {
        guard let end = endRecord() else { throw error(.noEndRecord, at: max(bytes.count, 0)) }
        guard short(end + 4) == 0, short(end + 6) == 0, short(end + 8) == short(end + 10) else {
            throw error(.multiDisk, at: end)
        }
        let count = short(end + 10)
        let size = long(end + 12)
        let offset = long(end + 16)
        guard count != 0xffff, size != 0xffff_ffff, offset != 0xffff_ffff else {
            throw error(.zip64, at: end)
        }
        guard count <= ArchiveLimits.entryCount else {
            throw error(.tooManyEntries(count, limit: ArchiveLimits.entryCount), at: end)
        }
        // Offsets may or may not include the data in front of the archive.
        let directory = end - size
        let base = directory - offset
        guard directory >= 0, base >= 0 else { throw error(.directoryMismatch, at: end) }
        let entries = try readDirectory(directory..<end, count: count, base: base)
        try checkNames(entries)
        try checkOverlap(entries)
        try checkSizes(entries)
        return entries.filter { !$0.name.hasSuffix("/") }
    }

    /// Returns the offset of the last end record whose comment ends exactly at the end of the file.
    private func endRecord() -> Int? {
        let last = bytes.count - Self.endRecordSize
        guard last >= 0 else { return nil }
        for at in stride(from: last, through: max(0, last - 0xffff), by: -1)
        where bytes[at] == 0x50 && signature(at) == Self.endSignature {
            if short(at + 20) == last - at { return at }
        }
        return nil
    }

    private func readDirectory(
        _ range: Range<Int>, count: Int, base: Int
    ) throws(ModelFileError) -> [ArchiveEntry] {
        var entries: [ArchiveEntry] = []
        var at = range.lowerBound
        while at < range.upperBound {
            guard at + Self.directoryRecordSize <= range.upperBound else {
                throw error(.recordOutside, at: at)
            }
            try expect(Self.directorySignature, at: at)
            let next =
                at + Self.directoryRecordSize + short(at + 28) + short(at + 30) + short(at + 32)
            guard next <= range.upperBound else { throw error(.recordOutside, at: at) }
            entries.append(try readEntry(at, base: base, directory: range.lowerBound))
            at = next
        }
        guard entries.count == count else {
            throw error(.directoryMismatch, at: range.lowerBound)
        }
        return entries
    }

    private func readEntry(
        _ at: Int, base: Int, directory: Int
    ) throws(ModelFileError) -> ArchiveEntry {
        let name = try text(at + Self.directoryRecordSize, count: short(at + 28))
        let flags = short(at + 8)
        let method = short(at + 10)
        let stored = long(at + 20)
        let size = long(at + 24)
        let offset = long(at + 42)
        guard flags & 0x2041 == 0 else { throw error(.encrypted(name), at: at) }
        guard method == 0 || method == 8 else {
            throw error(.compression(name, method: method), at: at)
        }
        guard stored != 0xffff_ffff, size != 0xffff_ffff, offset != 0xffff_ffff else {
            throw error(.zip64, at: at)
        }
        guard short(at + 34) == 0 else { throw error(.multiDisk, at: at) }
        guard method == 8 || stored == size else {
            throw error(.storedSize(name, stored: stored, declared: size), at: at)
        }
        let record = base + offset
        let data = try checkLocalRecord(record, name: name, directory: directory)
        guard data + stored <= directory else { throw error(.dataOutside(name), at: at) }
        return ArchiveEntry(
            name: name, size: size, isCompressed: method == 8, storedSize: stored,
            checksum: signature(at + 16), recordOffset: record, dataOffset: data)
    }

    /// Returns the offset of the data that follows the local record at `at`.
    private func checkLocalRecord(
        _ at: Int, name: String, directory: Int
    ) throws(ModelFileError) -> Int {
        guard at + Self.localRecordSize <= directory else {
            throw error(.dataOutside(name), at: at)
        }
        try expect(Self.localSignature, at: at)
        let nameSize = short(at + 26)
        let data = at + Self.localRecordSize + nameSize + short(at + 28)
        guard data <= directory else { throw error(.dataOutside(name), at: at) }
        guard try text(at + Self.localRecordSize, count: nameSize) == name else {
            throw error(.nameMismatch(name), at: at)
        }
        return data
    }
}

extension ArchiveReader {
    private func checkNames(_ entries: [ArchiveEntry]) throws(ModelFileError) {
        var names: Set<String> = []
        for entry in entries where !names.insert(entry.name).inserted {
            throw error(.duplicateName(entry.name), at: entry.recordOffset)
        }
    }

    private func checkOverlap(_ entries: [ArchiveEntry]) throws(ModelFileError) {
        let sorted = entries.sorted { $0.recordOffset < $1.recordOffset }
        for (a, b) in zip(sorted, sorted.dropFirst())
        where a.dataOffset + a.storedSize > b.recordOffset {
            throw error(.overlap(a.name, b.name), at: b.recordOffset)
        }
    }

    private func checkSizes(_ entries: [ArchiveEntry]) throws(ModelFileError) {
        var total = 0
        for entry in entries where entry.isCompressed {
            guard entry.size <= ArchiveLimits.inflatedEntry else {
                let fault = ArchiveFault.tooLarge(
                    entry.name, size: entry.size, limit: ArchiveLimits.inflatedEntry)
                throw error(fault, at: entry.recordOffset)
            }
            guard
                entry.size <= ArchiveLimits.smallEntry
                    || entry.size / ArchiveLimits.expansion <= entry.storedSize
            else {
                let fault = ArchiveFault.expansion(
                    entry.name, compressed: entry.storedSize, declared: entry.size)
                throw error(fault, at: entry.recordOffset)
            }
            total += entry.size
            guard total <= ArchiveLimits.inflatedTotal else {
                let fault = ArchiveFault.tooLarge(
                    entry.name, size: total, limit: ArchiveLimits.inflatedTotal)
                throw error(fault, at: entry.recordOffset)
            }
        }
    }

    private func error(_ fault: ArchiveFault, at offset: Int) -> ModelFileError {
        .archive(file: file, offset: offset, fault: fault)
    }

    private func expect(_ expected: UInt32, at offset: Int) throws(ModelFileError) {
        let found = signature(offset)
        guard found == expected else {
            throw error(.badSignature(expected: expected, found: found), at: offset)
        }
    }

    private func text(_ at: Int, count: Int) throws(ModelFileError) -> String {
        guard count > 0,
            let text = String(utf8: UnsafeRawBufferPointer(rebasing: bytes[at..<at + count]))
        else { throw error(.badName, at: at) }
        return text
    }

    /// Callers have checked that the enclosing record lies inside the file.
    private func short(_ at: Int) -> Int {
        Int(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt16.self)))
    }

    private func signature(_ at: Int) -> UInt32 {
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))
    }

    private func long(_ at: Int) -> Int { Int(signature(at)) }
}

/// Limits that protect against archives crafted to exhaust memory.
enum ArchiveLimits {
    static let entryCount = 4096
    /// Uncompressed size of one deflated entry, in bytes.
    static let inflatedEntry = 256 << 20
    /// Total uncompressed size of all deflated entries, in bytes.
    static let inflatedTotal = 512 << 20
    /// Compression ratio of entries above ``smallEntry`` bytes; weights hardly compress at all.
    static let expansion = 100
    static let smallEntry = 1 << 20
}

/// A fault in a zip archive.
public enum ArchiveFault: Sendable, Hashable {
    /// The end record is missing: the file is truncated or not a zip archive.
    case noEndRecord
    /// The file is a single TensorFlow Lite model where a bundle was expected.
    case looseModel
    /// The archive is split over several files.
    case multiDisk
    /// The archive uses the zip64 extension.
    case zip64
    /// A record does not begin with its signature.
    case badSignature(expected: UInt32, found: UInt32)
    /// A record extends past the end of the archive.
    case recordOutside
    /// The central directory does not have the size or count given in the end record.
    case directoryMismatch
    /// An entry's name is empty or not UTF-8.
    case badName
    /// Two entries share a name.
    case duplicateName(String)
    /// An entry's local record and the central directory give it different names.
    case nameMismatch(String)
    /// An entry is encrypted.
    case encrypted(String)
    /// An entry uses a compression method other than stored (0) and deflate (8).
    case compression(String, method: Int)
    /// An entry's data extends outside the archive.
    case dataOutside(String)
    /// An entry's data overlaps another entry's.
    case overlap(String, String)
    /// A stored entry has different compressed and uncompressed sizes.
    case storedSize(String, stored: Int, declared: Int)
    /// One entry, or all together, would exceed the size limit.
    case tooLarge(String, size: Int, limit: Int)
    /// An entry declares an implausibly high compression ratio.
    case expansion(String, compressed: Int, declared: Int)
    /// An entry's compressed data is corrupt or does not have the declared size.
    case inflate(String, code: Int, produced: Int, declared: Int)
    /// An entry is compressed, and the system's zlib, which has this name, cannot be loaded.
    case noInflater(String, library: String)
    /// An entry's bytes do not match their checksum.
    case checksum(String, expected: UInt32, found: UInt32)
    /// The archive has too many entries.
    case tooManyEntries(Int, limit: Int)
}

extension ArchiveFault: CustomStringConvertible {
    /// The fault as a noun phrase.
    public var description: String {
        switch self {
        case .noEndRecord: "no zip end record, the file is truncated or not a bundle,"
        case .looseModel: "a single model rather than a bundle"
        case .multiDisk: "an archive split across several files"
        case .zip64: "a 64-bit zip archive"
        case .badSignature(let expected, let found):
            "signature \(hex(found)) instead of \(hex(expected))"
        case .recordOutside: "a record that extends past the end"
        case .directoryMismatch: "a central directory that contradicts the end record"
        case .badName: "an entry name that is empty or not UTF-8"
        case .duplicateName(let name): "a second entry \"\(name)\""
        case .nameMismatch(let name): "data of \"\(name)\" with another name in its local record"
        case .encrypted(let name): "encrypted entry \"\(name)\""
        case .compression(let name, let method): "compression \(method) of \"\(name)\""
        case .dataOutside(let name): "data of \"\(name)\" outside the archive"
        case .overlap(let a, let b): "overlapping entries \"\(a)\" and \"\(b)\""
        case .storedSize(let name, let stored, let declared):
            "stored entry \"\(name)\" of \(stored) bytes that declares \(declared)"
        case .tooLarge(let name, let size, let limit):
            "\"\(name)\" of \(size) bytes, more than \(limit),"
        case .expansion(let name, let compressed, let declared):
            "\"\(name)\" that declares \(declared) bytes from \(compressed)"
        case .inflate(let name, let code, let produced, let declared):
            "compressed data of \"\(name)\" (\(produced) of \(declared) bytes, zlib code \(code))"
        case .noInflater(let name, let library):
            "compressed entry \"\(name)\", which needs the missing library \(library),"
        case .checksum(let name, let expected, let found):
            "checksum \(hex(found)) of \"\(name)\" instead of \(hex(expected))"
        case .tooManyEntries(let count, let limit): "\(count) entries, more than \(limit),"
        }
    }

    private func hex(_ value: UInt32) -> String { "0x" + String(value, radix: 16) }
}

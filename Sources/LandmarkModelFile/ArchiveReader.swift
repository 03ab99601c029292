/// Reads the list of entries at the end of a zip archive and checks it against the entries.
///
/// Everything before the archive, such as the model that one is appended to, is left alone.
/// Valid only inside the closure that lends the bytes.
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

    /// The entries in the archive's order, without folders.
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
        guard count <= ArchiveLimits.entries else {
            throw error(.tooManyEntries(count, limit: ArchiveLimits.entries), at: end)
        }
        // What stands before the archive may or may not be counted in its offsets.
        let directory = end - size
        let base = directory - offset
        guard directory >= 0, base >= 0 else { throw error(.directoryMismatch, at: end) }
        let entries = try readDirectory(directory..<end, count: count, base: base)
        try checkNames(entries)
        try checkOverlap(entries)
        try checkSizes(entries)
        return entries.filter { !$0.name.hasSuffix("/") }
    }

    /// The last end record whose comment reaches exactly to the end of the file.
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

    /// Where the data behind the record at `at` begins.
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
        guard count > 0, let text = String(validating: bytes[at..<at + count], as: UTF8.self)
        else { throw error(.badName, at: at) }
        return text
    }

    /// The callers have checked that the record that holds the number is inside the file.
    private func short(_ at: Int) -> Int {
        Int(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt16.self)))
    }

    private func signature(_ at: Int) -> UInt32 {
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self))
    }

    private func long(_ at: Int) -> Int { Int(signature(at)) }
}

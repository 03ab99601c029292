/// Writes small zip archives for tests, including broken ones.
package struct ZipWriter {
    /// A file in the archive.
    package struct Entry {
        package var name: String
        /// The name in the local header.
        package var localName: String
        /// The bytes in the archive.
        package var stored: [UInt8]
        package var size: Int
        package var storedSize: Int
        package var method = 0
        package var flags = 0
        package var disk = 0
        package var checksum: UInt32
        /// The offset of the local header in the directory; nil for the actual one.
        package var offset: Int?

        /// Creates an uncompressed entry.
        package init(_ name: String, _ content: [UInt8]) {
            self.name = name
            localName = name
            stored = content
            size = content.count
            storedSize = content.count
            checksum = FileContent.checksum(content)
        }

        /// Creates a compressed entry.
        package init(deflating name: String, _ content: [UInt8]) {
            self.init(name, content)
            stored = FileContent.deflated(content)
            storedSize = stored.count
            method = 8
        }
    }

    package var entries: [Entry]
    /// The bytes in front of the archive.
    package var prefix: [UInt8] = []
    package var comment: [UInt8] = []
    /// The number of entries in the end record; nil for the actual one.
    package var count: Int?
    package var disk = 0
    package var directorySize: Int?
    package var directoryOffset: Int?

    package init(_ entries: [Entry]) { self.entries = entries }

    /// Returns the bytes of the archive.
    package func bytes() -> [UInt8] {
        var bytes = prefix
        var directory: [UInt8] = []
        for entry in entries {
            let offset = entry.offset ?? bytes.count
            bytes += record(entry, isLocal: true)
            bytes += Array(entry.localName.utf8) + entry.stored
            directory += record(entry, isLocal: false)
            directory += short(0) + short(entry.disk) + short(0) + long(0) + long(offset)
            directory += Array(entry.name.utf8)
        }
        let start = bytes.count
        let count = count ?? entries.count
        bytes += directory
        bytes += long(0x0605_4b50) + short(disk) + short(0) + short(count) + short(count)
        bytes += long(directorySize ?? directory.count) + long(directoryOffset ?? start)
        return bytes + short(comment.count) + comment
    }

    private func record(_ entry: Entry, isLocal: Bool) -> [UInt8] {
        let name = isLocal ? entry.localName : entry.name
        var bytes = isLocal ? long(0x0403_4b50) : long(0x0201_4b50) + short(20)
        bytes += short(20) + short(entry.flags) + short(entry.method) + short(0) + short(0)
        bytes += littleEndian(entry.checksum) + long(entry.storedSize) + long(entry.size)
        return bytes + short(name.utf8.count) + short(0)
    }

    private func short(_ value: Int) -> [UInt8] { littleEndian(UInt16(truncatingIfNeeded: value)) }
    private func long(_ value: Int) -> [UInt8] { littleEndian(UInt32(truncatingIfNeeded: value)) }
}

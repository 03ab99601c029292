import CLandmarkSystem

/// Inflates entries with the system's zlib, and computes checksums.
enum Inflater {
    /// The outcome of inflating an entry.
    struct Result {
        var bytes: [UInt8]
        var outcome: lk_inflate_result
    }

    /// Inflates raw deflate data that should have `size` bytes.
    static func inflate(_ compressed: FileBytes, size: Int) -> Result {
        compressed.withUnsafeBytes { input in
            var outcome = lk_inflate_result()
            // One extra byte of capacity detects data longer than declared.
            let bytes = [UInt8](unsafeUninitializedCapacity: size + 1) { output, count in
                outcome = lk_inflate(
                    input.baseAddress, input.count, output.baseAddress, output.count)
                count = outcome.written
            }
            return Result(bytes: bytes, outcome: outcome)
        }
    }

    /// Returns the CRC-32 of `bytes`, as used by zip archives.
    static func checksum(_ bytes: FileBytes) -> UInt32 {
        bytes.withUnsafeBytes { lk_crc32($0.baseAddress, $0.count) }
    }
}

extension ArchiveFault {
    /// The reason that inflating an entry failed; nil if it produced `declared` bytes.
    init?(inflating name: String, _ outcome: lk_inflate_result, declared: Int) {
        if outcome.outcome == LK_INFLATE_NO_LIBRARY {
            self = .noInflater(name, library: CompressionLibrary.name)
            return
        }
        let isComplete =
            outcome.outcome == LK_INFLATE_ENDED && outcome.written == declared
            && outcome.unread == 0
        guard !isComplete else { return nil }
        self = .inflate(
            name, code: Int(outcome.code), produced: outcome.written, declared: declared)
    }
}

/// The system library that inflates compressed bundle entries (zlib).
package enum CompressionLibrary {
    /// The library's file name on this system.
    package static var name: String { String(cString: lk_zlib_name()) }

    /// The library's version at run time; nil when it is not installed.
    package static var version: String? { lk_zlib_version().map { String(cString: $0) } }
}

// Functions that the standard library offers only since iOS 16 or 18.

extension String {
    /// Creates a string from UTF-8; nil if the bytes are not valid UTF-8.
    package init?(utf8 bytes: UnsafeRawBufferPointer) {
        // Invalid sequences are replaced.
        var text = String(decoding: bytes, as: UTF8.self)
        guard text.withUTF8({ $0.elementsEqual(bytes) }) else { return nil }
        self = text
    }

    /// Creates a string from UTF-8; nil if the bytes are not valid UTF-8.
    package init?(utf8 bytes: [UInt8]) {
        guard let text = bytes.withUnsafeBytes({ String(utf8: $0) }) else { return nil }
        self = text
    }
}

extension StringProtocol {
    /// Returns whether the bytes of `part` occur in the text; an empty part always does.
    package func hasPart(_ part: some StringProtocol) -> Bool {
        let part = Array(part.utf8)
        let bytes = Array(utf8)
        guard part.count <= bytes.count else { return false }
        return (0...bytes.count - part.count).contains { start in
            bytes[start..<start + part.count].elementsEqual(part)
        }
    }
}

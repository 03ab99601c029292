#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

// File names are bytes, and Swift's strings are Unicode: a name in Latin-1, or with a stray byte,
// has no string. To represent such names, a path replaces each byte that belongs to no UTF-8
// sequence by a private-use character, U+10FE80 to U+10FEFF for 0x80 to 0xFF. Paths from the
// operating system are decoded here, and encoded again for every system call. The bytes of a name
// that really contains one of these characters are escaped too, so paths are unambiguous.

extension Path {
    private static let escapeBase: UInt32 = 0x10_FE00
    /// The first UTF-8 byte of every escaped byte, and of few other characters.
    private static let escapeLead: UInt8 = 0xF4

    /// Returns the path that the operating system represents as `bytes`, without a final zero.
    package static func decode(_ bytes: some Collection<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        if text.utf8.elementsEqual(bytes), !hasEscapes(text) { return text }
        var path = String.UnicodeScalarView()
        var rest = Array(bytes)[...]
        while let first = rest.first {
            let sequence = rest.prefix(length(ofSequenceFrom: first))
            let scalars = String(decoding: sequence, as: UTF8.self).unicodeScalars
            if let scalar = scalars.first, scalars.count == 1, byte(escapedBy: scalar) == nil,
                UTF8.encode(scalar).map(sequence.elementsEqual) == true
            {
                path.append(scalar)
                rest = rest.dropFirst(sequence.count)
            } else {
                if let escape = Unicode.Scalar(escapeBase + UInt32(first)) { path.append(escape) }
                rest = rest.dropFirst()
            }
        }
        return String(path)
    }

    /// Returns the path at `text`, a C string; empty for nil.
    package static func decode(_ text: UnsafePointer<CChar>?) -> String {
        guard let text else { return "" }
        return decode(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }

    /// Returns the bytes that represent `path` in the operating system.
    package static func encode(_ path: String) -> [UInt8] {
        guard hasEscapes(path) else { return Array(path.utf8) }
        return path.unicodeScalars.flatMap { scalar in
            byte(escapedBy: scalar).map { [$0] } ?? Array(String(scalar).utf8)
        }
    }

    /// Returns `path` in the form that system calls take.
    static func systemText(_ path: String) -> [CChar] {
        encode(path).map(CChar.init(bitPattern:)) + [0]
    }

    /// Returns `text` in readable form: bytes of paths that are not UTF-8 become U+FFFD.
    package static func shown(_ text: String) -> String {
        guard hasEscapes(text) else { return text }
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            shown.append(byte(escapedBy: scalar) == nil ? scalar : "\u{FFFD}")
        }
        return String(shown)
    }

    /// Returns the byte represented by a character of a path; nil for an ordinary character.
    package static func byte(escapedBy scalar: Unicode.Scalar) -> UInt8? {
        0x80...0xFF ~= scalar.value &- escapeBase ? UInt8(scalar.value - escapeBase) : nil
    }

    /// Whether `text` contains bytes that are not UTF-8.
    package static func hasEscapes(_ text: String) -> Bool {
        text.utf8.contains(escapeLead)
            && text.unicodeScalars.contains { byte(escapedBy: $0) != nil }
    }

    /// The number of bytes in a UTF-8 sequence with this first byte.
    private static func length(ofSequenceFrom first: UInt8) -> Int {
        switch first {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }
}

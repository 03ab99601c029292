/// The place where a text violates JSON syntax (RFC 8259). Foundation's decoder reports only that
/// the text is invalid, which does not help people who write files by hand.
package struct JSONSyntaxProblem: Sendable, Hashable {
    /// The line, counted from 1.
    package let line: Int
    /// The byte within the line, counted from 1.
    package let column: Int
    /// The enclosing value, such as `faults[2].above`; empty for the whole text.
    package let path: String
    /// What was expected at that place.
    package let expected: String
    /// What was found instead.
    package let found: String

    /// Returns the first problem in a text; nil if it is valid JSON.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8; its encoding is not validated.
    ///   - depthLimit: The maximum nesting of arrays and objects; the default is that of
    ///     Foundation's decoder.
    package static func first(in bytes: [UInt8], depthLimit: Int = 512) -> JSONSyntaxProblem? {
        var reader = Reader(bytes: bytes, depthLimit: depthLimit)
        return reader.readText() ? nil : reader.problem
    }
}

extension JSONSyntaxProblem: CustomStringConvertible {
    /// The place, what was expected and what was found.
    package var description: String {
        let value = path.isEmpty ? "" : ", in \"\(path)\""
        return "line \(line), column \(column)\(value): expected \(expected), found \(found)"
    }
}

/// Reads JSON without keeping its values. Functions return false at the first problem.
private struct Reader {
    private enum Step {
        case key(String)
        case index(Int)
    }

    /// Longer keys and paths are cut in messages.
    private static let longestKey = 40
    private static let longestPath = 80
    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    let bytes: [UInt8]
    let depthLimit: Int
    private var place = 0
    private var path: [Step] = []
    private var expected = ""

    init(bytes: [UInt8], depthLimit: Int) {
        self.bytes = bytes
        self.depthLimit = depthLimit
    }

    mutating func readText() -> Bool {
        guard readValue() else { return false }
        skipSpace()
        return place == bytes.count || fail("the end of the text")
    }

    /// The problem at the current place.
    var problem: JSONSyntaxProblem {
        let before = bytes[..<place]
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        return JSONSyntaxProblem(
            line: before.count { $0 == UInt8(ascii: "\n") } + 1, column: place - lineStart + 1,
            path: pathText, expected: expected, found: found)
    }

    private var found: String {
        guard place < bytes.count else { return "the end of the text" }
        let byte = bytes[place]
        guard byte >= 0x20, byte != 0x7f else {
            return "the byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        // One character takes up to four bytes in UTF-8.
        let text = String(decoding: bytes[place..<min(place + 4, bytes.count)], as: UTF8.self)
        return "\"\(text.prefix(1))\""
    }

    private var pathText: String {
        var text = ""
        for step in path {
            switch step {
            case .key(let key): text += text.isEmpty ? key : ".\(key)"
            case .index(let index): text += "[\(index)]"
            }
        }
        return text.count <= Self.longestPath ? text : "\(text.prefix(Self.longestPath - 1))…"
    }

    private mutating func fail(_ expected: String) -> Bool {
        self.expected = expected
        return false
    }

    // MARK: Values

    private mutating func readValue() -> Bool {
        skipSpace()
        switch peek {
        case UInt8(ascii: "{"): return readObject()
        case UInt8(ascii: "["): return readArray()
        case UInt8(ascii: "\""): return readString()
        case UInt8(ascii: "t"): return readWord("true")
        case UInt8(ascii: "f"): return readWord("false")
        case UInt8(ascii: "n"): return readWord("null")
        case let byte? where byte == UInt8(ascii: "-") || Self.digits.contains(byte):
            return readNumber()
        default: return fail("a value")
        }
    }

    private mutating func readObject() -> Bool {
        guard path.count < depthLimit else { return fail("at most \(depthLimit) levels") }
        place += 1
        skipSpace()
        if take("}") { return true }
        while true {
            skipSpace()
            let start = place + 1
            guard peek == UInt8(ascii: "\"") else { return fail("a key in quotation marks") }
            guard readString() else { return false }
            let key = String(decoding: bytes[start..<place - 1], as: UTF8.self)
            path.append(.key(String(key.prefix(Self.longestKey))))
            skipSpace()
            guard take(":") else { return fail("\":\"") }
            guard readValue() else { return false }
            path.removeLast()
            skipSpace()
            if take("}") { return true }
            guard take(",") else { return fail("\",\" or \"}\"") }
        }
    }

    private mutating func readArray() -> Bool {
        guard path.count < depthLimit else { return fail("at most \(depthLimit) levels") }
        place += 1
        skipSpace()
        if take("]") { return true }
        var index = 0
        while true {
            path.append(.index(index))
            guard readValue() else { return false }
            path.removeLast()
            index += 1
            skipSpace()
            if take("]") { return true }
            guard take(",") else { return fail("\",\" or \"]\"") }
        }
    }

    private mutating func readString() -> Bool {
        place += 1
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                place += 1
                return true
            case UInt8(ascii: "\\"):
                place += 1
                guard readEscape() else { return false }
            case 0..<0x20: return fail("a character of a string; write it as an escape")
            default: place += 1
            }
        }
        return fail("the string's closing quotation mark")
    }

    private mutating func readEscape() -> Bool {
        guard let byte = peek, "\"\\/bfnrtu".utf8.contains(byte) else {
            return fail("one of \"\\/bfnrtu after a backslash")
        }
        place += 1
        guard byte == UInt8(ascii: "u") else { return true }
        for _ in 0..<4 {
            guard let digit = peek, Character(Unicode.Scalar(digit)).isHexDigit else {
                return fail("four hexadecimal digits")
            }
            place += 1
        }
        return true
    }

    private mutating func readWord(_ word: String) -> Bool {
        guard bytes[place...].starts(with: word.utf8) else { return fail("a value") }
        place += word.utf8.count
        return true
    }

    private mutating func readNumber() -> Bool {
        _ = take("-")
        if !take("0"), !readDigits() { return fail("a digit") }
        if take("."), !readDigits() { return fail("a digit after the point") }
        guard take("e") || take("E") else { return true }
        if !take("+") { _ = take("-") }
        return readDigits() || fail("a digit of the exponent")
    }

    // MARK: Bytes

    private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

    /// Moves on if the next byte is `character`.
    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: character) else { return false }
        place += 1
        return true
    }

    private mutating func readDigits() -> Bool {
        let start = place
        while let byte = peek, Self.digits.contains(byte) { place += 1 }
        return place > start
    }

    private mutating func skipSpace() {
        while let byte = peek, [0x20, 0x09, 0x0a, 0x0d].contains(byte) { place += 1 }
    }
}

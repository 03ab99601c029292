/// A strict reader of the part of TOML 1.0 that calibration files use.
///
/// It reads tables (`[name]`), pairs of a bare or quoted key and a value, strings on one line,
/// decimal numbers, booleans, arrays (nested, over several lines, with a comma at the end) and
/// comments. Dotted keys, inline tables, arrays of tables, strings over several lines, other number
/// formats and dates are errors.
struct TOMLReader {
    enum Value: Equatable {
        case string(String)
        case number(Double)
        case boolean(Bool)
        case array([Value])
    }

    struct Table {
        let name: String
        var values: [String: Value] = [:]
        var lines: [String: Int] = [:]
    }

    /// The deepest nesting of arrays; a matrix needs two.
    private static let deepest = 8

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1

    private init(_ text: String) { bytes = Array(text.utf8) }

    /// The tables of a file in order; the first one, without a name, holds what precedes any header.
    ///
    /// - Throws: ``CalibrationError`` `.syntax`, `.unsupportedSyntax` or `.repeatedKey`.
    static func tables(of text: String) throws(CalibrationError) -> [Table] {
        var reader = TOMLReader(text)
        return try reader.tables()
    }

    private mutating func tables() throws(CalibrationError) -> [Table] {
        var tables = [Table(name: "")]
        var names: Set<String> = []
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { position = 3 }
        while true {
            try skipBlank(lines: true)
            guard let byte = peek else { return tables }
            if byte == UInt8(ascii: "[") {
                position += 1
                let name = try header()
                guard names.insert(name).inserted else {
                    throw .repeatedKey(line: line, key: "[\(name)]")
                }
                tables.append(Table(name: name))
            } else {
                try pair(into: &tables[tables.count - 1])
            }
            try endOfLine()
        }
    }

    private mutating func header() throws(CalibrationError) -> String {
        if peek == UInt8(ascii: "[") {
            throw .unsupportedSyntax(line: line, feature: "arrays of tables")
        }
        try skipBlank(lines: false)
        var name = try key()
        try skipBlank(lines: false)
        while peek == UInt8(ascii: ".") {
            position += 1
            try skipBlank(lines: false)
            name += "." + (try key())
            try skipBlank(lines: false)
        }
        try take("]", after: "the table's name")
        return name
    }

    private mutating func pair(into table: inout Table) throws(CalibrationError) {
        let key = try key()
        let keyLine = line
        try skipBlank(lines: false)
        if peek == UInt8(ascii: ".") {
            throw .unsupportedSyntax(line: line, feature: "dotted keys")
        }
        try take("=", after: "the key \(key)")
        try skipBlank(lines: false)
        let value = try value(depth: 0)
        guard table.values.updateValue(value, forKey: key) == nil else {
            throw .repeatedKey(line: keyLine, key: key)
        }
        table.lines[key] = keyLine
    }

    private mutating func key() throws(CalibrationError) -> String {
        if let quote = peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            return try string()
        }
        let start = position
        while let byte = peek, Self.isBare(byte) { position += 1 }
        guard position > start else { throw .syntax(line: line, expected: "a key or a table") }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func value(depth: Int) throws(CalibrationError) -> Value {
        switch peek {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return .string(try string())
        case UInt8(ascii: "["): return .array(try array(depth: depth + 1))
        case UInt8(ascii: "{"): throw .unsupportedSyntax(line: line, feature: "inline tables")
        default: return try word()
        }
    }

    private mutating func array(depth: Int) throws(CalibrationError) -> [Value] {
        guard depth <= Self.deepest else {
            throw .unsupportedSyntax(
                line: line, feature: "arrays nested more than \(Self.deepest) levels deep")
        }
        position += 1
        var values: [Value] = []
        while true {
            try skipBlank(lines: true)
            if peek == UInt8(ascii: "]") { break }
            values.append(try value(depth: depth))
            try skipBlank(lines: true)
            if peek == UInt8(ascii: "]") { break }
            try take(",", after: "an array's value")
        }
        position += 1
        return values
    }

    /// Reads a boolean or number.
    private mutating func word() throws(CalibrationError) -> Value {
        let start = position
        while let byte = peek, Self.isWord(byte) { position += 1 }
        let word = String(decoding: bytes[start..<position], as: UTF8.self)
        switch word {
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        default: break
        }
        guard let number = Self.number(word) else {
            let start = word.utf8.first ?? 0
            let isLikelyNumber = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(start)
            if isLikelyNumber, word.utf8.contains(where: { $0 == UInt8(ascii: ":") }) {
                throw .unsupportedSyntax(line: line, feature: "dates and times")
            }
            throw .syntax(
                line: line, expected: "a string, decimal number, boolean or array as the value")
        }
        return .number(number)
    }

    /// Parses TOML's decimal integers and floats; nil for anything else, such as `.5` or `012`.
    static func number(_ word: String) -> Double? {
        var rest = Substring(word)
        var text = ""
        func sign() {
            if let first = rest.first, first == "+" || first == "-" {
                text.append(first)
                rest.removeFirst()
            }
        }
        /// Digits with single underscores between them; nil without any.
        func digits() -> Int? {
            var count = 0
            while let first = rest.first, first.isASCII, first.isWholeNumber || first == "_" {
                if first == "_" {
                    guard count > 0, rest.dropFirst().first?.isWholeNumber == true else {
                        return nil
                    }
                } else {
                    text.append(first)
                    count += 1
                }
                rest.removeFirst()
            }
            return count > 0 ? count : nil
        }
        sign()
        let leadingZero = rest.first == "0"
        guard let whole = digits(), whole == 1 || !leadingZero else { return nil }
        if rest.first == "." {
            text.append(".")
            rest.removeFirst()
            guard digits() != nil else { return nil }
        }
        if rest.first == "e" || rest.first == "E" {
            text.append("e")
            rest.removeFirst()
            sign()
            guard digits() != nil else { return nil }
        }
        return rest.isEmpty ? Double(text) : nil
    }

    private mutating func string() throws(CalibrationError) -> String {
        guard let quote = peek else { throw .syntax(line: line, expected: "a string") }
        if bytes[position...].starts(with: [quote, quote, quote]) {
            throw .unsupportedSyntax(line: line, feature: "multi-line strings")
        }
        position += 1
        var content: [UInt8] = []
        while let byte = peek, byte != quote {
            guard byte >= 0x20 || byte == UInt8(ascii: "\t"), byte != 0x7f else { break }
            position += 1
            if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
                content += try escaped()
            } else {
                content.append(byte)
            }
        }
        guard peek == quote else {
            throw .syntax(line: line, expected: "a quotation mark at the end of a string")
        }
        position += 1
        return String(decoding: content, as: UTF8.self)
    }

    /// Reads what follows a backslash.
    private mutating func escaped() throws(CalibrationError) -> [UInt8] {
        let letter = peek
        position += 1
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): return [letter ?? 0]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "n"): return [0x0a]
        case UInt8(ascii: "f"): return [0x0c]
        case UInt8(ascii: "r"): return [0x0d]
        case UInt8(ascii: "u"), UInt8(ascii: "U"):
            let count = letter == UInt8(ascii: "u") ? 4 : 8
            let digits = String(decoding: bytes[position...].prefix(count), as: UTF8.self)
            if digits.utf8.count == count, !digits.hasPrefix("+"), !digits.hasPrefix("-"),
                let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code)
            {
                position += count
                return Array(String(Character(scalar)).utf8)
            }
        default: break
        }
        throw .syntax(line: line, expected: "an escape sequence of TOML after a backslash")
    }
}

// MARK: Bytes

extension TOMLReader {
    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ mark: Unicode.Scalar, after what: String) throws(CalibrationError)
    {
        guard peek == UInt8(ascii: mark) else {
            throw .syntax(line: line, expected: "\(mark) after \(what)")
        }
        position += 1
    }

    /// Skips spaces and tabs, and with `lines` also ends of lines and comments.
    private mutating func skipBlank(lines: Bool) throws(CalibrationError) {
        while let byte = peek {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"): position += 1
            case UInt8(ascii: "#") where lines: skipComment()
            case UInt8(ascii: "\n") where lines, UInt8(ascii: "\r") where lines: try newline()
            default: return
            }
        }
    }

    private mutating func skipComment() {
        while let byte = peek, byte != UInt8(ascii: "\n") {
            // A carriage return belongs to the end of the line.
            if byte == UInt8(ascii: "\r"), bytes[position...].dropFirst().first == 0x0a { return }
            position += 1
        }
    }

    private mutating func newline() throws(CalibrationError) {
        if peek == UInt8(ascii: "\r") {
            position += 1
            guard peek == UInt8(ascii: "\n") else {
                throw .syntax(line: line, expected: "a line feed after a carriage return")
            }
        }
        position += 1
        line += 1
    }

    private mutating func endOfLine() throws(CalibrationError) {
        try skipBlank(lines: false)
        if peek == UInt8(ascii: "#") { skipComment() }
        guard peek != nil else { return }
        guard peek == UInt8(ascii: "\n") || peek == UInt8(ascii: "\r") else {
            throw .syntax(line: line, expected: "the end of the line")
        }
        try newline()
    }

    private static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        isBare(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "+")
            || byte == UInt8(ascii: ":")
    }
}

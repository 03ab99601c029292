/// A recursive descent parser for protobuf text format, with bounded depth.
struct TextParser {
    /// The maximum nesting depth of messages, as in protobuf's other parsers.
    static let depthLimit = 100

    private var lexer: TextLexer
    private var token: TextToken

    init(_ bytes: [UInt8]) throws(TextFormatError) {
        lexer = try TextLexer(bytes)
        token = try lexer.next()
    }

    /// Parses the whole text as one message.
    mutating func document() throws(TextFormatError) -> TextMessage {
        let position = TextPosition(line: 1, column: 1)
        var fields: [TextField] = []
        while token.kind != .end { fields.append(try field(depth: 0)) }
        return TextMessage(fields, position: position)
    }

    private mutating func field(depth: Int) throws(TextFormatError) -> TextField {
        let position = token.position
        let (name, kind) = try name()
        let hasColon = try take(":")
        let field: TextField
        if token.is("[") {
            let values = try list(depth: depth, messagesOnly: !hasColon)
            field = TextField(name, kind: kind, list: values, position: position)
        } else {
            let isMessage = token.is("{") || token.is("<")
            guard hasColon || isMessage else { throw unexpected("\":\" or \"{\"") }
            let value = try value(depth: depth)
            field = TextField(name, kind: kind, value, position: position)
        }
        if try !take(",") { _ = try take(";") }
        return field
    }

    private mutating func name() throws(TextFormatError) -> (String, TextField.Kind) {
        if token.kind == .identifier { return (try takeIdentifier("a name"), .plain) }
        guard try take("[") else { throw unexpected("a field name") }
        var name = try takeIdentifier("an extension or type name")
        var kind = TextField.Kind.extensionName
        while !token.is("]") {
            if try take(".") {
                name += "."
            } else if try take("-") {
                name += "-"
            } else if try take("/") {
                name += "/"
                kind = .typeURL
            } else {
                throw unexpected("\"]\"")
            }
            name += try takeIdentifier("a part of the bracketed name")
        }
        token = try lexer.next()
        return (name, kind)
    }

    private mutating func list(
        depth: Int, messagesOnly: Bool
    ) throws(TextFormatError) -> [TextValue] {
        token = try lexer.next()
        var values: [TextValue] = []
        if try take("]") { return values }
        repeat {
            if messagesOnly, !token.is("{"), !token.is("<") { throw unexpected("\"{\"") }
            values.append(try value(depth: depth))
        } while try take(",")
        guard try take("]") else { throw unexpected("\",\" or \"]\"") }
        return values
    }

    private mutating func value(depth: Int) throws(TextFormatError) -> TextValue {
        let position = token.position
        switch token.kind {
        case .string: return TextValue(.string(try strings()), position: position)
        case .identifier:
            return TextValue(.identifier(try takeIdentifier("a value")), position: position)
        case .integer, .float, .symbol(UInt8(ascii: "-")):
            return TextValue(try number(), position: position)
        case .symbol(UInt8(ascii: "{")), .symbol(UInt8(ascii: "<")):
            return TextValue(.message(try message(depth: depth + 1)), position: position)
        default: throw unexpected("a value")
        }
    }

    private mutating func message(depth: Int) throws(TextFormatError) -> TextMessage {
        let position = token.position
        guard depth <= Self.depthLimit else {
            throw TextFormatError(.tooDeep(limit: Self.depthLimit), at: position)
        }
        let close: Unicode.Scalar = token.is("{") ? "}" : ">"
        token = try lexer.next()
        var fields: [TextField] = []
        while try !take(close) {
            guard token.kind == .identifier || token.is("[") else {
                throw unexpected("a field name or \"\(close)\" for the message at \(position)")
            }
            fields.append(try field(depth: depth))
        }
        return TextMessage(fields, position: position)
    }

    private mutating func strings() throws(TextFormatError) -> [UInt8] {
        var bytes: [UInt8] = []
        while token.kind == .string {
            var escapes = TextEscapes(token, in: lexer.bytes)
            try escapes.append(to: &bytes)
            token = try lexer.next()
        }
        return bytes
    }

    private mutating func number() throws(TextFormatError) -> TextValue.Content {
        let isNegative = try take("-")
        if token.kind == .identifier {
            let content: TextValue.Content
            switch String(decoding: lexer.bytes[token.range], as: UTF8.self).lowercased() {
            case "inf", "infinity": content = .identifier(isNegative ? "-inf" : "inf")
            case "nan": content = .identifier("nan")
            default: throw unexpected("a number")
            }
            token = try lexer.next()
            return content
        }
        guard let content = TextNumber(token, in: lexer.bytes)?.content(isNegative: isNegative)
        else {
            switch token.kind {
            case .integer, .float:
                throw TextFormatError(.number(lexer.text(token.range)), at: token.position)
            default: throw unexpected("a number")
            }
        }
        token = try lexer.next()
        return content
    }

    private mutating func take(_ symbol: Unicode.Scalar) throws(TextFormatError) -> Bool {
        guard token.is(symbol) else { return false }
        token = try lexer.next()
        return true
    }

    private mutating func takeIdentifier(_ expected: String) throws(TextFormatError) -> String {
        guard token.kind == .identifier else { throw unexpected(expected) }
        let name = String(decoding: lexer.bytes[token.range], as: UTF8.self)
        token = try lexer.next()
        return name
    }

    private func unexpected(_ expected: String) -> TextFormatError {
        let found =
            switch token.kind {
            case .end: "the end of the text"
            case .string: "the string \(lexer.text(token.range))"
            default: "\"\(lexer.text(token.range))\""
            }
        return TextFormatError(
            .unexpected(found: found, expected: expected), at: token.position)
    }
}

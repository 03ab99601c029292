/// Writes messages in protobuf's text format: a field a line, two blanks for each level.
struct TextPrinter {
    private(set) var text = ""
    private var indentation = 0

    mutating func write(_ message: TextMessage) {
        for field in message.fields {
            text += String(repeating: "  ", count: indentation)
            text += field.label
            if !field.isList, case .message(let nested)? = field.values.first?.content {
                text += " "
                write(block: nested)
            } else {
                text += ": "
                write(field)
            }
            text += "\n"
        }
    }

    private mutating func write(_ field: TextField) {
        if field.isList { text += "[" }
        for (index, value) in field.values.enumerated() {
            if index > 0 { text += ", " }
            switch value.content {
            case .string(let bytes): write(bytes)
            case .integer(let value): text += String(value)
            case .double(let value): text += "\(value)"
            case .identifier(let name): text += name
            case .message(let nested): write(block: nested)
            }
        }
        if field.isList { text += "]" }
    }

    private mutating func write(block message: TextMessage) {
        text += "{"
        guard !message.fields.isEmpty else { return text += "}" }
        text += "\n"
        indentation += 1
        write(message)
        indentation -= 1
        text += String(repeating: "  ", count: indentation) + "}"
    }

    /// Characters as they are, control characters and what is not UTF-8 as escapes.
    private mutating func write(_ bytes: [UInt8]) {
        let isText = String(validating: bytes, as: UTF8.self) != nil
        var escaped: [UInt8] = [.doubleQuote]
        for byte in bytes {
            switch byte {
            case .doubleQuote, .backslash: escaped += [.backslash, byte]
            case .newline: escaped += Array("\\n".utf8)
            case 0x0d: escaped += Array("\\r".utf8)
            case 0x09: escaped += Array("\\t".utf8)
            case 0x20..<0x7f: escaped.append(byte)
            case 0x80... where isText: escaped.append(byte)
            default:
                let digits = String(byte, radix: 8)
                escaped += Array(("\\" + String(repeating: "0", count: 3 - digits.count)).utf8)
                escaped += Array(digits.utf8)
            }
        }
        escaped.append(.doubleQuote)
        text += String(decoding: escaped, as: UTF8.self)
    }
}

extension TextMessage: CustomStringConvertible {
    /// The message in protobuf's text format; reading it gives an equal message.
    public var description: String {
        var printer = TextPrinter()
        printer.write(self)
        return printer.text
    }
}

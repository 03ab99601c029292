import LandmarkCore

/// A message in protobuf text format: its fields in order.
///
/// Equality ignores file positions.
public struct TextMessage: Sendable, Hashable {
    /// The fields in order.
    public var fields: [TextField]
    private let origin: SourcePosition

    /// Creates a message from fields.
    public init(_ fields: [TextField] = [], position: TextPosition? = nil) {
        self.fields = fields
        origin = SourcePosition(position)
    }

    /// The position of the message; nil for a message created in code.
    public var position: TextPosition? { origin.position }
}

extension TextMessage {
    /// Parses protobuf text format, such as a graph file.
    ///
    /// Takes time linear in the length of the text. Messages may be nested 100 levels deep.
    ///
    /// - Throws: `TextFormatError` with line, column, and what was found and expected.
    public init(parsing text: String) throws(TextFormatError) {
        try self.init(parsing: Array(text.utf8))
    }

    /// Parses UTF-8 bytes in protobuf text format, such as those of a graph file.
    ///
    /// - Throws: `TextFormatError` with line, column, and what was found and expected; including
    ///   for invalid UTF-8 and null bytes.
    public init(parsing bytes: [UInt8]) throws(TextFormatError) {
        var parser = try TextParser(bytes)
        self = try parser.document()
    }
}

/// A field of a message in protobuf text format: its name and its value or list of values.
///
/// A repeated field may also appear several times in a message; the getters of `TextMessage` join
/// the values.
public struct TextField: Sendable, Hashable {
    /// The way a field is named.
    public enum Kind: Sendable, Hashable {
        /// By its name: `calculator: "A"`.
        case plain
        /// By an extension name: `[mediapipe.A.ext] {}`.
        case extensionName
        /// By the type URL of its message, in an `Any`: `[type.googleapis.com/mediapipe.A] {}`.
        case typeURL
    }

    /// The name; for extensions and type URLs, the text in brackets without whitespace.
    public let name: String
    /// The way the field is named.
    public let kind: Kind
    /// The values in order; exactly one unless written as a list.
    public let values: [TextValue]
    /// Whether the field is written as a list: `a: [1, 2]`.
    public let isList: Bool
    private let origin: SourcePosition

    /// Creates a field with one value.
    public init(
        _ name: String, kind: Kind = .plain, _ value: TextValue, position: TextPosition? = nil
    ) {
        self.init(name, kind: kind, values: [value], isList: false, position: position)
    }

    /// Creates a field written as a list.
    public init(
        _ name: String, kind: Kind = .plain, list values: [TextValue],
        position: TextPosition? = nil
    ) {
        self.init(name, kind: kind, values: values, isList: true, position: position)
    }

    private init(
        _ name: String, kind: Kind, values: [TextValue], isList: Bool, position: TextPosition?
    ) {
        self.name = name
        self.kind = kind
        self.values = values
        self.isList = isList
        origin = SourcePosition(position)
    }

    /// The position of the field's name; nil for a field created in code.
    public var position: TextPosition? { origin.position }
}

/// Prints messages in protobuf text format: one field per line, indented by two spaces per level.
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
            case .integer(let value): text += value.description
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

    /// Writes a string literal; control characters and bytes that are not UTF-8 are escaped.
    private mutating func write(_ bytes: [UInt8]) {
        let isText = String(utf8: bytes) != nil
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
    /// The message in protobuf text format; parsing it yields an equal message.
    public var description: String {
        var printer = TextPrinter()
        printer.write(self)
        return printer.text
    }
}

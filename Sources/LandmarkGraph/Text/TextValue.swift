/// One value of a field in protobuf's text format.
///
/// Two values are equal when their contents are, wherever they stood.
public struct TextValue: Sendable, Hashable {
    /// What a value holds.
    public enum Content: Sendable, Hashable {
        /// A string's bytes, with escapes resolved and adjacent literals joined; not always UTF-8.
        case string([UInt8])
        /// An integer; what is read lies between the least `Int64` and the greatest `UInt64`.
        case integer(Int128)
        /// A number with a fraction, an exponent or the suffix `f`; finite when it was read.
        case double(Double)
        /// A word: an enum's value, `true`, `false`, `inf`, `nan`, or `-inf`.
        case identifier(String)
        /// A nested message.
        case message(TextMessage)
    }

    /// What the value holds.
    public let content: Content
    private let origin: Origin

    /// Makes a value that holds `content` and stood at `position`.
    public init(_ content: Content, position: TextPosition? = nil) {
        self.content = content
        origin = Origin(position)
    }

    /// Where the value begins; nil when it was made in code.
    public var position: TextPosition? { origin.position }
}

extension TextValue {
    /// A string.
    public static func string(_ text: String) -> TextValue { TextValue(.string(Array(text.utf8))) }

    /// An integer.
    public static func integer(_ value: Int) -> TextValue { TextValue(.integer(Int128(value))) }

    /// A number.
    public static func double(_ value: Double) -> TextValue { TextValue(.double(value)) }

    /// `true` or `false`.
    public static func bool(_ value: Bool) -> TextValue {
        TextValue(.identifier(value ? "true" : "false"))
    }

    /// An enum's value by its name.
    public static func identifier(_ name: String) -> TextValue { TextValue(.identifier(name)) }

    /// A message.
    public static func message(_ message: TextMessage) -> TextValue { TextValue(.message(message)) }

    /// A message of these fields.
    public static func message(_ fields: TextField...) -> TextValue {
        TextValue(.message(TextMessage(fields)))
    }
}

extension TextValue.Content {
    /// The kind of the content as part of a sentence.
    var kind: String {
        switch self {
        case .string: "a string"
        case .integer(let value): "the integer \(value)"
        case .double(let value): "the number \(value)"
        case .identifier(let name): "\"\(name)\""
        case .message: "a message"
        }
    }
}

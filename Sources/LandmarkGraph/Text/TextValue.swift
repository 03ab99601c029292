import LandmarkCore

/// A value of a field in protobuf text format.
///
/// Equality ignores file positions.
public struct TextValue: Sendable, Hashable {
    /// The contents of a value.
    public enum Content: Sendable, Hashable {
        /// The bytes of a string, with escapes decoded and adjacent literals joined; not
        /// necessarily UTF-8.
        case string([UInt8])
        /// An integer; parsed values are between `Int64.min` and `UInt64.max`.
        case integer(TextInteger)
        /// A number with a fraction, an exponent or the suffix `f`; parsed values are finite.
        case double(Double)
        /// An identifier: an enum value, `true`, `false`, `inf`, `nan`, or `-inf`.
        case identifier(String)
        /// A nested message.
        case message(TextMessage)
    }

    /// The contents.
    public let content: Content
    private let origin: SourcePosition

    /// Creates a value.
    public init(_ content: Content, position: TextPosition? = nil) {
        self.content = content
        origin = SourcePosition(position)
    }

    /// The position of the value; nil for a value created in code.
    public var position: TextPosition? { origin.position }
}

extension TextValue {
    /// Creates a string value.
    public static func string(_ text: String) -> TextValue { TextValue(.string(Array(text.utf8))) }

    /// Creates an integer value.
    public static func integer(_ value: Int) -> TextValue {
        TextValue(.integer(TextInteger(value)))
    }

    /// Creates a floating-point value.
    public static func double(_ value: Double) -> TextValue { TextValue(.double(value)) }

    /// Creates a Boolean value.
    public static func bool(_ value: Bool) -> TextValue {
        TextValue(.identifier(value ? "true" : "false"))
    }

    /// Creates an enum value from its name.
    public static func identifier(_ name: String) -> TextValue { TextValue(.identifier(name)) }

    /// Creates a message value.
    public static func message(_ message: TextMessage) -> TextValue { TextValue(.message(message)) }

    /// Creates a message value from fields.
    public static func message(_ fields: TextField...) -> TextValue {
        TextValue(.message(TextMessage(fields)))
    }
}

extension TextValue.Content {
    /// The kind of the contents as part of a sentence.
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

/// Conversions to Swift types; `field` is used in error messages.
extension TextValue {
    func int(_ field: String, in range: ClosedRange<Int>) throws(TextFormatError) -> Int {
        if case .integer(let value) = content, let int = Int(exactly: value), range ~= int {
            return int
        }
        switch (range.lowerBound, range.upperBound) {
        case (.min, .max): throw error(field, expected: "an integer")
        case (let least, .max): throw error(field, expected: "an integer of at least \(least)")
        case (let least, let most):
            throw error(field, expected: "an integer from \(least) to \(most)")
        }
    }

    func double(_ field: String) throws(TextFormatError) -> Double {
        switch content {
        case .integer(let value): return Double(value)
        case .double(let value): return value
        case .identifier(let name):
            switch name.lowercased() {
            case "inf", "infinity": return .infinity
            case "-inf": return -.infinity
            case "nan": return .nan
            default: throw error(field, expected: "a number")
            }
        default: throw error(field, expected: "a number")
        }
    }

    func double(
        _ field: String, in range: ClosedRange<Double>
    ) throws(TextFormatError) -> Double {
        let value = try double(field)
        guard range.contains(value) else {
            throw error(
                field,
                expected: "a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
    }

    func bool(_ field: String) throws(TextFormatError) -> Bool {
        switch content {
        case .identifier("true"), .identifier("True"), .identifier("t"), .integer(1): return true
        case .identifier("false"), .identifier("False"), .identifier("f"), .integer(0): return false
        default: throw error(field, expected: "true or false")
        }
    }

    func bytes(_ field: String) throws(TextFormatError) -> [UInt8] {
        guard case .string(let bytes) = content else { throw error(field, expected: "a string") }
        return bytes
    }

    func string(_ field: String) throws(TextFormatError) -> String {
        guard let text = String(utf8: try bytes(field)) else {
            throw error(field, found: "bytes", expected: "a UTF-8 string")
        }
        return text
    }

    func string(_ field: String, of choices: [String]) throws(TextFormatError) -> String {
        let text = try string(field)
        guard choices.contains(text) else {
            throw error(field, found: "\"\(text)\"", expected: choices.joined(separator: ", "))
        }
        return text
    }

    func enumeration(
        _ field: String, of numbers: KeyValuePairs<String, Int>
    ) throws(TextFormatError) -> String {
        let found = numbers.first { name, number in
            switch content {
            case .identifier(let written): written == name
            case .integer(let written): written == TextInteger(number)
            default: false
            }
        }
        guard let found else {
            let names = numbers.map { "\($0.key) (\($0.value))" }
            throw error(field, expected: names.joined(separator: ", "))
        }
        return found.key
    }

    func message(_ field: String) throws(TextFormatError) -> TextMessage {
        guard case .message(let message) = content else {
            throw error(field, expected: "a message")
        }
        return message
    }

    private func error(_ field: String, found: String? = nil, expected: String) -> TextFormatError {
        let found = found ?? content.kind
        return TextFormatError(
            .value(field: field, found: found, expected: expected), at: position)
    }
}

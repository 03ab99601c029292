public import LandmarkCore

/// An error in protobuf text format, or in a field of a parsed message.
public struct TextFormatError: LandmarkError, Hashable {
    /// The position; nil for a message created in code.
    public let position: TextPosition?
    /// The kind of error.
    public let kind: Kind

    /// Creates an error.
    public init(_ kind: Kind, at position: TextPosition?) {
        self.kind = kind
        self.position = position
    }

    /// One sentence with line, column, and what was found and expected.
    public var description: String {
        (position.map { "\($0): " } ?? "") + kind.description
    }
}

extension TextFormatError {
    /// The kinds of errors in text format or in a field.
    public enum Kind: Sendable, Hashable {
        /// Something other than `expected` was found.
        case unexpected(found: String, expected: String)
        /// A string is not terminated on its line.
        case unterminatedString
        /// An invalid escape sequence.
        case escape(String)
        /// A byte that is not valid UTF-8.
        case notUTF8(UInt8)
        /// A null byte.
        case nul
        /// Messages are nested more deeply than `limit`.
        case tooDeep(limit: Int)
        /// A malformed number, or an integer that does not fit in 64 bits.
        case number(String)
        /// The message has no such field; `nearest` is the most similar known name.
        case unknownField(String, nearest: String?)
        /// A singular field has several values.
        case repeatedField(String)
        /// A required field is missing.
        case missingField(String)
        /// A field's value is of another kind than `expected`.
        case value(field: String, found: String, expected: String)
    }
}

extension TextFormatError.Kind: CustomStringConvertible {
    /// The error as part of a sentence.
    public var description: String {
        switch self {
        case .unexpected(let found, let expected): "found \(found), expected \(expected)"
        case .unterminatedString: "string without a closing quote on its line"
        case .escape(let text): "\"\(text)\" is not a valid escape sequence"
        case .notUTF8(let byte): "byte 0x\(String(byte, radix: 16)) is not valid UTF-8"
        case .nul: "null byte"
        case .tooDeep(let limit): "messages are nested more than \(limit) levels deep"
        case .number(let text): "\(text) is not a number that fits in 64 bits"
        case .unknownField(let name, let nearest):
            "unknown field \"\(name)\"" + (nearest.map { "; did you mean \"\($0)\"?" } ?? "")
        case .repeatedField(let name): "field \"\(name)\" has more than one value"
        case .missingField(let name): "field \"\(name)\" is missing"
        case .value(let field, let found, let expected):
            "field \"\(field)\" is \(found), expected \(expected)"
        }
    }
}

/// A position in a text file.
public struct TextPosition: Sendable, Hashable {
    /// The line, starting at 1.
    public let line: Int
    /// The column, starting at 1, in UTF-8 bytes; a tab counts as one.
    public let column: Int

    /// Creates a position.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

extension TextPosition: CustomStringConvertible {
    /// "line 3, column 14".
    public var description: String { "line \(line), column \(column)" }
}

/// A position in a file that does not affect equality: all values compare equal, so that values
/// built in code equal those that were parsed.
struct SourcePosition: Sendable, Hashable {
    // Half the size of `TextPosition`, because every parsed value has one; line 0 means none.
    private let line: UInt32
    private let column: UInt32

    init(_ position: TextPosition?) {
        line = UInt32(clamping: position?.line ?? 0)
        column = UInt32(clamping: position?.column ?? 0)
    }

    var position: TextPosition? {
        line == 0 ? nil : TextPosition(line: Int(line), column: Int(column))
    }

    static func == (a: SourcePosition, b: SourcePosition) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}

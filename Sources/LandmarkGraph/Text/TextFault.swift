/// What is wrong with a text in protobuf's text format, or with a field in it.
public enum TextFault: Sendable, Hashable {
    /// Something else stands where `expected` should.
    case unexpected(found: String, expected: String)
    /// A string has no closing quote on its line.
    case unterminatedString
    /// What follows a backslash in a string is no escape.
    case escape(String)
    /// A byte that is not part of UTF-8.
    case notUTF8(UInt8)
    /// A byte of value 0.
    case nul
    /// Messages are nested deeper than `limit`.
    case tooDeep(limit: Int)
    /// A number that has no meaning, or an integer beyond 64 bits.
    case number(String)
    /// A field that the message does not have, with the known name most like it.
    case unknownField(String, nearest: String?)
    /// A field that can have one value has several.
    case repeatedField(String)
    /// A required field is missing.
    case missingField(String)
    /// A field has a value of another kind than `expected`.
    case value(field: String, found: String, expected: String)
}

extension TextFault: CustomStringConvertible {
    /// The fault as part of a sentence.
    public var description: String {
        switch self {
        case .unexpected(let found, let expected): "found \(found), expected \(expected)"
        case .unterminatedString: "a string without a closing quote on its line"
        case .escape(let text): "\"\(text)\" is no escape in a string"
        case .notUTF8(let byte): "byte 0x\(String(byte, radix: 16)) is not valid UTF-8"
        case .nul: "a byte of value 0"
        case .tooDeep(let limit): "messages nested deeper than \(limit)"
        case .number(let text): "\(text) is no number that fits in 64 bits"
        case .unknownField(let name, let nearest):
            "unknown field \"\(name)\"" + (nearest.map { "; did you mean \"\($0)\"" } ?? "")
        case .repeatedField(let name): "field \"\(name)\" has more than one value"
        case .missingField(let name): "field \"\(name)\" is missing"
        case .value(let field, let found, let expected):
            "field \"\(field)\" is \(found), expected \(expected)"
        }
    }
}

/// A field of a message in protobuf's text format, with its one value or its list of values.
///
/// A repeated field may also stand several times; `TextMessage` joins them.
public struct TextField: Sendable, Hashable {
    /// How a field is named.
    public enum Kind: Sendable, Hashable {
        /// By its name: `calculator: "A"`.
        case plain
        /// As an extension: `[mediapipe.A.ext] {}`.
        case extensionName
        /// By the type of the message that it holds: `[type.googleapis.com/mediapipe.A] {}`.
        case typeURL
    }

    /// The name; for an extension and a type what stands in the brackets, without blanks.
    public let name: String
    /// How the field is named.
    public let kind: Kind
    /// The values in their order: one, unless the field is written as a list.
    public let values: [TextValue]
    /// Whether the field is written as a list: `a: [1, 2]`.
    public let isList: Bool
    private let origin: Origin

    /// Makes a field with one value.
    public init(
        _ name: String, kind: Kind = .plain, _ value: TextValue, position: TextPosition? = nil
    ) {
        self.init(name, kind: kind, values: [value], isList: false, position: position)
    }

    /// Makes a field that is written as a list.
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
        origin = Origin(position)
    }

    /// Where the field's name begins; nil when it was made in code.
    public var position: TextPosition? { origin.position }
}

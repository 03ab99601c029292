/// A message in protobuf's text format: fields in the order in which they stand.
///
/// Two messages are equal when their fields are, wherever they stood. Typed getters stand in
/// `TextMessage+Getters.swift`.
public struct TextMessage: Sendable, Hashable {
    /// The fields in their order.
    public var fields: [TextField]
    private let origin: Origin

    /// Makes a message of `fields` that stood at `position`.
    public init(_ fields: [TextField] = [], position: TextPosition? = nil) {
        self.fields = fields
        origin = Origin(position)
    }

    /// Where the message begins; nil when it was made in code.
    public var position: TextPosition? { origin.position }
}

/// A part of a graph that MediaPipe once had, and that cannot run here: a packet factory, a packet
/// generator or a status handler. It is kept as it was read; a graph that has any is refused.
public struct LegacyConfig: Sendable, Hashable {
    /// The field: `packet_factory`, `packet_generator` or `status_handler`.
    public let field: String
    /// What stands there.
    public let message: TextMessage

    /// Makes a part.
    public init(field: String, message: TextMessage) {
        self.field = field
        self.message = message
    }

    /// Where it stands; nil when it was made in code.
    public var position: TextPosition? { message.position }
}

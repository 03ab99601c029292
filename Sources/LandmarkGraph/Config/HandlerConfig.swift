/// The handler that a node or a graph asks for: how packets of several input streams are joined.
public struct HandlerConfig: Sendable, Hashable {
    /// The handler's registered name, such as `ImmediateInputStreamHandler`.
    public var type: String
    /// The handler's options.
    public var options: NodeOptions
    private let origin: Origin

    /// Asks for the handler `type`.
    public init(type: String, options: NodeOptions = NodeOptions(), position: TextPosition? = nil) {
        self.type = type
        self.options = options
        origin = Origin(position)
    }

    /// Where it stands; nil when it was made in code.
    public var position: TextPosition? { origin.position }
}

/// The options messages of a node, a graph, a handler or an executor.
///
/// They come from `options { [mediapipe.X.ext] {…} }` and from
/// `node_options: { [type.googleapis.com/mediapipe.X] {…} }`; both are found by the name of the
/// message. Read an options message with `TextMessage`'s getters, and close with `requireFields`, so
/// that a mistyped field is an error:
///
///     let options = node.options.message("GateCalculatorOptions") ?? TextMessage()
///     try options.requireFields(in: ["allow", "empty_packets_as_allow"])
///     let allow = try options.bool("allow")
public struct NodeOptions: Sendable, Hashable {
    /// One options message with its type.
    public struct Entry: Sendable, Hashable {
        /// The message's full name, such as `mediapipe.GateCalculatorOptions`.
        public var type: String
        /// The message.
        public var message: TextMessage

        /// Makes an entry.
        public init(type: String, message: TextMessage) {
            self.type = type
            self.message = message
        }
    }

    /// The messages in their order.
    public var entries: [Entry]

    /// Makes options of these messages.
    public init(_ entries: [Entry] = []) { self.entries = entries }

    /// Makes options of one message.
    public init(_ type: String, _ fields: TextField...) {
        self.init([Entry(type: type, message: TextMessage(fields))])
    }

    /// The message of a type, which is its full name or the last part of it; nil when there is none.
    public func message(_ type: String) -> TextMessage? {
        entries.first { $0.type == type || $0.type.hasSuffix("." + type) }?.message
    }
}

extension GraphConfig {
    /// Reads a graph file: a `CalculatorGraphConfig` in protobuf's text format.
    ///
    /// Every field of MediaPipe's message is known, and any other is an error. What has no meaning
    /// here (`profiler_config`, `runtime_info`) is checked and left out. A `max_queue_size` of 0 is
    /// MediaPipe's default of 100.
    ///
    /// - Throws: `GraphError` with line and column: of text that cannot be read, of unknown, repeated
    ///   or mistyped fields, and of badly written names of streams and side packets.
    public init(parsing text: String) throws(GraphError) {
        try self.init(parsing: Array(text.utf8))
    }

    /// Reads the bytes of a graph file; see `init(parsing:)` of a string.
    public init(parsing bytes: [UInt8]) throws(GraphError) {
        let message: TextMessage
        do { message = try TextMessage(parsing: bytes) } catch { throw .text(error) }
        try self.init(message)
    }

    /// Reads a graph from a `CalculatorGraphConfig` that has been parsed; see `init(parsing:)`.
    public init(_ message: TextMessage) throws(GraphError) {
        self = try GraphReader.graph(message)
    }
}

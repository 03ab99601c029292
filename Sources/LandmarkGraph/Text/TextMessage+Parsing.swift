extension TextMessage {
    /// Reads a text in protobuf's text format, such as a graph file.
    ///
    /// The time grows with the length of the text. Messages may be nested 100 deep.
    ///
    /// - Throws: `TextFormatError` with line, column, and what was found and expected.
    public init(parsing text: String) throws(TextFormatError) {
        try self.init(parsing: Array(text.utf8))
    }

    /// Reads bytes in protobuf's text format, such as those of a graph file.
    ///
    /// - Throws: `TextFormatError` with line, column, and what was found and expected; also for
    ///   bytes that are not UTF-8 or are 0.
    public init(parsing bytes: [UInt8]) throws(TextFormatError) {
        var parser = try TextParser(bytes)
        self = try parser.document()
    }
}

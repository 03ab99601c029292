/// A place in a text file.
public struct TextPosition: Sendable, Hashable {
    /// The line, from 1.
    public let line: Int
    /// The column, from 1, in bytes of UTF-8; a tab counts as one.
    public let column: Int

    /// Makes a place.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

extension TextPosition: CustomStringConvertible {
    /// "line 3, column 14".
    public var description: String { "line \(line), column \(column)" }
}

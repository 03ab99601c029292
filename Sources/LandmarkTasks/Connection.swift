/// A line between two points of a hand, body or face, for drawing.
public struct Connection: Sendable, Hashable {
    /// Index of the point the line starts at.
    public let start: Int
    /// Index of the point the line ends at.
    public let end: Int

    /// Makes a line from its two indices.
    public init(start: Int, end: Int) {
        self.start = start
        self.end = end
    }

    /// Lines from pairs of indices laid end to end.
    static func pairs(_ indices: [UInt16]) -> [Connection] {
        stride(from: 0, to: indices.count - 1, by: 2).map {
            Connection(start: Int(indices[$0]), end: Int(indices[$0 + 1]))
        }
    }

    /// Lines along each path from index to index.
    static func paths(_ paths: [[UInt16]]) -> [Connection] {
        paths.flatMap { path in
            zip(path, path.dropFirst()).map { Connection(start: Int($0), end: Int($1)) }
        }
    }
}

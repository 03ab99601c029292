/// A line between two landmarks, for drawing.
public struct Connection: Sendable, Hashable, Codable {
    /// Index of the landmark at which the line starts.
    public let start: Int
    /// Index of the landmark at which the line ends.
    public let end: Int

    /// Creates a line between two landmarks.
    public init(start: Int, end: Int) {
        self.start = start
        self.end = end
    }

    /// Creates lines from a flat list of index pairs.
    static func pairs(_ indices: [UInt16]) -> [Connection] {
        stride(from: 0, to: indices.count - 1, by: 2).map {
            Connection(start: Int(indices[$0]), end: Int(indices[$0 + 1]))
        }
    }

    /// Creates the lines between adjacent indices of each path.
    static func paths(_ paths: [[UInt16]]) -> [Connection] {
        paths.flatMap { path in
            zip(path, path.dropFirst()).map { Connection(start: Int($0), end: Int($1)) }
        }
    }
}

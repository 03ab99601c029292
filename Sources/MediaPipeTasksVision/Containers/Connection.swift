public import Foundation

/// A line to draw between two points.
open class Connection: NSObject {
    /// Index of the point the line starts at.
    public let start: UInt
    /// Index of the point the line ends at.
    public let end: UInt

    /// Makes a line.
    public init(start: UInt, end: UInt) {
        self.start = start
        self.end = end
        super.init()
    }
}

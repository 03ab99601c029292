public import Foundation
import LandmarkTasks

/// A connection between two landmarks, to be drawn as a line.
#if canImport(ObjectiveC)
@objc(MPPConnection) @objcMembers
#endif
open class Connection: NSObject {
    /// The index of the landmark where the connection starts.
    public let start: UInt
    /// The index of the landmark where the connection ends.
    public let end: UInt

    /// Creates a connection.
    public init(start: UInt, end: UInt) {
        self.start = start
        self.end = end
        super.init()
    }
}

/// A list of connections that is created once, so that every access returns the same objects:
/// connections compare by identity.
// SAFETY: the array is never changed. Its elements are of this module's own class, whose properties
// are constants, and reference counting is atomic.
struct ConnectionList: @unchecked Sendable {
    let connections: [Connection]

    init(_ connections: [LandmarkTasks.Connection]) {
        self.init(connections.map { (UInt($0.start), UInt($0.end)) })
    }

    init(_ pairs: [(UInt, UInt)]) {
        connections = pairs.map { Connection(start: $0.0, end: $0.1) }
    }

    /// Concatenates lists; the elements stay the same objects.
    init(joining lists: [ConnectionList]) {
        connections = lists.flatMap(\.connections)
    }
}

import LandmarkGraph
import Synchronization

/// What has happened, in order, from any thread.
final class Journal<Entry: Sendable>: Sendable {
    private let noted = Mutex<[Entry]>([])

    var entries: [Entry] { noted.withLock { $0 } }

    func note(_ entry: Entry) { noted.withLock { $0.append(entry) } }
}

extension Journal<String> {
    /// Notes each packet of a stream as `value@timestamp`, an empty one as `-@timestamp`.
    func observe(_ stream: String, of graph: Graph, bounds: Bool = false) throws {
        try graph.observe(stream, bounds: bounds) { packet in
            let value = try packet.isEmpty ? "-" : "\(packet.get(Int.self))"
            self.note("\(value)@\(packet.timestamp)")
        }
    }
}

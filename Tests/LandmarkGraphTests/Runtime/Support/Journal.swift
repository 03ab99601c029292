import LandmarkGraph
import Synchronization

/// What has happened, in order, from any thread.
final class Journal<Entry: Sendable>: Sendable {
    private let noted = Mutex<[Entry]>([])
    /// For the thread sanitizer, which on Linux does not see all of a `Mutex`.
    private let handover = Atomic<Bool>(false)

    var entries: [Entry] { locked { $0 } }

    /// The last entry of a kind, found without a copy of all.
    func last(where isIt: (Entry) -> Bool) -> Entry? { locked { $0.last(where: isIt) } }

    func note(_ entry: Entry) { locked { $0.append(entry) } }

    private func locked<Result: Sendable>(_ use: (inout [Entry]) -> Result) -> Result {
        noted.withLock { entries in
            _ = handover.load(ordering: .acquiring)
            defer { handover.store(true, ordering: .releasing) }
            return use(&entries)
        }
    }
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

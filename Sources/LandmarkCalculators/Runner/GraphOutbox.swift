import LandmarkGraph
import Synchronization

/// The packets that a graph has given and that nobody has taken yet, by stream.
final class GraphOutbox: Sendable {
    private let packets = Mutex<[String: [Packet]]>([:])

    func add(_ packet: Packet, to stream: String) {
        packets.withLock { $0[stream, default: []].append(packet) }
    }

    /// Hands over a stream's packet of a moment. Its packets of other moments stay; those of other
    /// streams are let go.
    ///
    /// - Parameter most: How many packets stay at most: the newest.
    /// - Returns: The packet, if there is one, and the moments of those that stay.
    func take(
        _ stream: String, at timestamp: GraphTimestamp, keeping most: Int
    ) -> (packet: Packet?, kept: [GraphTimestamp]) {
        packets.withLock { packets in
            var stay = packets[stream] ?? []
            packets.removeAll(keepingCapacity: true)
            let place = stay.lastIndex { $0.timestamp == timestamp }
            let found = place.map { stay.remove(at: $0) }
            if stay.isEmpty { return (found, []) }
            stay.removeFirst(max(0, stay.count - most))
            packets[stream] = stay
            return (found, stay.map(\.timestamp))
        }
    }

    /// Hands over everything.
    func take() -> [String: [Packet]] {
        packets.withLock { packets in
            defer { packets.removeAll(keepingCapacity: true) }
            return packets
        }
    }
}

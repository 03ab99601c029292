import LandmarkGraph
import Synchronization

/// The packets that a graph has given and that nobody has taken yet, by stream.
final class GraphOutbox: Sendable {
    private let packets = Mutex<[String: [Packet]]>([:])

    func add(_ packet: Packet, to stream: String) {
        packets.withLock { $0[stream, default: []].append(packet) }
    }

    /// Hands over everything.
    func take() -> [String: [Packet]] {
        packets.withLock { packets in
            defer { packets.removeAll(keepingCapacity: true) }
            return packets
        }
    }
}

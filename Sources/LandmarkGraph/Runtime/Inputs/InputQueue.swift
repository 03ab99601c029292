/// The packet queue of a node's input stream, with the stream's timestamp bound.
///
/// Follows MediaPipe's `InputStreamManager` (mediapipe/framework/input_stream_manager.cc).
package struct InputQueue: Sendable {
    private var packets = PacketRing()
    /// The lowest timestamp allowed for the next packet.
    package private(set) var bound = GraphTimestamp.preStream
    /// Whether the queue drops further packets.
    private(set) var isClosed = false
    /// The number of queued packets at which sources are throttled; -1 for no limit.
    var limit: Int
    /// Whether the queue was counted as full; maintained by the run state.
    var isReportedFull = false

    /// Packets that were dropped and not yet released.
    private var dropped: [Packet] = []

    package init(limit: Int = -1) { self.limit = limit }

    package var count: Int { packets.count }
    package var isEmpty: Bool { packets.isEmpty }
    var isFull: Bool { limit >= 0 && packets.count >= limit }
    /// Whether the queue is empty and no packet will follow.
    package var isDone: Bool { packets.isEmpty && bound == .done }
    var front: Packet? { packets.front }

    /// The timestamp of the oldest queued packet; the bound when the queue is empty.
    var frontOrBound: GraphTimestamp { packets.frontTimestamp ?? bound }

    /// Appends a packet; a closed queue drops it.
    ///
    /// - Returns: Whether the front of the queue changed.
    /// - Throws: `StreamError.Kind.notIncreasing` if the timestamp is below the bound.
    package mutating func add(_ packet: Packet) throws(StreamError.Kind) -> Bool {
        if isClosed {
            dropped.append(packet)
            return false
        }
        guard packet.timestamp >= bound else {
            throw .notIncreasing(bound: bound, got: packet.timestamp)
        }
        bound = packet.timestamp.nextAllowedInStream
        packets.append(packet)
        return packets.count == 1
    }

    /// Raises the bound; lower values are ignored.
    ///
    /// - Returns: Whether the front of the queue changed.
    package mutating func setBound(_ bound: GraphTimestamp) -> Bool {
        guard !isClosed, bound > self.bound else { return false }
        self.bound = bound
        return packets.isEmpty
    }

    /// Drops all queued and future packets.
    mutating func close() {
        while let packet = packets.popFront() { dropped.append(packet) }
        packets.removeAll()
        bound = .done
        isClosed = true
    }

    /// Removes the packet at a timestamp, dropping older ones. If there is no such packet, returns
    /// an empty one whose timestamp is the last settled one.
    package mutating func pop(at timestamp: GraphTimestamp) -> NodePorts.Input {
        // The timestamp has now passed.
        if bound <= timestamp { bound = timestamp.nextAllowedInStream }
        var found: Packet?
        while let front = packets.frontTimestamp, front <= timestamp {
            if let found { dropped.append(found) }
            found = packets.popFront()
        }
        if let found, found.timestamp == timestamp {
            return NodePorts.Input(packet: found, isDone: isDone)
        }
        if let found { dropped.append(found) }
        return settled
    }

    /// Removes the oldest packet regardless of its timestamp; returns an empty one when there is
    /// none.
    mutating func popFront() -> NodePorts.Input {
        guard let packet = packets.popFront() else { return settled }
        return NodePorts.Input(packet: packet, isDone: isDone)
    }

    /// An empty packet at the last settled timestamp, which precedes the front packet or the bound.
    var settled: NodePorts.Input {
        let timestamp = frontOrBound
        return NodePorts.Input(
            packet: .empty(at: timestamp.previousAllowedInStream), isDone: timestamp == .done)
    }

    /// The timestamp of the oldest of the newest `count` packets; nil when the queue is empty.
    func firstTimestamp(ofNewest count: Int) -> GraphTimestamp? {
        guard !packets.isEmpty else { return nil }
        return packets[packets.count - min(max(count, 1), packets.count)].timestamp
    }

    /// Drops the packets before a timestamp.
    mutating func erase(before timestamp: GraphTimestamp) {
        while let front = packets.frontTimestamp, front < timestamp {
            if let packet = packets.popFront() { dropped.append(packet) }
        }
    }

    /// Whether there are dropped packets to release.
    var hasDropped: Bool { !dropped.isEmpty }

    /// Takes the dropped packets, so that the caller can release them.
    mutating func takeDropped() -> [Packet] {
        var taken: [Packet] = []
        swap(&taken, &dropped)
        return taken
    }
}

/// A ring buffer of packets that reuses its storage.
struct PacketRing: Sendable {
    private var slots: [Packet] = []
    private var first = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// The packet at an index from the front, which must be in range.
    subscript(_ offset: Int) -> Packet { slots[slot(offset)] }

    var front: Packet? { count == 0 ? nil : slots[first] }

    /// The timestamp of the front packet; nil when empty.
    var frontTimestamp: GraphTimestamp? { count == 0 ? nil : slots[first].timestamp }

    mutating func append(_ packet: Packet) {
        if count == slots.count { grow() }
        slots[slot(count)] = packet
        count += 1
    }

    mutating func popFront() -> Packet? {
        guard count > 0 else { return nil }
        let packet = slots[first]
        slots[first] = .empty()
        first = slot(1)
        count -= 1
        return packet
    }

    mutating func removeAll() {
        slots = []
        first = 0
        count = 0
    }

    private func slot(_ offset: Int) -> Int {
        let index = first + offset
        return index < slots.count ? index : index - slots.count
    }

    private mutating func grow() {
        var larger = [Packet]()
        larger.reserveCapacity(max(4, 2 * slots.count))
        for offset in 0..<count { larger.append(self[offset]) }
        while larger.count < max(4, 2 * slots.count) { larger.append(.empty()) }
        slots = larger
        first = 0
    }
}

/// The packets that wait on one input stream of a node, and the stream's bound.
///
/// The rules are those of MediaPipe's `InputStreamManager`
/// (mediapipe/framework/input_stream_manager.cc).
package struct InputQueue: Sendable {
    private var packets = PacketRing()
    /// The least moment that the next packet may have.
    package private(set) var bound = GraphTimestamp.preStream
    /// Whether packets are no longer taken.
    private(set) var isClosed = false
    /// How many packets may wait before sources do; -1 without limit.
    var limit: Int
    /// Whether sources wait for it: kept by whoever tells them.
    var isReportedFull = false

    /// What was dropped, until somebody lets go of it.
    private var dropped: [Packet] = []

    package init(limit: Int = -1) { self.limit = limit }

    package var count: Int { packets.count }
    package var isEmpty: Bool { packets.isEmpty }
    var isFull: Bool { limit >= 0 && packets.count >= limit }
    /// Whether nothing waits and nothing will come.
    package var isDone: Bool { packets.isEmpty && bound == .done }
    var front: Packet? { packets.front }

    /// The moment of the packet that waits longest, or the bound when none waits.
    var frontOrBound: GraphTimestamp { packets.frontTimestamp ?? bound }

    /// Takes a packet; a closed queue drops it.
    ///
    /// - Returns: Whether whoever reads the queue sees something new at its front.
    package mutating func add(_ packet: Packet) throws(StreamFault) -> Bool {
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

    /// Says that no packet before `bound` comes; one that goes back changes nothing.
    ///
    /// - Returns: Whether whoever reads the queue sees something new at its front.
    package mutating func setBound(_ bound: GraphTimestamp) -> Bool {
        guard !isClosed, bound > self.bound else { return false }
        self.bound = bound
        return packets.isEmpty
    }

    /// Drops what waits, and all that comes.
    mutating func close() {
        while let packet = packets.popFront() { dropped.append(packet) }
        packets.removeAll()
        bound = .done
        isClosed = true
    }

    /// Takes the packet of a moment out, and those before it; without such a packet an empty one,
    /// whose moment is the last at which it is sure that nothing comes.
    package mutating func pop(at timestamp: GraphTimestamp) -> NodePorts.Input {
        // From here on this moment is past.
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

    /// The front packet, whatever its moment; an empty one when none waits.
    mutating func popFront() -> NodePorts.Input {
        guard let packet = packets.popFront() else { return settled }
        return NodePorts.Input(packet: packet, isDone: isDone)
    }

    /// An empty packet at the last moment at which it is sure that nothing comes.
    var settled: NodePorts.Input {
        let timestamp = frontOrBound
        return NodePorts.Input(
            packet: .empty(at: timestamp.previousAllowedInStream), isDone: timestamp == .done)
    }

    /// The first moment among the newest `count` packets; nil when none waits.
    func firstTimestamp(ofNewest count: Int) -> GraphTimestamp? {
        guard !packets.isEmpty else { return nil }
        return packets[packets.count - min(max(count, 1), packets.count)].timestamp
    }

    /// Drops the packets before a moment.
    mutating func erase(before timestamp: GraphTimestamp) {
        while let front = packets.frontTimestamp, front < timestamp {
            if let packet = packets.popFront() { dropped.append(packet) }
        }
    }

    /// Whether packets were dropped that nobody has let go of.
    var hasDropped: Bool { !dropped.isEmpty }

    /// The packets that were dropped.
    mutating func takeDropped() -> [Packet] {
        var taken: [Packet] = []
        swap(&taken, &dropped)
        return taken
    }
}

/// What one call of a calculator does to one of its output streams; nothing of it is seen by others
/// before the call ends.
struct OutputShard: Sendable {
    /// What was sent, by rising moments.
    var packets: [Packet] = []
    /// The stream's bound when the call began.
    private(set) var settled = GraphTimestamp.preStream
    /// The least moment that a packet may have after what the call has done so far.
    private(set) var bound = GraphTimestamp.preStream
    /// The bound that the call itself has set or implied; `unset` for none.
    private(set) var updatedBound = GraphTimestamp.unset
    private(set) var isClosed = false
    /// Whether the stream had packets before the call.
    private var hasPackets = false
    /// Set while the node is opened.
    var offset: Int64?

    /// Begins a call.
    mutating func reset(bound: GraphTimestamp, isClosed: Bool, hasPackets: Bool) {
        packets.removeAll(keepingCapacity: true)
        settled = bound
        self.bound = bound
        updatedBound = .unset
        self.isClosed = isClosed
        self.hasPackets = hasPackets
    }

    /// Takes a packet; one that is empty sets the bound.
    mutating func send(_ packet: Packet) throws(StreamFault) {
        if isClosed { throw .closed }
        if packet.isEmpty { return try setBound(packet.timestamp.nextAllowedInStream) }
        guard packet.timestamp.isAllowedInStream else { throw .notAllowed(packet.timestamp) }
        let least = packets.last.map(\.timestamp.nextAllowedInStream) ?? settled
        guard packet.timestamp >= least else {
            throw .notIncreasing(bound: least, got: packet.timestamp)
        }
        // A packet at the end of time is the only one of its stream.
        if packet.timestamp == .postStream, hasPackets || !packets.isEmpty {
            throw .notAllowed(packet.timestamp)
        }
        bound = packet.timestamp.nextAllowedInStream
        updatedBound = bound
        packets.append(packet)
    }

    /// Says that no packet before `bound` comes; of a closed stream that is known.
    mutating func setBound(_ bound: GraphTimestamp) throws(StreamFault) {
        if isClosed { return }
        guard bound.isAllowedInStream || bound == .oneOverPostStream else {
            throw .notAllowed(bound)
        }
        self.bound = bound
        updatedBound = bound
    }

    /// Says that no packet comes.
    mutating func close() {
        isClosed = true
        bound = .done
        updatedBound = .done
    }
}

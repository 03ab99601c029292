/// Packets in their order: a queue whose storage is used again.
struct PacketRing: Sendable {
    private var slots: [Packet] = []
    private var first = 0
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// The packet at a place in the queue, which must be there.
    subscript(_ place: Int) -> Packet { slots[slot(place)] }

    var front: Packet? { count == 0 ? nil : slots[first] }

    /// The front packet's moment; nil when there is none.
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

    private func slot(_ place: Int) -> Int {
        let index = first + place
        return index < slots.count ? index : index - slots.count
    }

    private mutating func grow() {
        var larger = [Packet]()
        larger.reserveCapacity(max(4, 2 * slots.count))
        for place in 0..<count { larger.append(self[place]) }
        while larger.count < max(4, 2 * slots.count) { larger.append(.empty()) }
        slots = larger
        first = 0
    }
}

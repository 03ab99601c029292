/// A first-in, first-out buffer of fixed capacity: when it is full, appending drops the oldest
/// element.
struct RingBuffer<Element> {
    let capacity: Int
    private var storage: ContiguousArray<Element> = []
    private var first = 0
    private(set) var count = 0

    /// Creates a buffer and allocates its memory.
    init(capacity: Int) {
        self.capacity = capacity
        storage.reserveCapacity(capacity)
    }

    var isEmpty: Bool { count == 0 }
    var isFull: Bool { count == capacity }
    var oldest: Element? { isEmpty ? nil : storage[first] }
    var newest: Element? { isEmpty ? nil : self[count - 1] }

    /// The element at `index`; 0 is the oldest.
    subscript(index: Int) -> Element {
        get { storage[(first + index) % capacity] }
        set { storage[(first + index) % capacity] = newValue }
    }

    mutating func append(_ element: Element) {
        if isFull { removeOldest() }
        let slot = (first + count) % capacity
        if slot == storage.count {
            storage.append(element)
        } else {
            storage[slot] = element
        }
        count += 1
    }

    mutating func removeOldest() {
        first = (first + 1) % capacity
        count -= 1
    }

    mutating func removeNewest() { count -= 1 }

    mutating func removeAll() {
        first = 0
        count = 0
        storage.removeAll(keepingCapacity: true)
    }
}

extension RingBuffer: Sendable where Element: Sendable {}

/// The times of rare events (yawns, nods, microsleeps) in the last five minutes.
struct RecentTimes {
    /// How long times are kept, in milliseconds.
    private static let retention = 300_000

    /// None of these events can occur more than 200 times in five minutes.
    private var times = RingBuffer<Int>(capacity: 256)

    mutating func add(_ time: Int) { times.append(time) }

    /// Removes the newest time.
    mutating func removeLast() { if !times.isEmpty { times.removeNewest() } }

    /// The number of times in the last `length` milliseconds; at most five minutes.
    func count(in length: Int, before now: Int) -> Int {
        var count = 0
        while count < times.count, now - times[times.count - 1 - count] <= length { count += 1 }
        return count
    }

    /// Drops times older than five minutes.
    mutating func trim(_ now: Int) {
        while let oldest = times.oldest, now - oldest > Self.retention { times.removeOldest() }
    }
}

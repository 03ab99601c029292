/// The last elements of a series in a memory of fixed size: when it is full, the oldest makes room.
struct Ring<Element> {
    let capacity: Int
    private var storage: ContiguousArray<Element> = []
    private var first = 0
    private(set) var count = 0

    /// A ring for `capacity` elements, whose memory is taken now.
    init(capacity: Int) {
        self.capacity = capacity
        storage.reserveCapacity(capacity)
    }

    var isEmpty: Bool { count == 0 }
    var isFull: Bool { count == capacity }
    var oldest: Element? { isEmpty ? nil : storage[first] }
    var newest: Element? { isEmpty ? nil : self[count - 1] }

    /// The element at `index` from the oldest, which is 0.
    subscript(index: Int) -> Element {
        get { storage[(first + index) % capacity] }
        set { storage[(first + index) % capacity] = newValue }
    }

    /// Adds the newest element; a full ring loses its oldest.
    mutating func append(_ element: Element) {
        if isFull { removeOldest() }
        let place = (first + count) % capacity
        if place == storage.count {
            storage.append(element)
        } else {
            storage[place] = element
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

extension Ring: Sendable where Element: Sendable {}

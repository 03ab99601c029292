/// The nodes that are ready to run on one executor, the most urgent first.
///
/// MediaPipe's order (mediapipe/framework/scheduler_queue.h): opening before processing; then nodes
/// nearer to the graph's end, so that what has begun is finished; sources last, by layer and by how
/// far they are in time.
struct ReadyQueue: Sendable {
    /// A node with its urgency: less is sooner.
    struct Item: Sendable, Comparable {
        let node: Int
        let urgency: (Int, Int64, Int)

        static func opening(_ node: Int, rank: Int) -> Item {
            Item(node: node, urgency: (0, 0, rank))
        }

        static func processing(_ node: Int, rank: Int) -> Item {
            Item(node: node, urgency: (1, 0, -rank))
        }

        static func source(_ node: Int, layer: Int, at order: GraphTimestamp, rank: Int) -> Item {
            Item(node: node, urgency: (2 + max(0, layer), order.rawValue, rank))
        }

        static func == (a: Item, b: Item) -> Bool { a.urgency == b.urgency && a.node == b.node }

        static func < (a: Item, b: Item) -> Bool { a.urgency < b.urgency }
    }

    /// A heap: each item is at least as urgent as those at twice its place plus 1 and plus 2.
    private var items: [Item] = []

    var count: Int { items.count }
    var isEmpty: Bool { items.isEmpty }

    mutating func insert(_ item: Item) {
        items.append(item)
        var place = items.count - 1
        while place > 0, items[place] < items[(place - 1) / 2] {
            items.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// The most urgent node.
    mutating func popFirst() -> Int? {
        guard let first = items.first, let last = items.popLast() else { return nil }
        guard !items.isEmpty else { return first.node }
        items[0] = last
        var place = 0
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2]
            where child < items.count && items[child] < items[least] { least = child }
            if least == place { return first.node }
            items.swapAt(place, least)
            place = least
        }
    }

    mutating func removeAll() { items.removeAll(keepingCapacity: true) }
}

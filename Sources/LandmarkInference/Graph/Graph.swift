/// A network in the engine's own operators, in an order in which they can run.
struct Graph {
    var values: [Value] = []
    var nodes: [Node] = []
    var inputs: [Int] = []
    var outputs: [GraphOutput] = []

    /// How often each value is read; an output counts as a reader.
    func readerCounts() -> [Int] {
        var counts = Array(repeating: 0, count: values.count)
        for node in nodes {
            for value in node.reads { counts[value] += 1 }
        }
        for output in outputs { counts[output.value] += 1 }
        return counts
    }

    /// The node that makes each value.
    func producers() -> [Int?] {
        var producers = [Int?](repeating: nil, count: values.count)
        for (index, node) in nodes.enumerated() { producers[node.output] = index }
        return producers
    }

    /// Adds a value and returns its number.
    mutating func add(_ value: Value) -> Int {
        values.append(value)
        return values.count - 1
    }
}

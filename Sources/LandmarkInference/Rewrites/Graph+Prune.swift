extension Graph {
    /// Drops nodes whose output nobody reads.
    mutating func prune() {
        var wanted = Set(outputs.map(\.value))
        var kept: [Node] = []
        for node in nodes.reversed() where wanted.contains(node.output) {
            wanted.formUnion(node.reads)
            kept.append(node)
        }
        nodes = kept.reversed()
    }
}

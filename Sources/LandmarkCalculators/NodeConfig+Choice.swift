import LandmarkGraph

extension NodeConfig {
    /// Checks that the node has exactly one stream of a kind with one of several tags.
    func requireOne(
        _ kind: PortKind, of tags: [String]
    ) throws(StandardCalculatorError) {
        try StandardCalculatorError.require(
            self[kind].count { tags.contains($0.tag) } == 1,
            "exactly one of \(tags.joined(separator: " and ")) is required")
    }
}

extension TextMessage {
    /// Returns the only one of several fields that the message contains.
    @discardableResult
    func requireOne(of fields: [String]) throws(StandardCalculatorError) -> String {
        let given = fields.filter(has)
        try StandardCalculatorError.require(
            given.count == 1, "exactly one of \(fields.joined(separator: ", ")) is required")
        return given[0]
    }
}

import LandmarkGraph

extension StreamOutput {
    /// Sends values, and nothing when there are none, as MediaPipe's subgraphs do.
    func sendAny<Value: Sendable>(_ values: [Value]) throws {
        if !values.isEmpty, isConnected { try send(values) }
    }

    /// Sends a value, and nothing when there is none.
    func sendAny<Value: Sendable>(_ value: Value?) throws {
        if let value, isConnected { try send(value) }
    }
}

extension NodeConfig {
    /// Whether the node stands for MediaPipe's subgraph of this name.
    func isSubgraph(_ name: String) -> Bool {
        (try? options.message(TaskNode.defaultsType)?.string("subgraph")) == name
    }
}

/// One stream of a graph that can run: where its packets come from and where they go.
struct StreamPlan: Sendable {
    /// An input stream of a node.
    struct Consumer: Sendable {
        let node: Int
        let port: Int
        /// What the node takes, where the stream may carry something else; nothing for anything.
        let types: [PayloadType]
    }

    let name: String
    /// The node that writes it; nil for a graph input.
    var producer: Int?
    /// What it carries; nothing for anything.
    var types: [PayloadType] = []
    var consumers: [Consumer] = []
    /// The sources and graph inputs that its packets come from.
    var drivers = DriverSet()
}

/// One stream of a graph that can run: where its packets come from and where they go.
struct StreamPlan: Sendable {
    /// An input stream of a node.
    struct Consumer: Sendable {
        let node: Int
        let port: Int
    }

    let name: String
    /// The node that writes it; nil for a graph input.
    let producer: Int?
    /// What it carries; nothing for anything.
    let types: [PayloadType]
    var consumers: [Consumer] = []
    /// The sources and graph inputs that its packets come from.
    var drivers = DriverSet()
}

/// A tag and an index: how a node knows one of its streams or side packets.
struct Port: Sendable, Hashable {
    let tag: String
    let index: Int

    init(tag: String, index: Int) {
        self.tag = tag
        self.index = index
    }

    init(_ reference: StreamReference) {
        tag = reference.tag
        index = reference.index
    }
}

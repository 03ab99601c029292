/// Somebody outside the graph who gets the packets of a stream.
struct Sink: Sendable {
    enum Kind: Sendable {
        /// A closure that is called with each packet.
        case observer
        /// A queue from which packets are asked for; it holds so many before sources wait, or any
        /// number when it is -1.
        case poller(limit: Int)
    }

    let stream: Int
    let kind: Kind
    /// Whether empty packets tell of bounds.
    let observesBounds: Bool
    /// Whether nobody is there any more: the place among the sinks stays, and gets nothing.
    var isGone = false
}

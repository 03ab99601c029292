/// Whether a node can run, by what waits on its input streams.
package enum Readiness: Sendable, Hashable {
    /// Not yet. No packet before `bound` will have to be processed.
    case waiting(bound: GraphTimestamp)
    /// The packets of a moment can be processed.
    case process(GraphTimestamp)
    /// Nothing will come any more.
    case close
    /// What came on an input stream cannot be used.
    case failed(port: Int, StreamFault)
}

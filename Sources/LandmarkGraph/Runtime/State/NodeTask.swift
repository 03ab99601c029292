/// One call of a calculator: what goes in, and after the call what came out.
struct NodeTask: Sendable {
    let node: Int
    let stage: CalculatorStage
    let timestamp: GraphTimestamp
    var ports: NodePorts
    /// In `open` the side packets that were given; after a call those that it made.
    var sidePackets: [Packet] = []
    /// In `close`: why the run has ended.
    var runError: GraphRunError?
    /// After a call: whether it asked to stop.
    var hasStopped = false
    /// After a call: why it failed.
    var error: GraphRunError?
}

/// What a node does: a small type that reads packets and writes packets.
///
/// A node makes its calculator for each run with `init`, opens it once, lets it process packets in
/// the order of their moments, and closes it once. It is used by one thread at a time and never
/// twice at once, so it need not be `Sendable`, and its properties need no lock.
///
/// Whatever a calculator throws ends the run with an error that names the node.
public protocol Calculator: SendableMetatype {
    /// Declares the streams and side packets that the calculator has, and how it treats time.
    ///
    /// The node is given so that the declaration can depend on its options and on which optional
    /// streams are connected. It is called before a run, once when the graph is made; nothing has
    /// been checked.
    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws

    /// Makes the calculator of a node for one run, mostly from its options.
    init(_ node: NodeConfig) throws

    /// Called before any packet, once all side packets are there and all nodes whose packets this
    /// one reads are open. Output side packets may be set and packets be sent.
    mutating func open(_ context: CalculatorContext) throws

    /// Called for each set of packets of one moment; for a source, which has no input streams, until
    /// it calls `context.stop()`.
    mutating func process(_ context: CalculatorContext) throws

    /// Called once after `open` has succeeded: when all input streams are done, when a source has
    /// stopped, or when the run has ended, also with an error (`context.runError`). What is sent
    /// then is lost if the run has already ended.
    mutating func close(_ context: CalculatorContext) throws
}

extension Calculator {
    /// Does nothing.
    public mutating func open(_ context: CalculatorContext) throws {}

    /// Does nothing.
    public mutating func process(_ context: CalculatorContext) throws {}

    /// Does nothing.
    public mutating func close(_ context: CalculatorContext) throws {}
}

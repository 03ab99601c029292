/// A set of threads on which a graph's nodes run.
public struct ExecutorConfig: Sendable, Hashable {
    /// The name by which nodes choose it; empty for the default one.
    public var name: String
    /// The executor's registered name, such as `ThreadPoolExecutor`; empty when the graph chooses.
    public var type: String
    /// The executor's options.
    public var options: NodeOptions
    private let origin: Origin

    /// Describes an executor.
    public init(
        name: String = "", type: String = "", options: NodeOptions = NodeOptions(),
        position: TextPosition? = nil
    ) {
        self.name = name
        self.type = type
        self.options = options
        origin = Origin(position)
    }

    /// Where it stands; nil when it was made in code.
    public var position: TextPosition? { origin.position }
}

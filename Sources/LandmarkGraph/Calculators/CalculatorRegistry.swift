/// The calculators and subgraphs that graph files may name.
///
///     var registry = CalculatorRegistry.standard
///     registry.register("DoubleCalculator", DoubleCalculator.self)
///     registry.register("DoubleTwice", subgraph: config)
public struct CalculatorRegistry: Sendable {
    /// What stands behind a name.
    public enum Entry: Sendable {
        /// A calculator.
        case calculator(any Calculator.Type)
        /// A subgraph, made of the node's options (its streams and side packets are joined by tag).
        case subgraph(@Sendable (NodeConfig) throws -> GraphConfig)
    }

    private var entries: [String: Entry] = [:]
    /// How long the longest name is, in bytes.
    private(set) var longestName = 0

    /// A registry without entries.
    public init() {}

    /// Makes a calculator known under a name; an entry of that name is replaced.
    public mutating func register(_ name: String, _ calculator: any Calculator.Type) {
        add(name, .calculator(calculator))
    }

    /// Makes a subgraph known under a name; an entry of that name is replaced.
    public mutating func register(_ name: String, subgraph: GraphConfig) {
        add(name, .subgraph { _ in subgraph })
    }

    /// Makes a subgraph that depends on the node's options known under a name; an entry of that
    /// name is replaced.
    public mutating func register(
        _ name: String, subgraph: @escaping @Sendable (NodeConfig) throws -> GraphConfig
    ) {
        add(name, .subgraph(subgraph))
    }

    private mutating func add(_ name: String, _ entry: Entry) {
        entries[name] = entry
        longestName = max(longestName, name.utf8.count)
    }

    /// Adds the entries of another registry, which go before those of the same name here.
    public mutating func merge(_ other: CalculatorRegistry) {
        entries.merge(other.entries) { $1 }
        longestName = max(longestName, other.longestName)
    }

    /// What stands behind a name; nil when it is not known.
    public subscript(_ name: String) -> Entry? { entries[name] }

    /// All names, sorted.
    public var names: [String] { entries.keys.sorted() }
}

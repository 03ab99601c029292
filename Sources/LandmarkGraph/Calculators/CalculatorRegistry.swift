/// The calculators and subgraphs available to graphs, by name.
///
///     var registry = CalculatorRegistry.standard
///     registry.register("DoubleCalculator", DoubleCalculator.self)
///     registry.register("DoubleTwice", subgraph: config)
public struct CalculatorRegistry: Sendable {
    /// A registered calculator or subgraph.
    public enum Entry: Sendable {
        /// A calculator type.
        case calculator(any Calculator.Type)
        /// A function that creates the subgraph from the node's options. Ports are connected by
        /// tag.
        case subgraph(@Sendable (NodeConfig) throws -> GraphConfig)
    }

    private var entries: [String: Entry] = [:]
    /// The values that the application provides to the calculators of graphs created with the registry.
    public var services = GraphServices()
    /// The length of the longest name, in bytes.
    private(set) var longestName = 0

    /// Creates an empty registry.
    public init() {}

    /// Registers a calculator, replacing an entry with the same name.
    public mutating func register(_ name: String, _ calculator: any Calculator.Type) {
        add(name, .calculator(calculator))
    }

    /// Registers a subgraph, replacing an entry with the same name.
    public mutating func register(_ name: String, subgraph: GraphConfig) {
        add(name, .subgraph { _ in subgraph })
    }

    /// Registers a subgraph created from the node's options, replacing an entry with the same name.
    public mutating func register(
        _ name: String, subgraph: @escaping @Sendable (NodeConfig) throws -> GraphConfig
    ) {
        add(name, .subgraph(subgraph))
    }

    private mutating func add(_ name: String, _ entry: Entry) {
        entries[name] = entry
        longestName = max(longestName, name.utf8.count)
    }

    /// Merges the entries and services of another registry, which replace those with the same names or
    /// types.
    public mutating func merge(_ other: CalculatorRegistry) {
        entries.merge(other.entries) { $1 }
        services.merge(other.services)
        longestName = max(longestName, other.longestName)
    }

    /// The entry with a name; nil if there is none.
    public subscript(_ name: String) -> Entry? { entries[name] }

    /// All registered names, sorted.
    public var names: [String] { entries.keys.sorted() }
}

extension CalculatorRegistry {
    /// The namespace that may be omitted.
    private static let defaultNamespace = "mediapipe."

    /// Resolves a name used by a graph in the namespace `package`: the entry in that namespace,
    /// then in each enclosing one, then without a namespace. The `mediapipe` namespace may be
    /// omitted.
    func find(_ name: String, package: String) -> (name: String, entry: Entry)? {
        // A leading dot makes the name absolute.
        guard !name.hasPrefix(".") else { return find(String(name.dropFirst())) }
        // A longer namespace cannot match any entry.
        let longest = longestName + Self.defaultNamespace.utf8.count
        var namespace = package[...]
        if package.utf8.count > longest {
            let start = package.utf8.prefix(longest)
            namespace = start.lastIndex(of: UInt8(ascii: ".")).map { package[..<$0] } ?? ""
        }
        while !namespace.isEmpty {
            if let found = find("\(namespace).\(name)") { return found }
            namespace = namespace.lastIndex(of: ".").map { namespace[..<$0] } ?? ""
        }
        return find(name)
    }

    private func find(_ name: String) -> (name: String, entry: Entry)? {
        if let entry = self[name] { return (name, entry) }
        let prefix = Self.defaultNamespace
        let other = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : prefix + name
        return self[other].map { (other, $0) }
    }
}

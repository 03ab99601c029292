/// Values that an application provides to the calculators of a graph, one of each type: MediaPipe's graph
/// services.
///
///     registry.services[Clock.self] = clock  // in the application
///     let clock = context.services[Clock.self]  // in a calculator
public struct GraphServices: Sendable {
    private var values: [ObjectIdentifier: any Sendable] = [:]

    /// Creates services without values.
    public init() {}

    /// The value of a type; nil if there is none.
    public subscript<Value: Sendable>(_ type: Value.Type) -> Value? {
        get { values[ObjectIdentifier(type)] as? Value }
        set { values[ObjectIdentifier(type)] = newValue }
    }

    /// Adds the values of others, which replace those of the same types.
    mutating func merge(_ other: GraphServices) { values.merge(other.values) { $1 } }
}

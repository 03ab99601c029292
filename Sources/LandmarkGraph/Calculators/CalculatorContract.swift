/// What a calculator declares before a run: its streams and side packets with what they carry, and
/// how it treats time.
///
///     contract.input("IMAGE", .type(PixelBuffer.self))
///     contract.input("TICK", optional: true)
///     contract.output("SIZE", .type(PixelSize.self))
///     contract.timestampOffset = 0
public struct CalculatorContract: Sendable, Hashable {
    /// Which streams or side packets a declaration is about.
    private struct Key: Hashable {
        let kind: PortKind
        let tag: String
        let index: Int?
    }

    private var rules: [PortKind: [PortRule]] = [:]
    /// The first declaration of each, as nodes may have very many streams.
    private var first: [Key: PortRule] = [:]

    /// How far output packets are from the input packets that they come from, in microseconds. When
    /// it is set, the bounds of the output streams follow those of the input streams by it, and the
    /// nodes after this one need not wait for packets that will not come. 0 for calculators that
    /// give their outputs the moment of their inputs.
    public var timestampOffset: Int64?

    /// Whether `process` is also called, with empty packets, when no packet has come but it is sure
    /// that none will up to some moment.
    public var processesTimestampBounds = false

    /// How input streams are joined when neither node nor graph say so; nil for by timestamp.
    public var inputStreamHandler: HandlerConfig?

    /// A contract that declares nothing.
    public init() {}

    /// Declares an input stream; without an index all of this tag.
    public mutating func input(
        _ tag: String = "", _ index: Int? = nil, _ payload: PayloadRule = .any,
        optional: Bool = false
    ) {
        declare(.inputStream, tag, index, payload, optional)
    }

    /// Declares an output stream; without an index all of this tag.
    public mutating func output(
        _ tag: String = "", _ index: Int? = nil, _ payload: PayloadRule = .any,
        optional: Bool = false
    ) {
        declare(.outputStream, tag, index, payload, optional)
    }

    /// Declares a side packet that is read; without an index all of this tag.
    public mutating func sidePacket(
        _ tag: String = "", _ index: Int? = nil, _ payload: PayloadRule = .any,
        optional: Bool = false
    ) {
        declare(.inputSidePacket, tag, index, payload, optional)
    }

    /// Declares a side packet that is made; without an index all of this tag.
    public mutating func outputSidePacket(
        _ tag: String = "", _ index: Int? = nil, _ payload: PayloadRule = .any,
        optional: Bool = false
    ) {
        declare(.outputSidePacket, tag, index, payload, optional)
    }

    private mutating func declare(
        _ kind: PortKind, _ tag: String, _ index: Int?, _ payload: PayloadRule, _ optional: Bool
    ) {
        let rule = PortRule(tag: tag, index: index, payload: payload, isOptional: optional)
        rules[kind, default: []].append(rule)
        let key = Key(kind: kind, tag: tag, index: index)
        if first[key] == nil { first[key] = rule }
    }

    /// The declarations of a kind, in their order.
    public func rules(_ kind: PortKind) -> [PortRule] { rules[kind] ?? [] }

    /// The declaration of a stream or side packet; one with its index goes before one for all.
    public func rule(_ kind: PortKind, tag: String, index: Int) -> PortRule? {
        first[Key(kind: kind, tag: tag, index: index)]
            ?? first[Key(kind: kind, tag: tag, index: nil)]
    }

    /// Where a node does not fit: streams and side packets that are not declared, and declared ones
    /// that are missing.
    public func faults(of node: NodeConfig) -> [ContractFault] {
        PortKind.allCases.flatMap { kind in
            let ports = Set(node[kind].map(Port.init))
            let tags = Set(node[kind].map(\.tag))
            return node[kind].compactMap { reference in
                rule(kind, tag: reference.tag, index: reference.index) == nil
                    ? ContractFault.undeclared(kind, reference) : nil
            }
                + rules(kind).compactMap { rule in
                    let isThere =
                        rule.index.map { ports.contains(Port(tag: rule.tag, index: $0)) }
                        ?? tags.contains(rule.tag)
                    return rule.isOptional || isThere
                        ? nil : ContractFault.missing(kind, tag: rule.tag, index: rule.index)
                }
        }
    }
}

/// A calculator's declarations before a run: its streams and side packets, their payload types, and how it
/// treats timestamps.
///
///     contract.input("IMAGE", .type(PixelBuffer.self))
///     contract.input("TICK", optional: true)
///     contract.output("SIZE", .type(PixelSize.self))
///     contract.timestampOffset = 0
public struct CalculatorContract: Sendable, Hashable {
    /// Identifies a declaration.
    private struct Key: Hashable {
        let kind: PortKind
        let tag: String
        let index: Int?
    }

    private var rules: [PortKind: [PortRule]] = [:]
    /// The first declaration for each key, for constant-time lookup in nodes with very many
    /// streams.
    private var first: [Key: PortRule] = [:]

    /// The difference between output and input timestamps, in microseconds. When set, the bounds of
    /// the output streams follow those of the input streams, so that downstream nodes do not wait
    /// for packets that will not be sent. 0 for calculators whose outputs have their inputs'
    /// timestamps.
    public var timestampOffset: Int64?

    /// Whether `process` is also called, with empty packets, when the input timestamp bounds
    /// advance without a packet.
    public var processesTimestampBounds = false

    /// The input stream handler used when neither node nor graph sets one; nil for
    /// `DefaultInputStreamHandler`.
    public var inputStreamHandler: HandlerConfig?

    /// Creates an empty contract.
    public init() {}

    /// Declares an input stream, or all streams of the tag when `index` is nil.
    public mutating func input(
        _ tag: String = "", _ index: Int? = nil, _ payload: PayloadRule = .any,
        optional: Bool = false
    ) {
        declare(.inputStream, tag, index, payload, optional)
    }

    /// Declares an output stream, or all streams of the tag when `index` is nil.
    public mutating func output(
        _ tag: String = "", _ index: Int? = nil, _ payload: PayloadRule = .any,
        optional: Bool = false
    ) {
        declare(.outputStream, tag, index, payload, optional)
    }

    /// Declares an input side packet, or all of the tag when `index` is nil.
    public mutating func inputSidePacket(
        _ tag: String = "", _ index: Int? = nil, _ payload: PayloadRule = .any,
        optional: Bool = false
    ) {
        declare(.inputSidePacket, tag, index, payload, optional)
    }

    /// Declares an output side packet, or all of the tag when `index` is nil.
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

    /// The declarations of a kind, in order.
    public func rules(_ kind: PortKind) -> [PortRule] { rules[kind] ?? [] }

    /// The declaration that applies to a stream or side packet; one with its index takes precedence
    /// over one for the whole tag.
    public func rule(_ kind: PortKind, tag: String, index: Int) -> PortRule? {
        first[Key(kind: kind, tag: tag, index: index)]
            ?? first[Key(kind: kind, tag: tag, index: nil)]
    }

    /// Compares a node with the contract: finds undeclared streams and side packets, and declared
    /// ones that are missing.
    public func violations(of node: NodeConfig) -> [ContractViolation] {
        PortKind.allCases.flatMap { kind in
            let ports = Set(node[kind].map(Port.init))
            let tags = Set(node[kind].map(\.tag))
            return node[kind].compactMap { reference in
                rule(kind, tag: reference.tag, index: reference.index) == nil
                    ? ContractViolation.undeclared(kind, reference) : nil
            }
                + rules(kind).compactMap { rule in
                    let isThere =
                        rule.index.map { ports.contains(Port(tag: rule.tag, index: $0)) }
                        ?? tags.contains(rule.tag)
                    return rule.isOptional || isThere
                        ? nil : ContractViolation.missing(kind, tag: rule.tag, index: rule.index)
                }
        }
    }
}

/// A calculator's declaration of a stream or side packet, or of all with a tag.
public struct PortRule: Sendable, Hashable {
    /// The tag; may be empty.
    public let tag: String
    /// The index; nil for all of the tag.
    public let index: Int?
    /// The allowed payload types.
    public let payload: PayloadRule
    /// Whether the port may be left unconnected.
    public let isOptional: Bool

    /// Whether the declaration applies to a stream or side packet.
    public func covers(tag: String, index: Int) -> Bool {
        self.tag == tag && (self.index ?? index) == index
    }
}

/// The payload types allowed on a stream or side packet.
public struct PayloadRule: Sendable, Hashable {
    /// The kinds of rules.
    public enum Kind: Sendable, Hashable {
        /// Any type.
        case any
        /// One of these types.
        case types([PayloadType])
        /// The same type as another port of the node, identified by kind and tag, at the same index
        /// when `index` is nil.
        case sameAs(PortKind, tag: String, index: Int?)
    }

    /// The kind of this rule.
    public let kind: Kind

    private init(_ kind: Kind) { self.kind = kind }

    /// Allows any type.
    public static let any = PayloadRule(.any)

    /// Allows one type.
    public static func type(_ type: any Any.Type) -> PayloadRule {
        PayloadRule(.types([PayloadType(type)]))
    }

    /// Allows any of several types.
    public static func oneOf(_ types: [any Any.Type]) -> PayloadRule {
        PayloadRule(.types(types.map { PayloadType($0) }))
    }

    /// Requires the same type as an input stream; at the same index when none is given.
    public static func sameAsInput(_ tag: String = "", _ index: Int? = nil) -> PayloadRule {
        PayloadRule(.sameAs(.inputStream, tag: tag, index: index))
    }

    /// Requires the same type as an input side packet; at the same index when none is given.
    public static func sameAsSidePacket(_ tag: String = "", _ index: Int? = nil) -> PayloadRule {
        PayloadRule(.sameAs(.inputSidePacket, tag: tag, index: index))
    }
}

/// A violation of a calculator's contract by a node.
public enum ContractViolation: Sendable, Hashable {
    /// The calculator declares no such stream or side packet.
    case undeclared(PortKind, StreamReference)
    /// A required stream or side packet is missing; `index` is nil when any index of the tag
    /// satisfies the contract.
    case missing(PortKind, tag: String, index: Int?)
}

extension ContractViolation: CustomStringConvertible {
    /// The violation as part of a sentence.
    public var description: String {
        switch self {
        case .undeclared(let kind, let reference):
            "the calculator does not declare \(kind) \(Self.name(reference.tag, reference.index))"
                + " for \"\(reference.name)\"" + Self.hint(reference.tag)
        case .missing(let kind, let tag, let index):
            "\(kind) \(Self.name(tag, index)) is missing"
        }
    }

    /// Returns a hint about what to use instead of a tag for GPU data.
    private static func hint(_ tag: String) -> String {
        guard tag.hasSuffix(gpuSuffix) else { return "" }
        return ": graphs keep images in memory here; use \(tag.dropLast(gpuSuffix.count))"
    }

    private static let gpuSuffix = "_GPU"

    private static func name(_ tag: String, _ index: Int?) -> String {
        if tag.isEmpty { return index.map { "\($0) without a tag" } ?? "without a tag" }
        return (index ?? 0) == 0 ? "\(tag)" : "\(tag):\(index ?? 0)"
    }
}

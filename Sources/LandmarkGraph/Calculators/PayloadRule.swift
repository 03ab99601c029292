/// What packets of a stream or side packet may carry.
public struct PayloadRule: Sendable, Hashable {
    /// The kinds of rules.
    public enum Kind: Sendable, Hashable {
        /// Anything.
        case any
        /// One of these types.
        case types([PayloadType])
        /// What a stream or side packet of the same node carries, by tag; of the same index when
        /// `index` is nil.
        case sameAs(PortKind, tag: String, index: Int?)
    }

    /// The rule.
    public let kind: Kind

    private init(_ kind: Kind) { self.kind = kind }

    /// Anything.
    public static let any = PayloadRule(.any)

    /// A value of this type.
    public static func type(_ type: any Any.Type) -> PayloadRule {
        PayloadRule(.types([PayloadType(type)]))
    }

    /// A value of one of these types.
    public static func oneOf(_ types: [any Any.Type]) -> PayloadRule {
        PayloadRule(.types(types.map { PayloadType($0) }))
    }

    /// What the input stream of this tag carries; that of the same index when none is given.
    public static func sameAsInput(_ tag: String = "", _ index: Int? = nil) -> PayloadRule {
        PayloadRule(.sameAs(.inputStream, tag: tag, index: index))
    }

    /// What the input side packet of this tag carries; that of the same index when none is given.
    public static func sameAsSidePacket(_ tag: String = "", _ index: Int? = nil) -> PayloadRule {
        PayloadRule(.sameAs(.inputSidePacket, tag: tag, index: index))
    }
}

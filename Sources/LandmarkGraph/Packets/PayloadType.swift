/// The type of what packets carry, as contracts and errors name it.
public struct PayloadType: Sendable, Hashable {
    /// The Swift type.
    public let type: any Any.Type
    let identity: ObjectIdentifier

    /// The type `type`.
    public init(_ type: any Any.Type) {
        self.type = type
        identity = ObjectIdentifier(type)
    }

    /// Two are equal when they are the same Swift type.
    public static func == (a: PayloadType, b: PayloadType) -> Bool { a.identity == b.identity }

    /// Hashes the type's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(identity) }
}

extension PayloadType: CustomStringConvertible {
    /// The type's name in Swift.
    public var description: String { String(describing: type) }
}

/// A closure that is called with each packet of a stream.
typealias Observer = @Sendable (Packet) throws -> Void

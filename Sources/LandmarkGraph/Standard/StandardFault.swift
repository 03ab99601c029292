public import LandmarkCore

/// What a standard calculator finds wrong with its node or its packets.
public struct StandardFault: LandmarkError, Hashable {
    /// One sentence, as part of a larger one.
    public let description: String

    /// Makes a fault.
    public init(_ description: String) { self.description = description }

    /// Throws when something is not so.
    static func require(_ isSo: Bool, _ description: @autoclosure () -> String) throws {
        if !isSo { throw StandardFault(description()) }
    }
}

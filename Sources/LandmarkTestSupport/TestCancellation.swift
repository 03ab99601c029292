#if compiler(<6.3)
public import Testing

/// Why a test could not go on.
public struct CannotTest: Error, CustomStringConvertible {
    /// The reason.
    public let description: String
}

extension Test {
    /// Ends a test that cannot run here. Swift 6.3 cancels it; before, it fails with an error that
    /// `scripts/events.py` takes for a cancelation.
    public static func cancel(_ reason: Comment? = nil) throws -> Never {
        throw CannotTest(description: reason?.rawValue ?? "the test cannot run here")
    }
}
#endif

#if compiler(<6.3)
public import Testing

/// Why a test could not continue.
public struct CannotTest: Error, CustomStringConvertible {
    /// The reason.
    public let description: String
}

extension Test {
    /// Ends a test that cannot run here. Swift 6.3 cancels it; with earlier versions, it fails with an error
    /// that `scripts/events.py` treats as a cancellation.
    public static func cancel(_ reason: Comment? = nil) throws -> Never {
        throw CannotTest(description: reason?.rawValue ?? "the test cannot run here")
    }
}
#endif

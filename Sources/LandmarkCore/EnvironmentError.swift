/// An environment variable that cannot be used.
public struct EnvironmentError: LandmarkError, Hashable {
    /// The variable's name.
    public let variable: String
    /// What it holds.
    public let value: String
    /// What it may hold.
    public let allowed: [String]

    /// One sentence with the variable, its value and what was expected.
    public var description: String {
        "environment variable \(variable) is \"\(value)\"; expected "
            + allowed.joined(separator: ", ")
    }
}

/// How long one step of a network takes.
public struct StepTiming: Sendable, Hashable {
    /// The operator, its window, and the shape of what it makes.
    public let name: String
    /// The fastest of all measured runs.
    public let duration: Duration
    /// The products that the step adds: its convolutions' work, without bias and activation. Zero
    /// for steps that only move or compare values.
    public let multiplyAdds: Int
}

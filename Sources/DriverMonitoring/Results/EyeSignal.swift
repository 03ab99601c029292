/// What is measured of one eye.
public struct EyeSignal: Sendable, Hashable {
    /// How open the eye is, 0…1 of the driver's own range.
    public var openness: Double
    /// The eye's height over its width, in pixels (Soukupová and Čech 2016).
    public var aspectRatio: Double
    /// How open the eye is by its aspect ratio, 0…1 of the driver's own range.
    public var opennessByAspectRatio: Double
    /// Whether the eye counts; the far eye of a turned head does not.
    public var isUsed: Bool

    /// Makes a measurement.
    public init(
        openness: Double, aspectRatio: Double, opennessByAspectRatio: Double, isUsed: Bool
    ) {
        self.openness = openness
        self.aspectRatio = aspectRatio
        self.opennessByAspectRatio = opennessByAspectRatio
        self.isUsed = isUsed
    }
}

import LandmarkTasks

/// How far the eyes look from where the head points, by the expression coefficients.
struct EyeGaze {
    /// Degrees for a full coefficient; one project's, see `GazeEstimate`.
    private static let sideways = 40.0
    private static let upAndDown = 50.0

    /// Degrees; negative is down.
    let pitch: Double
    /// Degrees; negative is to the driver's left.
    let yaw: Double

    /// Nil when a coefficient is none.
    init?(_ shapes: Blendshapes, isMirrored: Bool) {
        func mean(_ a: Blendshape, _ b: Blendshape) -> Double? {
            guard let a = shapes.finite(a), let b = shapes.finite(b) else { return nil }
            return (a + b) / 2
        }
        guard let right = mean(.eyeLookInLeft, .eyeLookOutRight),
            let left = mean(.eyeLookOutLeft, .eyeLookInRight),
            let up = mean(.eyeLookUpLeft, .eyeLookUpRight),
            let down = mean(.eyeLookDownLeft, .eyeLookDownRight)
        else { return nil }
        pitch = Self.upAndDown * (up - down)
        yaw = (isMirrored ? -1 : 1) * Self.sideways * (right - left)
    }
}

import LandmarkCore

/// Arithmetic on angles in radians, clockwise on screen.
enum Angle {
    /// `angle` brought into −π..<π, with MediaPipe's rounding: double inside, float out.
    static func normalized(_ angle: Float) -> Float {
        let turns = ((Double(angle) + .pi) / (2 * .pi)).rounded(.down)
        return Float(Double(angle) - 2 * .pi * turns)
    }

    /// How far the line from `start` to `end`, in pixels, is turned from `target`.
    static func rotation(from start: SIMD2<Float>, to end: SIMD2<Float>, target: Float) -> Float {
        normalized(target - FloatMath.atan2(-(end.y - start.y), end.x - start.x))
    }
}

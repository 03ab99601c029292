import LandmarkCore

/// Decides whether to look for a hand or face where it was in the previous frame, or where the pose implies:
/// MediaPipe's `RoiTrackingCalculator`.
struct RegionTracking {
    /// How far the two regions may differ.
    struct Limits {
        /// In degrees.
        let rotation: Float
        /// As shares of the sides of the region from the pose.
        let translation: Float
        let scale: Float
        /// How much that region is enlarged, as a share of its sides, before it must contain all landmarks of
        /// the previous frame.
        let margin: Float

        static let face = Limits(rotation: 15, translation: 0.1, scale: 0.3, margin: -0.2)
        static let hand = Limits(rotation: 40, translation: 0.2, scale: 0.4, margin: -0.1)
    }

    private let limits: Limits
    private var landmarks: [Landmark] = []
    private var region: NormalizedRect?

    init(_ limits: Limits) { self.limits = limits }

    /// Returns the previous frame's region if it is near `current`, the one that the pose implies; otherwise
    /// `current`.
    func choose(_ current: NormalizedRect, in size: PixelSize) -> NormalizedRect {
        guard let region, isNear(PixelRect(region, in: size), PixelRect(current, in: size)),
            containsLandmarks(PixelRect(current, in: size), in: size)
        else { return current }
        return region
    }

    /// Remembers what was found in a frame: the landmarks, and the region around them. Nil forgets the
    /// previous frame.
    mutating func remember(
        _ landmarks: [Landmark]?, around region: ([Landmark]) -> NormalizedRect
    ) {
        guard let landmarks else { return forget() }
        self.landmarks.copy(landmarks)
        self.region = region(landmarks)
    }

    /// Forgets the previous frame.
    mutating func forget() { region = nil }

    private func isNear(_ before: PixelRect, _ current: PixelRect) -> Bool {
        var turn = abs(before.rotation - current.rotation) * 180 / .pi
        if turn > 180 { turn = 360 - turn }
        let rotation = Rotation(-current.rotation)
        let shift =
            rotation.apply(SIMD2(before.xCenter, before.yCenter))
            - rotation.apply(SIMD2(current.xCenter, current.yCenter))
        return turn <= limits.rotation
            && abs(shift.x) <= current.width * limits.translation
            && abs(shift.y) <= current.height * limits.translation
            && abs(before.width - current.width) <= current.width * limits.scale
            && abs(before.height - current.height) <= current.height * limits.scale
    }

    private func containsLandmarks(_ current: PixelRect, in size: PixelSize) -> Bool {
        let unit = SIMD2(Float(size.width), Float(size.height))
        let rotation = Rotation(-current.rotation)
        let center = rotation.apply(SIMD2(current.xCenter, current.yCenter))
        let reach = SIMD2(current.width, current.height) * (1 + limits.margin) / 2
        return landmarks.allSatisfy { landmark in
            let point = rotation.apply(SIMD2(landmark.x, landmark.y) * unit)
            let (low, high) = (center - reach, center + reach)
            return point.x > low.x && point.x < high.x && point.y > low.y && point.y < high.y
        }
    }
}

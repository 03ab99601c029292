import LandmarkCore

extension SceneFace {
    /// Turns the head in an image of the face, as if its surface were that of an ellipsoid.
    ///
    /// What the photograph does not show is stretched from its edge, so a turn of more than 30° looks
    /// wrong.
    func turn(_ image: SceneImage, by rotation: SceneGaze) -> SceneImage {
        guard rotation != SceneGaze() else { return image }
        let head = SceneEllipsoid(points, rotation)
        return image.resampled(width: image.width, height: image.height) { x, y in
            let place = head.source(of: SIMD2(x, y))
            return (place.x, place.y)
        }
    }
}

/// The surface of a turned head in front of a distant camera.
private struct SceneEllipsoid {
    private let center: SIMD2<Float>
    /// Across the face and down it, in the image.
    private let across: SIMD2<Float>
    private let down: SIMD2<Float>
    /// Half of the width, height and depth.
    private let radii: SIMD3<Float>
    /// The axes of the turned head: across, down, and toward the camera.
    private let axes: (across: SIMD3<Float>, down: SIMD3<Float>, front: SIMD3<Float>)

    init(_ points: [SIMD2<Float>], _ rotation: SceneGaze) {
        let frame = FeatureFrame(points[234], points[454])
        let tall = points[152] - points[10]
        let height = (tall * tall).sum().squareRoot()
        across = frame.along
        down = frame.down
        // The hair is part of the head.
        center = (points[10] + points[152]) / 2 - 0.1 * height * frame.down
        radii = SIMD3(0.56 * frame.width, 0.68 * height, 0.62 * frame.width)
        // The person's left is the image's right, and looking there is negative.
        let yaw = -rotation.yaw * .pi / 180, pitch = rotation.pitch * .pi / 180
        let (sin, cos) = (FloatMath.sin(yaw), FloatMath.cos(yaw))
        let (sinPitch, cosPitch) = (FloatMath.sin(pitch), FloatMath.cos(pitch))
        axes = (
            SIMD3(cos, 0, -sin), SIMD3(sin * sinPitch, cosPitch, cos * sinPitch),
            SIMD3(sin * cosPitch, -sinPitch, cos * cosPitch)
        )
    }

    /// The position in the photograph of what is now at `place`; beside the head, the same one.
    func source(of place: SIMD2<Float>) -> SIMD2<Float> {
        let offset = place - center
        let (x, y) = ((offset * across).sum(), (offset * down).sum())
        // The ray through the image.
        let start = head(SIMD3(x, y, 0)), ray = head(SIMD3(0, 0, 1))
        let a = (ray * ray).sum(), b = (start * ray).sum(), c = (start * start).sum() - 1
        let root = b * b - a * c
        guard root > 0 else { return place }
        let depth = (root.squareRoot() - b) / a
        let surface = (start + ray * depth) * radii
        // Near the edge of the head, the image goes over into what is behind it.
        let share = min(1, root / (a * 0.15))
        let source = center + across * surface.x + down * surface.y
        return place + (source - place) * share
    }

    /// A direction in the image as one in the head, in units of its radii.
    private func head(_ direction: SIMD3<Float>) -> SIMD3<Float> {
        SIMD3(
            (axes.across * direction).sum(), (axes.down * direction).sum(),
            (axes.front * direction).sum()) / radii
    }
}

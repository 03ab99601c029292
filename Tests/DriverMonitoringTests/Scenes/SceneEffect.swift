import LandmarkCore
import LandmarkImaging

/// What light, glasses, camera and distance do to the image of a face.
enum SceneEffect: Sendable, Hashable {
    /// Dark glasses, which let through the share `transmission` (0…1) of the light.
    case sunglasses(transmission: Float)
    /// Glasses that mirror sky and road.
    case mirrorGlasses
    /// Clear glasses with thin frames.
    case clearGlasses
    /// A mask over mouth and nose.
    case mask
    /// A shadow over the half of the face at the image's left, which removes the share (0…1) of the
    /// light.
    case shade(Float)
    /// A camera farther away: the eyes are `eyeWidth` pixels wide.
    case far(eyeWidth: Float)
    /// The remaining share (0…1) of the light.
    case light(Float)
    /// Light that makes the brightest parts white.
    case glaring(Float)
    /// A Gaussian blur with this standard deviation in pixels.
    case blur(Float)
    /// Noise with this standard deviation in steps of 1/255.
    case noise(Float)
    /// The image from a camera that is not mounted upright: it must be rotated like an image with
    /// this orientation.
    case turned(Orientation)
    /// The image as in a mirror.
    case mirrored
    /// Something in front of the eyes.
    case covered(SceneOccluder)

    /// Changes an image of `face` before the camera effects.
    func paint(on image: inout SceneImage, _ face: SceneFace) {
        switch self {
        case .covered(let occluder) where occluder.isOnHead:
            occluder.paint(on: &image, face, at: 0)
        case .sunglasses(let transmission):
            for eye in face.eyeFrames {
                Self.paintLens(eye, &image) { _ in (SIMD3(14, 14, 17), 1 - transmission) }
            }
        case .mirrorGlasses:
            for eye in face.eyeFrames {
                Self.paintLens(eye, &image) { place in
                    // Bright sky, a dark line of trees, and the road.
                    let sky = SIMD3<Float>(150, 175, 205), trees = SIMD3<Float>(40, 50, 40)
                    let road = SIMD3<Float>(95, 95, 98)
                    let wave = 0.05 * (place.x * 9).rounded()
                    let color = place.y < -0.05 + wave ? sky : place.y < 0.1 ? trees : road
                    return (color, 0.93)
                }
            }
        case .clearGlasses:
            for eye in face.eyeFrames {
                Self.paintLens(eye, &image) { place in
                    let edge = Self.lensDistance(place)
                    return (SIMD3(45, 40, 38), edge > 0.88 ? 0.9 : 0)
                }
            }
        case .mask:
            let points = face.points
            let top = (points[6] + points[4]) / 2, chin = points[152]
            let left = points[234].x, right = points[454].x
            image.paint(
                columns: Int(left)..<Int(right), rows: Int(top.y)..<Int(chin.y) + 8
            ) { x, y in
                let across = (x - (left + right) / 2) / ((right - left) / 2)
                let edge = top.y + 10 * across * across
                return (
                    SIMD3(120, 150, 180) + 8
                        * (y / 6).rounded(.down).truncatingRemainder(dividingBy: 2),
                    y > edge ? 1 : 0
                )
            }
        case .shade(let share):
            let middle = face.points[168].x
            image.paint(columns: 0..<image.width, rows: 0..<image.height) { x, _ in
                (SIMD3(0, 0, 0), (1 - share) * min(1, max(0, (middle - x) / 12 + 0.5)))
            }
        default: break
        }
    }

    /// Changes an image of `face` as the camera delivers it, `time` seconds after the start.
    func apply(
        to image: SceneImage, _ face: SceneFace, at time: Double, _ random: inout SceneRandom
    ) -> SceneImage {
        var result = image
        switch self {
        case .covered(let occluder) where !occluder.isOnHead:
            occluder.paint(on: &result, face, at: time)
        case .far(let eyeWidth):
            let scale = SceneFace.eyeWidth / eyeWidth
            let small = image.blurred(sigma: 0.45 * scale)
            let middle = SIMD2(Float(image.width), Float(image.height)) / 2
            return small.resampled(width: image.width, height: image.height) { x, y in
                let place = (SIMD2(x, y) - middle) * scale + middle
                return (place.x, place.y)
            }
        case .light(let share): result.map { $0 * share }
        case .glaring(let gain): result.map { $0 * gain }
        case .blur(let sigma): return image.blurred(sigma: sigma)
        case .noise(let deviation):
            // A copy, because closures cannot capture `inout` parameters.
            var generator = random
            result.map { $0 + deviation * generator.normal() }
            random = generator
        case .turned(let orientation): return image.turned(orientation)
        case .mirrored:
            return image.resampled(width: image.width, height: image.height) { x, y in
                (Float(image.width) - x, y)
            }
        default: break
        }
        return result
    }

    /// Paints one lens; `paint` receives the position relative to the eye's width.
    private static func paintLens(
        _ eye: FeatureFrame, _ image: inout SceneImage,
        _ paint: (SIMD2<Float>) -> (color: SIMD3<Float>, opacity: Float)
    ) {
        let box = eye.box(1)
        image.paint(columns: box.columns, rows: box.rows) { x, y in
            let place = eye.local(x, y) / eye.width
            guard lensDistance(place) < 1 else { return (SIMD3(0, 0, 0), 0) }
            return paint(place)
        }
    }

    /// The distance of a position from the center of a lens; 1 at its edge.
    private static func lensDistance(_ place: SIMD2<Float>) -> Float {
        let x = abs(place.x) / 0.82, y = abs(place.y - 0.08) / 0.62
        return (x * x * x + y * y * y)
    }
}

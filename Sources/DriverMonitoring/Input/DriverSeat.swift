import LandmarkCore
import LandmarkTasks

/// Where the driver's face is in the image, learned while the driver is in view.
///
/// A driver leans, turns and moves the seat; people in other seats are farther away or smaller. The
/// limits are choices: the heads of two front seats are about four face widths apart, and a face
/// on the rear seat is about half as large as the driver's.
struct DriverSeat {
    /// The time with the driver in view, in milliseconds, from which the place is known, and the
    /// longest time over which it is averaged.
    private static let learningTime = 5000.0
    private static let memory = 60_000.0
    /// How far a face may be from the usual place, in its widths and heights.
    private static let reach: Float = 1.5
    /// The sizes of a face relative to the usual size.
    private static let sizes: ClosedRange<Float> = 0.65...1.6

    private var center = SIMD2<Float>()
    private var extent = SIMD2<Float>()
    private var time = 0.0

    /// Whether the place is known.
    var isKnown: Bool { time >= Self.learningTime }

    /// Learns from the driver's face, which has been in view for another `step` milliseconds.
    mutating func learn(_ box: FaceBox, step: Int) {
        if time == 0 { (center, extent) = (box.center, box.extent) }
        time = min(time + Double(step), Self.memory)
        let share = Float(Double(step) / max(time, 1)).clamped(to: 0...1)
        center += (box.center - center) * share
        extent += (box.extent - extent) * share
    }

    /// Whether a face may belong to someone on the seat; true as long as the place is unknown.
    func contains(_ box: FaceBox) -> Bool {
        guard isKnown else { return true }
        let size = (box.area / (extent.x * extent.y)).squareRoot()
        return distance(to: box) <= Self.reach && Self.sizes.contains(size)
    }

    /// The distance of a face from the usual place, in the driver's face widths or heights.
    func distance(to box: FaceBox) -> Float {
        let offset = box.center - center
        return max(abs(offset.x / extent.x), abs(offset.y / extent.y))
    }
}

/// The axis-aligned bounding box of a face's mesh, in fractions of the image.
struct FaceBox {
    private var low = SIMD2<Float>(repeating: .infinity)
    private var high = SIMD2<Float>(repeating: -.infinity)

    /// nil for a face without extent, or with a NaN or infinite coordinate.
    init?(_ face: Face) {
        for landmark in face.landmarks.prefix(Face.meshCount) {
            let point = SIMD2(landmark.x, landmark.y)
            guard point.x.isFinite, point.y.isFinite else { return nil }
            low = pointwiseMin(low, point)
            high = pointwiseMax(high, point)
        }
        guard area > 0 else { return nil }
    }

    var center: SIMD2<Float> { (low + high) / 2 }
    var extent: SIMD2<Float> { high - low }
    var area: Float { extent.x * extent.y }

    func intersectionOverUnion(_ other: FaceBox) -> Float {
        let size = pointwiseMin(high, other.high) - pointwiseMax(low, other.low)
        guard size.x > 0, size.y > 0 else { return 0 }
        let intersection = size.x * size.y
        return intersection / (area + other.area - intersection)
    }

    /// The sizes of a face that was found again, relative to the size before.
    private static let continuousSizes: ClosedRange<Float> = 0.72...1.4

    /// Whether a face that was at `other` can be here now: the centers are at most one face apart,
    /// and the sizes similar.
    func isNear(_ other: FaceBox) -> Bool {
        let offset = center - other.center
        return abs(offset.x) <= other.extent.x && abs(offset.y) <= other.extent.y
            && Self.continuousSizes.contains((area / other.area).squareRoot())
    }
}

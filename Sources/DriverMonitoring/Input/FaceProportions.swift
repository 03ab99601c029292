import LandmarkCore
import LandmarkTasks

/// The proportions of a face that neither expressions nor small turns change: logarithms of
/// distances between landmarks on bone, in space, relative to their mean.
struct FaceProportions {
    /// Landmarks at the ends of each distance: widths of cheeks, temples, eyes, jaw and forehead,
    /// and heights of the forehead.
    private static let ends = [
        (127, 356), (234, 454), (21, 251), (133, 362), (33, 133), (362, 263), (132, 361), (58, 288),
        (10, 168), (33, 263), (54, 284), (10, 1),
    ]
    /// The standard deviation of each from second to second in videos of one person, as the mean of 21 clips.
    static let spread = SIMD16<Double>(
        0.005, 0.0058, 0.0065, 0.0151, 0.0173, 0.0184, 0.0107, 0.0136, 0.0151, 0.0066, 0.0093,
        0.0132, 1, 1, 1, 1)
    /// The largest angles of the head to the camera, in degrees, at which they are compared, and the
    /// largest difference from the angles at which they were learned.
    private static let maxYaw = 25.0
    private static let maxTurn = 12.0

    /// The logarithms; the last four are 0.
    let values: SIMD16<Double>
    /// The head pose relative to the camera, in degrees.
    let pitch: Double
    let yaw: Double

    /// nil for a face that is turned away, or whose landmarks coincide or are not finite.
    init?(_ face: Face, in size: PixelSize) {
        guard let matrix = face.transformationMatrix,
            let head = HeadPose(matrix, isMirrored: false), abs(head.yaw) <= Self.maxYaw,
            let points = FacePoints(face, in: size)
        else { return nil }
        (pitch, yaw) = (head.pitch, head.yaw)
        var values = SIMD16<Double>()
        for (index, ends) in Self.ends.enumerated() {
            let length = (points.point3D(ends.0) - points.point3D(ends.1)).length
            guard length > 1e-6, length.isFinite else { return nil }
            values[index] = FloatMath.log(length)
        }
        let mean = values.sum() / Double(Self.ends.count)
        for index in Self.ends.indices { values[index] -= mean }
        self.values = values
    }

    /// Whether the head is turned so differently that the model's errors differ.
    func isTurned(from other: (pitch: Double, yaw: Double)) -> Bool {
        abs(pitch - other.pitch) > Self.maxTurn || abs(yaw - other.yaw) > Self.maxTurn
    }

    /// The root mean square of the differences, in units of `spread`.
    static func distance(
        _ a: SIMD16<Double>, _ b: SIMD16<Double>, spread: SIMD16<Double>
    ) -> Double {
        let difference = (a - b) / spread
        return ((difference * difference).sum() / Double(ends.count)).squareRoot()
    }
}

import LandmarkCore
import LandmarkTasks

/// The head's angles from the matrix that places the canonical mesh before the camera.
enum HeadRotation {
    /// The pose; nil for a matrix that is no rotation with a scale and a place.
    ///
    /// Scale and shear are taken out first. The rotation is taken apart as pitch, then yaw, then
    /// roll about the camera's axis: so a camera, or an image, that is turned about its axis
    /// changes the roll alone. Signs are those of `HeadPose`, seen by the driver; in a mirrored
    /// image his left is on the other side.
    static func pose(_ matrix: TransformMatrix, isMirrored: Bool) -> HeadPose? {
        guard let (x, y, z) = axes(matrix) else { return nil }
        let degrees = 180 / Double.pi
        let side = isMirrored ? -1.0 : 1
        let sine = -x.z.clamped(to: -1...1)
        let yaw = FloatMath.atan2(sine, max(0, 1 - sine * sine).squareRoot())
        return HeadPose(
            pitch: -FloatMath.atan2(y.z, z.z) * degrees, yaw: -side * yaw * degrees,
            roll: side * FloatMath.atan2(x.y, x.x) * degrees)
    }

    /// The columns as perpendicular units (Gram and Schmidt).
    private static func axes(
        _ matrix: TransformMatrix
    ) -> (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)? {
        guard let x = unit(column(matrix, 0)) else { return nil }
        let second = column(matrix, 1)
        guard let y = unit(second - x * (x * second).sum()) else { return nil }
        let z = cross(x, y)
        // A reflection is nothing a head does.
        guard (z * column(matrix, 2)).sum() > 0 else { return nil }
        return (x, y, z)
    }

    private static func column(_ matrix: TransformMatrix, _ index: Int) -> SIMD3<Double> {
        let column = matrix.column(index)
        return SIMD3(Double(column.x), Double(column.y), Double(column.z))
    }

    private static func unit(_ vector: SIMD3<Double>) -> SIMD3<Double>? {
        let length = vector.length
        guard length.isFinite, length > 1e-9 else { return nil }
        return vector / length
    }

    private static func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
}

extension HeadPose {
    /// The pose as seen from another: angles are subtracted, the short way round.
    func relative(to usual: HeadPose) -> HeadPose {
        HeadPose(
            pitch: pitch - usual.pitch, yaw: yaw - usual.yaw,
            roll: (roll - usual.roll).wrapped)
    }
}

extension Double {
    /// The angle in degrees, −180…180.
    var wrapped: Double { self - 360 * (self / 360).rounded() }
}

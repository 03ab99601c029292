import LandmarkCore
import LandmarkTasks

/// A head orientation as pitch, yaw and roll in degrees.
///
/// Signs are from the driver's point of view: negative pitch is down, negative yaw is to the
/// driver's left, and negative roll leans toward the driver's left shoulder.
public struct HeadPose: Sendable, Hashable, Codable {
    /// The rotation up (positive) or down (negative).
    public var pitch: Double
    /// The rotation to the driver's right (positive) or left (negative).
    public var yaw: Double
    /// The lean to the driver's right (positive) or left (negative).
    public var roll: Double

    /// Creates a pose; the default is straight ahead.
    public init(pitch: Double = 0, yaw: Double = 0, roll: Double = 0) {
        self.pitch = pitch
        self.yaw = yaw
        self.roll = roll
    }
}

extension HeadPose {
    /// Extracts the head pose from a facial transformation matrix, which places the canonical mesh
    /// in front of the camera; nil for a matrix that is not rotation, scale and translation.
    ///
    /// The rotation is orthonormalized first, which removes scale and shear. It is decomposed as
    /// pitch, then yaw, then roll about the camera's optical axis, so that a camera or an image rotated about
    /// that axis changes only the roll. For a mirrored image, left and right are swapped back.
    init?(_ matrix: TransformMatrix, isMirrored: Bool) {
        guard let (x, y, z) = Self.orthonormalAxes(matrix) else { return nil }
        let degrees = 180 / Double.pi
        let side = isMirrored ? -1.0 : 1
        let sine = -x.z.clamped(to: -1...1)
        let yaw = FloatMath.atan2(sine, max(0, 1 - sine * sine).squareRoot())
        self.init(
            pitch: -FloatMath.atan2(y.z, z.z) * degrees, yaw: -side * yaw * degrees,
            roll: side * FloatMath.atan2(x.y, x.x) * degrees)
    }

    /// The matrix's columns orthonormalized by the Gram–Schmidt process.
    private static func orthonormalAxes(
        _ matrix: TransformMatrix
    ) -> (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)? {
        guard let x = unit(column(matrix, 0)) else { return nil }
        let second = column(matrix, 1)
        guard let y = unit(second - x * (x * second).sum()) else { return nil }
        let z = cross(x, y)
        // A reflection is not a head rotation.
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
    var isFinite: Bool { pitch.isFinite && yaw.isFinite && roll.isFinite }

    /// The pose relative to a neutral pose: the difference of each angle, roll wrapped to ±180°.
    func relative(to neutral: HeadPose) -> HeadPose {
        HeadPose(
            pitch: pitch - neutral.pitch, yaw: yaw - neutral.yaw,
            roll: (roll - neutral.roll).wrappedDegrees)
    }
}

extension Double {
    /// The angle in degrees wrapped to −180…180.
    var wrappedDegrees: Double { self - 360 * (self / 360).rounded() }
}

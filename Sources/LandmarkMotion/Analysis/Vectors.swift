import LandmarkCore

extension SIMD3<Double> {
    func dot(_ other: Self) -> Double { x * other.x + y * other.y + z * other.z }

    func cross(_ other: Self) -> Self {
        Self(
            y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x)
    }

    var length: Double { dot(self).squareRoot() }

    /// The vector of length 1 in the same direction; nil for zero and non-finite vectors.
    var unit: Self? {
        let length = length
        return length > 1e-9 && length.isFinite ? self / length : nil
    }

    /// The part at right angles to `axis`, a unit vector.
    func perpendicular(to axis: Self) -> Self { self - axis * dot(axis) }

    /// The direction of that part for a unit vector; nil if it is shorter than `minShare`.
    func perpendicular(to axis: Self, minShare: Double) -> Self? {
        let part = perpendicular(to: axis)
        return part.length >= minShare ? part.unit : nil
    }
}

extension SIMD2<Double> {
    func dot(_ other: Self) -> Double { x * other.x + y * other.y }

    /// Positive when the shortest turn from this vector to `other` is from x to y.
    func cross(_ other: Self) -> Double { x * other.y - y * other.x }

    var length: Double { dot(self).squareRoot() }
}

/// Angles in degrees.
package enum Degrees {
    static let perRadian = 180 / Double.pi

    /// The angle whose tangent is `y` / `x`, −180…180.
    static func atan2(_ y: Double, _ x: Double) -> Double { FloatMath.atan2(y, x) * perRadian }

    /// The angle between two vectors, 0…180; accurate even near 0 and 180.
    package static func between(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
        atan2(a.cross(b).length, a.dot(b))
    }

    /// The angle between two vectors, 0…180.
    static func between(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
        atan2(abs(a.cross(b)), a.dot(b))
    }

    /// The same angle within −90…270, for shoulders: the jump lies where no arm reaches.
    static func fromBehind(_ angle: Double) -> Double { angle < -90 ? angle + 360 : angle }
}

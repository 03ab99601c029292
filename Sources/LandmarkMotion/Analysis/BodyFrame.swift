/// The axes of a person's body in x right, y down, z away from the camera; ISB's order X forward,
/// Y up, Z right.
struct BodyFrame {
    /// From the right hip to the left hip.
    let left: SIMD3<Double>
    /// Toward the shoulders, at right angles to `left`.
    let up: SIMD3<Double>
    /// Where the body faces.
    let forward: SIMD3<Double>

    /// Creates the axes; nil if the hips coincide or the shoulders lie on the line through the hips.
    init?(hips: BySide<SIMD3<Double>>, shoulders: BySide<SIMD3<Double>>) {
        guard let left = (hips.left - hips.right).unit,
            let up = (shoulders.middle - hips.middle).perpendicular(to: left).unit
        else { return nil }
        self.left = left
        self.up = up
        forward = left.cross(up)
    }
}

/// The body's horizontal directions, at right angles to the vertical.
struct HorizontalAxes {
    /// To the body's left.
    let left: SIMD3<Double>
    /// Where the body faces.
    let forward: SIMD3<Double>

    /// Creates the axes; nil if the hips coincide or one is directly above the other.
    init?(hips: BySide<SIMD3<Double>>, up: SIMD3<Double>) {
        guard let left = (hips.left - hips.right).perpendicular(to: up).unit else { return nil }
        self.left = left
        forward = left.cross(up)
    }
}

/// The direction from which a person is seen.
struct ViewYaw {
    /// In degrees: 0 from the front, ±90 from the side, ±180 from behind; NaN if unknown. Positive when the
    /// person faces the image's right.
    let degrees: Double

    static let unknown = ViewYaw(degrees: .nan)

    private init(degrees: Double) { self.degrees = degrees }

    init(hips: BySide<SIMD3<Double>>) {
        let line = hips.left - hips.right
        degrees = SIMD2(line.x, line.z).length > 1e-9 ? Degrees.atan2(line.z, line.x) : .nan
    }

    /// Whether the frontal plane is seen from the front.
    var isFront: Bool { abs(degrees) < 30 }
    /// Whether the frontal plane is seen, from the front or from behind.
    var showsFrontalPlane: Bool { view == .front || view == .back }
    /// Whether the back is seen rather than the front.
    var isFromBehind: Bool { abs(degrees) > 90 }
    /// Whether the sagittal plane is seen.
    var isSide: Bool { view == .side }

    private var view: MotionSample.View? { MotionSample.View(yaw: degrees) }
}

extension BySide<SIMD3<Double>> {
    /// The midpoint.
    var middle: SIMD3<Double> { (left + right) / 2 }
}

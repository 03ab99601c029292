import LandmarkTasks

/// Rotations of segments about their own axes, which the next segment shows while the joint between them is
/// bent.
extension MeasureFormulas {
    /// The least share of a segment at right angles to the segment whose rotation it shows: the sine of 30°
    /// and 150°. An error in its direction is then at most doubled.
    static let bentShare = 0.5
    /// The share of a thigh along the pelvis's axis from which on the hip's rotation is undefined.
    private static let gimbalShare = 0.95
    /// The cosine of the elevation, 150°, above which the shortest rotation of a hanging arm is undefined.
    private static let overheadCosine = -0.866_025_403_784_438_6

    /// A landmark's actual place in space: the depth is reversed if the model has taken the person for one
    /// who faces the other way.
    private func real(_ point: Quantity.Point, _ side: BodySide) -> SIMD3<Double> {
        real(at(point, side))
    }

    private func real(_ point: SIMD3<Double>) -> SIMD3<Double> {
        points.isDepthReversed ? SIMD3(point.x, point.y, -point.z) : point
    }

    /// The swing–twist form of ISB's Y-X-Y sequence (Wu and others 2005, 2.4.7): the plane of
    /// elevation plus the axial rotation. The sequence itself is undefined for a hanging arm, but the sum is
    /// defined.
    func shoulderRotation(_ side: BodySide) -> Outcome {
        // The trunk's axes: Y up along the trunk, Z to the right through the shoulders.
        let shoulders = real(.shoulder, .left) - real(.shoulder, .right)
        let upperArm = real(.elbow, side) - real(.shoulder, side)
        let forearm = real(.wrist, side) - real(.elbow, side)
        guard let up = real(trunk).unit, let left = shoulders.perpendicular(to: up).unit,
            let arm = upperArm.unit,
            let pointer = forearm.unit?.perpendicular(to: arm, minShare: Self.bentShare)
        else { return .missing(.plane) }
        let down = -up
        guard arm.dot(down) >= Self.overheadCosine else { return .missing(.plane) }
        // Where the hanging arm's forearm, which points forward, ends up.
        let forward = Self.swing(left.cross(up), from: down, to: arm)
        let inward = side == .left ? arm.cross(forward) : forward.cross(arm)
        let angle = Degrees.atan2(pointer.dot(inward), pointer.dot(forward))
        return .value(angle < -150 ? angle + 360 : angle)
    }

    /// The third angle of ISB's joint coordinate system of the hip (Wu and others 2002): of the
    /// femur's forward axis against the floating axis.
    func hipRotation(_ side: BodySide) -> Outcome {
        let thigh = real(.hip, side) - real(.knee, side)
        let shank = real(.ankle, side) - real(.knee, side)
        guard let axis = (real(.hip, .right) - real(.hip, .left)).unit, let long = thigh.unit,
            abs(long.dot(axis)) < Self.gimbalShare,
            let floating = long.cross(axis).unit,
            let back = shank.unit?.perpendicular(to: long, minShare: Self.bentShare)
        else { return .missing(.plane) }
        let angle = Degrees.atan2(floating.cross(-back).dot(long), floating.dot(-back))
        return .value(side == .right ? angle : -angle)
    }

    /// The rotation of the hand's radial direction about the forearm, against the direction to the
    /// shoulder.
    func forearmPronation(_ side: BodySide) -> Outcome {
        guard let hand = points.hand(side) else { return .missing(.notObserved) }
        let upperArm = real(.shoulder, side) - real(.elbow, side)
        let forearm = real(.wrist, side) - real(.elbow, side)
        guard let axis = forearm.unit,
            let toShoulder = upperArm.unit?.perpendicular(to: axis, minShare: Self.bentShare),
            let thumb = hand.thumb.unit?.perpendicular(to: axis, minShare: Self.minShare)
        else { return .missing(.plane) }
        let inward = side == .right ? toShoulder.cross(axis) : axis.cross(toShoulder)
        return .value(Degrees.atan2(thumb.dot(inward), thumb.dot(toShoulder)))
    }

    /// `vector` after the shortest rotation from one unit vector to another, which must not be its opposite.
    private static func swing(
        _ vector: SIMD3<Double>, from first: SIMD3<Double>, to second: SIMD3<Double>
    ) -> SIMD3<Double> {
        let (axis, cosine) = (first.cross(second), first.dot(second))
        return vector * cosine + axis.cross(vector) + axis * (axis.dot(vector) / (1 + cosine))
    }
}

import LandmarkTasks

/// Measures in the image, in pixels.
extension MeasureFormulas {
    /// The least share of the upper arm in the frontal plane for an abduction.
    private static let minFrontalShare = 0.5

    func imageValue(of quantity: Quantity, _ side: BodySide) -> Outcome {
        switch quantity {
        case .fppa: return yaw.isFront ? .value(fppa(side)) : .missing(.view)
        case .pelvisObliquity: return obliquity(.hip, .otherHip, hips)
        case .shoulderObliquity: return obliquity(.shoulder, .otherShoulder, shoulders)
        case .hipAbduction2D, .shoulderAbduction2D, .trunkLateral2D:
            return yaw.showsFrontalPlane ? frontalValue(of: quantity, side) : .missing(.view)
        default: break
        }
        guard yaw.isSide else { return .missing(.view) }
        switch quantity {
        case .kneeFlexion2D: return .value(imageKneeFlexion(side))
        case .elbowFlexion2D: return .value(imageFlexion(.shoulder, .elbow, .wrist, side))
        case .ankleDorsiflexion2D:
            return .value(
                90
                    - Degrees.between(
                        pixel(.knee, side) - pixel(.ankle, side),
                        pixel(.toe, side) - pixel(.heel, side)))
        case .hipFlexion2D:
            return .value(imageProjection(pixel(.knee, side) - pixel(.hip, side), side))
        default:
            return .value(
                Degrees.fromBehind(
                    imageProjection(pixel(.elbow, side) - pixel(.shoulder, side), side)))
        }
    }

    /// A measure of the frontal plane, seen from the front or from behind.
    private func frontalValue(of quantity: Quantity, _ side: BodySide) -> Outcome {
        let spine = pixelMiddle(.leftShoulder, .rightShoulder) - pixelMiddle(.leftHip, .rightHip)
        switch quantity {
        case .hipAbduction2D:
            let left = pixel(.hip, .left) - pixel(.hip, .right)
            let down = SIMD2(-left.y, left.x)
            return frontalAngle(
                .hip, .knee, against: down.dot(spine) > 0 ? -down : down, side)
        case .shoulderAbduction2D:
            let arm = at(.elbow, side) - at(.shoulder, side)
            guard let body,
                SIMD2(arm.dot(body.left), arm.dot(body.up)).length
                    >= Self.minFrontalShare * arm.length
            else { return .missing(.plane) }
            return overhead(frontalAngle(.shoulder, .elbow, against: -spine, side))
        default:
            let vertical = SIMD2(up.x, up.y)
            guard vertical.length >= Self.minShare, isSeen(trunk) else { return .missing(.plane) }
            return .value(
                Degrees.atan2(spine.dot(toTheLeft(of: -vertical)), spine.dot(vertical)))
        }
    }

    /// The angle of a segment against a direction down the body, positive away from the midline.
    private func frontalAngle(
        _ start: Quantity.Point, _ end: Quantity.Point, against down: SIMD2<Double>,
        _ side: BodySide
    ) -> Outcome {
        guard isSeen(at(end, side) - at(start, side)), down.length > 0 else {
            return .missing(.plane)
        }
        let segment = pixel(end, side) - pixel(start, side)
        let out = toTheLeft(of: down) * (side == .left ? 1 : -1)
        return .value(Degrees.atan2(segment.dot(out), segment.dot(down)))
    }

    /// The direction to the person's left, at right angles to one down the body.
    private func toTheLeft(of down: SIMD2<Double>) -> SIMD2<Double> {
        SIMD2(down.y, -down.x) * (yaw.isFromBehind ? -1 : 1)
    }

    /// Whether enough of a segment in space lies in the image's plane.
    private func isSeen(_ segment: SIMD3<Double>) -> Bool {
        SIMD2(segment.x, segment.y).length >= Self.minShare * segment.length
    }

    private func pixelMiddle(_ left: PoseJoint, _ right: PoseJoint) -> SIMD2<Double> {
        (points.image(left.rawValue) + points.image(right.rawValue)) / 2
    }

    private func pixel(_ point: Quantity.Point, _ side: BodySide) -> SIMD2<Double> {
        points.image(point.joint(of: side).rawValue)
    }

    private func fppa(_ side: BodySide) -> Double {
        let thigh = pixel(.knee, side) - pixel(.hip, side)
        let shank = pixel(.ankle, side) - pixel(.knee, side)
        // From the front, the left leg is on the right of the image, and medial is to its left.
        let angle = Degrees.atan2(thigh.cross(shank), thigh.dot(shank))
        return side == .left ? -angle : angle
    }

    /// - Parameter line: The same two landmarks in space, which show how much of the line is seen.
    private func obliquity(
        _ left: Quantity.Point, _ right: Quantity.Point, _ line: BySide<SIMD3<Double>>
    ) -> Outcome {
        guard isSeen(line.left - line.right) else { return .missing(.plane) }
        let offset = pixel(left, .left) - pixel(right, .left)
        return .value(Degrees.atan2(-offset.y, abs(offset.x)))
    }

    private func imageFlexion(
        _ proximal: Quantity.Point, _ middle: Quantity.Point, _ distal: Quantity.Point,
        _ side: BodySide
    ) -> Double {
        let middle = pixel(middle, side)
        return Degrees.between(middle - pixel(proximal, side), pixel(distal, side) - middle)
    }

    private func imageKneeFlexion(_ side: BodySide) -> Double {
        let thigh = pixel(.knee, side) - pixel(.hip, side)
        let shank = pixel(.ankle, side) - pixel(.knee, side)
        let turn = thigh.cross(shank)
        let axis = turn == 0 ? 0 : turn > 0 ? 1.0 : -1
        return KneeBend.signed(
            Degrees.between(thigh, shank), axis * (facesRight(side, shank: shank) ? 1 : -1))
    }

    /// Whether the person faces the image's right, once the shank points down: where the foot
    /// shows it, which is more certain than the depth of the hips.
    private func facesRight(_ side: BodySide, shank: SIMD2<Double>) -> Bool {
        let foot = pixel(.toe, side) - pixel(.heel, side)
        let turn = foot.cross(shank)
        guard sees(.heel, side), sees(.toe, side), turn != 0,
            abs(turn) >= Self.minShare * foot.length * shank.length
        else { return yaw.degrees > 0 }
        return turn > 0
    }

    /// The angle of a segment against the line from shoulder to hip, positive toward where the
    /// person faces.
    private func imageProjection(_ segment: SIMD2<Double>, _ side: BodySide) -> Double {
        let up = pixel(.shoulder, side) - pixel(.hip, side)
        let forward = SIMD2(-up.y, up.x) * (yaw.degrees > 0 ? 1 : -1)
        return Degrees.atan2(segment.dot(forward), -segment.dot(up))
    }
}

import LandmarkTasks

/// The formulas of all measures, for the landmarks of one frame. `Measure` documents them.
struct MeasureFormulas {
    /// A value, or the reason why it is missing.
    enum Outcome {
        case value(Double)
        case missing(MissingReason)
    }

    /// The minimum fraction of a segment that must lie in the plane of its projected angle.
    static let minShare = 0.3

    let points: FrameLandmarks
    let up: SIMD3<Double>
    let hips: BySide<SIMD3<Double>>
    let shoulders: BySide<SIMD3<Double>>
    let body: BodyFrame?
    private let horizontal: HorizontalAxes?
    /// The direction from which the person is seen.
    let yaw: ViewYaw

    /// - Parameter up: A unit vector.
    init(_ points: FrameLandmarks, up: SIMD3<Double>) {
        self.points = points
        self.up = up
        hips = points.world(.leftHip, .rightHip)
        shoulders = points.world(.leftShoulder, .rightShoulder)
        body = BodyFrame(hips: hips, shoulders: shoulders)
        horizontal = HorizontalAxes(hips: hips, up: up)
        yaw = ViewYaw(hips: hips)
    }

    /// The value of a measure whose landmarks are finite.
    func value(of quantity: Quantity, _ side: BodySide) -> Outcome {
        switch quantity {
        case .kneeFlexion: .value(kneeFlexion(side))
        case .elbowFlexion: .value(flexion(.shoulder, .elbow, .wrist, side))
        case .ankleDorsiflexion:
            .value(
                90
                    - Degrees.between(
                        at(.knee, side) - at(.ankle, side), at(.toe, side) - at(.heel, side)))
        case .hipFlexion: sagittal(at(.knee, side) - at(.hip, side))
        case .hipAbduction: frontal(at(.knee, side) - at(.hip, side), side)
        case .shoulderFlexion: overhead(sagittal(at(.elbow, side) - at(.shoulder, side)))
        case .shoulderAbduction: overhead(frontal(at(.elbow, side) - at(.shoulder, side), side))
        case .shoulderElevation:
            body.map {
                .value(Degrees.between(at(.elbow, side) - at(.shoulder, side), -$0.up))
            } ?? .missing(.plane)
        case .wristFlexion: wristFlexion(side)
        case .footPitch: footPitch(side)
        case .footLift: .value((at(.ankle, side) - at(.otherAnkle, side)).dot(up))
        case .heelForward: forward(of: at(.heel, side))
        case .toeForward: forward(of: at(.toe, side))
        case .trunkInclination: .value(Degrees.between(trunk, up))
        case .trunkForward: projected(trunk, horizontal?.forward, up)
        case .trunkLateral: projected(trunk, horizontal?.left, up)
        case .neckFlexion, .neckLateral, .neckRotation: neck(quantity)
        case .legSpread:
            .value(
                Degrees.between(
                    at(.ankle, side) - hips.middle, at(.otherAnkle, side) - hips.middle))
        case .shoulderRotation: shoulderRotation(side)
        case .hipRotation: hipRotation(side)
        case .forearmPronation: forearmPronation(side)
        case .pelvisAcross, .pelvisUp, .pelvisAway: pelvis(quantity)
        case .fppa, .kneeFlexion2D, .hipFlexion2D, .ankleDorsiflexion2D, .elbowFlexion2D,
            .shoulderFlexion2D, .hipAbduction2D, .shoulderAbduction2D, .trunkLateral2D,
            .pelvisObliquity, .shoulderObliquity:
            points.hasImage ? imageValue(of: quantity, side) : .missing(.notObserved)
        }
    }

    // MARK: In space

    var trunk: SIMD3<Double> { shoulders.middle - hips.middle }

    func at(_ point: Quantity.Point, _ side: BodySide) -> SIMD3<Double> {
        points.world(point.joint(of: side).rawValue)
    }

    /// Whether a landmark that a measure does not depend on may be used.
    func sees(_ point: Quantity.Point, _ side: BodySide) -> Bool {
        points.visibility(point.joint(of: side).rawValue) >= LandmarkChecks.closes
    }

    private func flexion(
        _ proximal: Quantity.Point, _ middle: Quantity.Point, _ distal: Quantity.Point,
        _ side: BodySide
    ) -> Double {
        let middle = at(middle, side)
        return Degrees.between(middle - at(proximal, side), at(distal, side) - middle)
    }

    private func kneeFlexion(_ side: BodySide) -> Double {
        let thigh = at(.knee, side) - at(.hip, side)
        let shank = at(.ankle, side) - at(.knee, side)
        let size = Degrees.between(thigh, shank)
        guard sees(.otherHip, side), let leg = thigh.unit, let axis = thigh.cross(shank).unit,
            let hinge = (hips.left - hips.right).unit?.perpendicular(
                to: leg, minShare: Self.minShare)
        else { return size }
        return KneeBend.signed(size, axis.dot(hinge) * (points.isDepthReversed ? -1 : 1))
    }

    /// atan2(v·y, v·x), if enough of `vector` lies in the plane of the two axes.
    private func projected(
        _ vector: SIMD3<Double>, _ y: SIMD3<Double>?, _ x: SIMD3<Double>?
    ) -> Outcome {
        guard let x, let y else { return .missing(.plane) }
        let projection = SIMD2(vector.dot(x), vector.dot(y))
        guard projection.length >= Self.minShare * vector.length, projection.length > 1e-9 else {
            return .missing(.plane)
        }
        return .value(Degrees.atan2(projection.y, projection.x))
    }

    private func sagittal(_ segment: SIMD3<Double>) -> Outcome {
        projected(segment, body?.forward, body.map { -$0.up })
    }

    private func frontal(_ segment: SIMD3<Double>, _ side: BodySide) -> Outcome {
        projected(
            segment, body.map { side == .left ? $0.left : -$0.left }, body.map { -$0.up })
    }

    func overhead(_ outcome: Outcome) -> Outcome {
        guard case .value(let angle) = outcome else { return outcome }
        return .value(Degrees.fromBehind(angle))
    }

    private func wristFlexion(_ side: BodySide) -> Outcome {
        guard let hand = points.hand(side) else { return .missing(.notObserved) }
        return projected(
            at(.wrist, side) - at(.elbow, side), hand.palm(of: side).map { -$0 }, hand.fingers)
    }

    private func footPitch(_ side: BodySide) -> Outcome {
        let foot = at(.toe, side) - at(.heel, side)
        return .value(Degrees.atan2(-foot.dot(up), foot.perpendicular(to: up).length))
    }

    private func forward(of point: SIMD3<Double>) -> Outcome {
        guard let horizontal else { return .missing(.plane) }
        return .value((point - hips.middle).dot(horizontal.forward))
    }

    /// The Cardan angles of the head in the body's axes, in the order rotation, flexion, lateral.
    private func neck(_ quantity: Quantity) -> Outcome {
        guard let head = points.head else { return .missing(.notObserved) }
        guard let body else { return .missing(.plane) }
        switch quantity {
        case .neckFlexion:
            return .value(
                Degrees.atan2(
                    -head.forward.dot(body.up), head.forward.perpendicular(to: body.up).length))
        case .neckRotation: return projected(head.forward, body.left, body.forward)
        default: return .value(Degrees.atan2(head.right.dot(body.up), head.up.dot(body.up)))
        }
    }
}

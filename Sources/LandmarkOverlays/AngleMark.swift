package import LandmarkCore
package import LandmarkMotion
package import LandmarkTasks

/// Where an angle is marked on a pose: at a joint, as an arc between two directions.
package struct AngleMark {
    /// The place of the mark; measures at the same place share a label.
    package enum Place: Hashable {
        case joint(PoseJoint)
        case middle(PoseJoint, PoseJoint)
    }

    package let place: Place
    package let vertex: PixelPoint
    /// The points between which the arc lies, as seen from the vertex; nil for a label without an arc.
    let arc: (from: PixelPoint, to: PixelPoint)?

    private init(_ place: Place, _ pose: PosePixels, arc: (PixelPoint, PixelPoint)?) {
        self.place = place
        vertex = pose.point(place)
        self.arc = arc.map { (from: $0.0, to: $0.1) }
    }

    /// The mark of a measure. Flexion is marked between a limb and the straight continuation of the
    /// segment above it.
    package init(_ measure: Measure, on pose: PosePixels) {
        let side = measure.side ?? .left
        let joints = LimbJoints(side)
        func straight(_ above: PoseJoint, _ joint: PoseJoint, _ below: PoseJoint) -> AngleMark {
            AngleMark(
                .joint(joint), pose,
                arc: (pose.continuation(of: above, joint), pose[below]))
        }
        let shoulders = Place.middle(.leftShoulder, .rightShoulder)
        let hips = Place.middle(.leftHip, .rightHip)
        switch measure {
        case .kneeFlexionLeft, .kneeFlexionRight, .kneeFlexion2DLeft, .kneeFlexion2DRight,
            .fppaLeft, .fppaRight:
            self = straight(joints.hip, joints.knee, joints.ankle)
        case .hipFlexionLeft, .hipFlexionRight, .hipFlexion2DLeft, .hipFlexion2DRight,
            .hipAbductionLeft, .hipAbductionRight, .hipAbduction2DLeft, .hipAbduction2DRight:
            self = straight(joints.shoulder, joints.hip, joints.knee)
        case .elbowFlexionLeft, .elbowFlexionRight, .elbowFlexion2DLeft, .elbowFlexion2DRight:
            self = straight(joints.shoulder, joints.elbow, joints.wrist)
        case .wristFlexionLeft, .wristFlexionRight:
            self = straight(joints.elbow, joints.wrist, joints.index)
        case .shoulderFlexionLeft, .shoulderFlexionRight, .shoulderFlexion2DLeft,
            .shoulderFlexion2DRight, .shoulderAbductionLeft, .shoulderAbductionRight,
            .shoulderAbduction2DLeft, .shoulderAbduction2DRight, .shoulderElevationLeft,
            .shoulderElevationRight:
            self.init(
                .joint(joints.shoulder), pose, arc: (pose[joints.hip], pose[joints.elbow]))
        case .ankleDorsiflexionLeft, .ankleDorsiflexionRight, .ankleDorsiflexion2DLeft,
            .ankleDorsiflexion2DRight:
            self.init(.joint(joints.ankle), pose, arc: (pose[joints.knee], pose[joints.toes]))
        case .footPitchLeft, .footPitchRight:
            let (heel, toes) = (pose[joints.heel], pose[joints.toes])
            self.init(.joint(joints.toes), pose, arc: (PixelPoint(x: heel.x, y: toes.y), heel))
        case .footLiftLeft, .footLiftRight: self.init(.joint(joints.ankle), pose, arc: nil)
        case .heelForwardLeft, .heelForwardRight: self.init(.joint(joints.heel), pose, arc: nil)
        case .toeForwardLeft, .toeForwardRight: self.init(.joint(joints.toes), pose, arc: nil)
        case .trunkInclination, .trunkForward, .trunkLateral, .trunkLateral2D:
            let (hip, shoulder) = (pose.point(hips), pose.point(shoulders))
            self.init(hips, pose, arc: (PixelPoint(x: hip.x, y: hip.y - 1000), shoulder))
        case .neckFlexion, .neckLateral:
            let (hip, shoulder) = (pose.point(hips), pose.point(shoulders))
            let up = PixelPoint(x: 2 * shoulder.x - hip.x, y: 2 * shoulder.y - hip.y)
            self.init(shoulders, pose, arc: (up, pose.point(.middle(.leftEar, .rightEar))))
        case .neckRotation: self.init(.joint(.nose), pose, arc: nil)
        case .pelvisObliquity:
            self.init(hips, pose, arc: pose.tilt(.leftHip, at: hips))
        case .shoulderObliquity:
            self.init(shoulders, pose, arc: pose.tilt(.leftShoulder, at: shoulders))
        case .legSpread:
            self.init(hips, pose, arc: (pose[.leftAnkle], pose[.rightAnkle]))
        // The image does not show the angle of a rotation about a segment.
        case .shoulderRotationLeft, .shoulderRotationRight:
            self.init(.joint(joints.shoulder), pose, arc: nil)
        case .hipRotationLeft, .hipRotationRight: self.init(.joint(joints.hip), pose, arc: nil)
        case .forearmPronationLeft, .forearmPronationRight:
            self.init(.joint(joints.wrist), pose, arc: nil)
        case .pelvisAcross, .pelvisUp, .pelvisAway: self.init(hips, pose, arc: nil)
        }
    }

    /// The points of the arc at `radius` pixels from the vertex, over the smaller angle; empty
    /// without an arc.
    package func curve(radius: Float) -> [PixelPoint] {
        guard let arc else { return [] }
        func direction(_ point: PixelPoint) -> Float? {
            let (x, y) = (point.x - vertex.x, point.y - vertex.y)
            guard x.isFinite, y.isFinite, x * x + y * y > 1 else { return nil }
            return FloatMath.atan2(y, x)
        }
        guard let start = direction(arc.from), let end = direction(arc.to) else { return [] }
        var turn = end - start
        if turn > .pi { turn -= 2 * .pi }
        if turn < -.pi { turn += 2 * .pi }
        let steps = 2 + Int(abs(turn) * 8)
        return (0...steps).map { step in
            let angle = start + turn * Float(step) / Float(steps)
            return PixelPoint(
                x: vertex.x + radius * FloatMath.cos(angle),
                y: vertex.y + radius * FloatMath.sin(angle))
        }
    }
}

/// A pose's landmarks in pixels.
package struct PosePixels {
    let points: [PixelPoint]

    package init(points: [PixelPoint]) { self.points = points }

    subscript(joint: PoseJoint) -> PixelPoint { points[joint.rawValue] }

    func point(_ place: AngleMark.Place) -> PixelPoint {
        switch place {
        case .joint(let joint): self[joint]
        case .middle(let one, let other):
            PixelPoint(
                x: (self[one].x + self[other].x) / 2, y: (self[one].y + self[other].y) / 2)
        }
    }

    /// A point behind `joint` as seen from `above`.
    fileprivate func continuation(of above: PoseJoint, _ joint: PoseJoint) -> PixelPoint {
        PixelPoint(
            x: 2 * self[joint].x - self[above].x, y: 2 * self[joint].y - self[above].y)
    }

    /// The directions from `place` to `joint`, and to the same side level with it.
    fileprivate func tilt(
        _ joint: PoseJoint, at place: AngleMark.Place
    ) -> (PixelPoint, PixelPoint) {
        (PixelPoint(x: self[joint].x, y: point(place).y), self[joint])
    }
}

/// The joints of one side.
private struct LimbJoints {
    let shoulder, elbow, wrist, index, hip, knee, ankle, heel, toes: PoseJoint

    init(_ side: BodySide) {
        let isLeft = side == .left
        shoulder = isLeft ? .leftShoulder : .rightShoulder
        elbow = isLeft ? .leftElbow : .rightElbow
        wrist = isLeft ? .leftWrist : .rightWrist
        index = isLeft ? .leftIndex : .rightIndex
        hip = isLeft ? .leftHip : .rightHip
        knee = isLeft ? .leftKnee : .rightKnee
        ankle = isLeft ? .leftAnkle : .rightAnkle
        heel = isLeft ? .leftHeel : .rightHeel
        toes = isLeft ? .leftFootIndex : .rightFootIndex
    }
}

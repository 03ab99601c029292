import LandmarkCore
import LandmarkMotion
import LandmarkTasks
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Rotations of segments about their own axes, of bodies that are made from ISB's sequences of
/// rotations.
@Suite struct RotationTests {
    /// Degrees.
    static let tolerance = 0.01

    // MARK: Rotations as ISB has them

    /// A vector in ISB's axes: x forward, y up, z to the right.
    typealias Vector = SIMD3<Double>

    /// Rotations about the axes, by degrees.
    static func aboutX(_ angle: Double, _ v: Vector) -> Vector {
        let (c, s) = (cos(angle * .pi / 180), sin(angle * .pi / 180))
        return Vector(v.x, v.y * c - v.z * s, v.y * s + v.z * c)
    }

    static func aboutY(_ angle: Double, _ v: Vector) -> Vector {
        let (c, s) = (cos(angle * .pi / 180), sin(angle * .pi / 180))
        return Vector(v.x * c + v.z * s, v.y, -v.x * s + v.z * c)
    }

    static func aboutZ(_ angle: Double, _ v: Vector) -> Vector {
        let (c, s) = (cos(angle * .pi / 180), sin(angle * .pi / 180))
        return Vector(v.x * c - v.y * s, v.x * s + v.y * c, v.z)
    }

    /// A vector in ISB's axes of a left limb is that of the right one in a mirror.
    static func sided(_ side: BodySide, _ v: Vector) -> Vector {
        side == .right ? v : Vector(v.x, v.y, -v.z)
    }

    /// The axes of the trunk or pelvis of a skeleton in the camera's coordinates.
    struct Axes {
        let forward, up, right: Vector

        init(yaw: Double, lean: Double = 0) {
            let (c, s) = (cos(yaw * .pi / 180), sin(yaw * .pi / 180))
            right = Vector(-c, 0, -s)
            let ahead = Vector(s, 0, -c)
            let (cl, sl) = (cos(lean * .pi / 180), sin(lean * .pi / 180))
            up = Vector(0, -1, 0) * cl + ahead * sl
            forward = ahead * cl + Vector(0, 1, 0) * sl
        }

        func vector(_ v: Vector) -> Vector { forward * v.x + up * v.y + right * v.z }
    }

    /// A frame of a skeleton with one arm or leg put elsewhere.
    static func frame(_ skeleton: Skeleton, moving: (inout MotionFrame) -> Void) -> MotionFrame {
        var frame = skeleton.frame()
        moving(&frame)
        let center = SIMD2(
            Double(skeleton.imageSize.width) / 2, Double(skeleton.imageSize.height) / 2)
        frame.image = frame.world.map { center + SIMD2($0.x, $0.y) * skeleton.zoom }
        return frame
    }

    static func joint(_ joint: PoseJoint, _ side: BodySide) -> Int {
        (side == .left ? joint : joint.opposite).rawValue
    }

    // MARK: Shoulder

    /// A person whose upper arm is at ISB's plane of elevation, elevation and axial rotation.
    static func arm(
        _ side: BodySide, plane: Double, elevation: Double, axial: Double, elbow: Double = 90,
        yaw: Double, lean: Double = 0
    ) -> MotionFrame {
        var skeleton = Skeleton()
        skeleton.viewYaw = yaw
        skeleton.trunkForward = lean
        let axes = Axes(yaw: yaw, lean: lean)
        func humerus(_ v: Vector) -> Vector {
            axes.vector(sided(side, aboutY(plane, aboutX(-elevation, aboutY(axial, v)))))
        }
        return frame(skeleton) { frame in
            let place = frame.world[joint(.leftShoulder, side)]
            let (c, s) = (cos(elbow * .pi / 180), sin(elbow * .pi / 180))
            let elbowPlace = place + humerus(Vector(0, -1, 0)) * 0.29
            frame.world[joint(.leftElbow, side)] = elbowPlace
            frame.world[joint(.leftWrist, side)] = elbowPlace + humerus(Vector(s, -c, 0)) * 0.26
        }
    }

    @Test(
        "the shoulder's rotation is ISB's plane of elevation plus its axial rotation",
        arguments: [0.0, 50, 135, 250], [0.0, 25])
    func shoulder(yaw: Double, lean: Double) throws {
        for side in BodySide.allCases {
            let measure: Measure = side == .left ? .shoulderRotationLeft : .shoulderRotationRight
            for plane in [-30.0, 0, 40, 90, 120] {
                for elevation in [0.5, 30, 90, 140] {
                    for total in [-80.0, -20, 0, 45, 110, 170] {
                        for elbow in [31.0, 90, 149] {
                            let frame = Self.arm(
                                side, plane: plane, elevation: elevation, axial: total - plane,
                                elbow: elbow, yaw: yaw, lean: lean)
                            let reading = try MotionAnalyzer.measure(frame)[measure]
                            #expect(
                                abs(reading.value - total) < Self.tolerance,
                                "\(side) \(plane) \(elevation) \(total) \(elbow): \(reading)")
                        }
                    }
                }
            }
        }
    }

    @Test("at the side and raised sideways it is that of a goniometer: 0 forward, inward positive")
    func goniometer() throws {
        // The forearm of a hanging arm points forward, to the belly, and outward.
        for (direction, angle) in [
            (Vector(1, 0, 0), 0.0), (Vector(0, 0, -1), 90), (Vector(0, 0, 1), -90),
        ] {
            let frame = Self.frame(Skeleton()) { frame in
                let axes = Axes(yaw: 0)
                let place = frame.world[PoseJoint.rightShoulder.rawValue]
                let elbow = place + axes.vector(Vector(0, -0.29, 0))
                frame.world[PoseJoint.rightElbow.rawValue] = elbow
                frame.world[PoseJoint.rightWrist.rawValue] = elbow + axes.vector(direction) * 0.26
            }
            let reading = try MotionAnalyzer.measure(frame)[.shoulderRotationRight]
            #expect(abs(reading.value - angle) < Self.tolerance, "\(reading)")
        }
        // That of an arm raised sideways points forward, up, and down.
        for (direction, angle) in [
            (Vector(1, 0, 0), 0.0), (Vector(0, 1, 0), -90), (Vector(0, -1, 0), 90),
        ] {
            let frame = Self.frame(Skeleton()) { frame in
                let axes = Axes(yaw: 0)
                let place = frame.world[PoseJoint.leftShoulder.rawValue]
                let elbow = place + axes.vector(Vector(0, 0, -0.29))
                frame.world[PoseJoint.leftElbow.rawValue] = elbow
                frame.world[PoseJoint.leftWrist.rawValue] = elbow + axes.vector(direction) * 0.26
            }
            let reading = try MotionAnalyzer.measure(frame)[.shoulderRotationLeft]
            #expect(abs(reading.value - angle) < Self.tolerance, "\(reading)")
        }
    }

    @Test("nearly straight or folded elbows and arms overhead do not show it")
    func shoulderMissing() throws {
        for (elevation, elbow) in [(20.0, 29.0), (20, 151), (20, 0), (152, 90), (179, 90)] {
            let frame = Self.arm(
                .left, plane: 10, elevation: elevation, axial: 20, elbow: elbow, yaw: 20)
            #expect(
                try MotionAnalyzer.measure(frame)[.shoulderRotationLeft].reason == .plane,
                "\(elevation) \(elbow)")
        }
    }

    // MARK: Hip

    /// A person whose thigh is at ISB's flexion, adduction and internal rotation.
    static func leg(
        _ side: BodySide, flexion: Double, adduction: Double, rotation: Double,
        knee: Double = 90, yaw: Double
    ) -> MotionFrame {
        var skeleton = Skeleton()
        skeleton.viewYaw = yaw
        let axes = Axes(yaw: yaw)
        func femur(_ v: Vector) -> Vector {
            axes.vector(sided(side, aboutZ(flexion, aboutX(adduction, aboutY(rotation, v)))))
        }
        return frame(skeleton) { frame in
            let place = frame.world[joint(.leftHip, side)]
            let (c, s) = (cos(knee * .pi / 180), sin(knee * .pi / 180))
            let kneePlace = place + femur(Vector(0, -1, 0)) * 0.42
            frame.world[joint(.leftKnee, side)] = kneePlace
            frame.world[joint(.leftAnkle, side)] = kneePlace + femur(Vector(-s, -c, 0)) * 0.41
        }
    }

    @Test(
        "the hip's rotation is the third angle of ISB's joint coordinate system",
        arguments: [0.0, 50, 135, 250])
    func hip(yaw: Double) throws {
        for side in BodySide.allCases {
            let measure: Measure = side == .left ? .hipRotationLeft : .hipRotationRight
            for flexion in [-20.0, 0, 60, 100] {
                for adduction in [-50.0, -10, 0, 20] {
                    for rotation in [-60.0, -15, 0, 30, 55] {
                        for knee in [31.0, 90, 149] {
                            let frame = Self.leg(
                                side, flexion: flexion, adduction: adduction, rotation: rotation,
                                knee: knee, yaw: yaw)
                            let reading = try MotionAnalyzer.measure(frame)[measure]
                            #expect(
                                abs(reading.value - rotation) < Self.tolerance,
                                "\(side) \(flexion) \(adduction) \(rotation) \(knee): \(reading)")
                        }
                    }
                }
            }
        }
    }

    @Test("inward rotation of a sitting person's hip moves the foot outward")
    func sitting() throws {
        let frame = Self.leg(.left, flexion: 90, adduction: 0, rotation: 30, yaw: 0)
        let hip = frame.world[PoseJoint.leftHip.rawValue]
        // The person faces the camera, so the left is at the image's right.
        #expect(frame.world[PoseJoint.leftAnkle.rawValue].x > hip.x + 0.1)
    }

    @Test("nearly straight knees, and thighs along the pelvis, do not show it")
    func hipMissing() throws {
        for (adduction, knee) in [(0.0, 29.0), (0, 0), (-75, 90)] {
            let frame = Self.leg(
                .right, flexion: 20, adduction: adduction, rotation: 10, knee: knee, yaw: 30)
            #expect(
                try MotionAnalyzer.measure(frame)[.hipRotationRight].reason == .plane,
                "\(adduction) \(knee)")
        }
    }

    @Test("a body whose depth is reversed has the rotations of the person")
    func reversedDepth() throws {
        var frame = Self.arm(.left, plane: 30, elevation: 60, axial: 15, yaw: 40)
        let bent = Self.leg(.left, flexion: 70, adduction: -10, rotation: 25, yaw: 40)
        for joint in [PoseJoint.leftKnee, .leftAnkle] {
            frame.world[joint.rawValue] = bent.world[joint.rawValue]
            frame.image[joint.rawValue] = bent.image[joint.rawValue]
        }
        for index in frame.world.indices { frame.world[index].z *= -1 }
        frame.sidesSwapped = true
        let sample = try MotionAnalyzer.measure(frame)
        #expect(abs(sample[.shoulderRotationLeft].value - 45) < Self.tolerance)
        #expect(abs(sample[.hipRotationLeft].value - 25) < Self.tolerance)
    }

    // MARK: Forearm

    /// A person with an arm anywhere, whose forearm is turned from the mid-position.
    static func forearm(
        _ side: BodySide, pronation: Double, elbow: Double = 90, plane: Double = 0,
        elevation: Double = 0, axial: Double = 0, yaw: Double
    ) -> MotionFrame {
        var frame = arm(
            side, plane: plane, elevation: elevation, axial: axial, elbow: elbow, yaw: yaw)
        let axes = Axes(yaw: yaw)
        func humerus(_ v: Vector) -> Vector {
            axes.vector(sided(side, aboutY(plane, aboutX(-elevation, aboutY(axial, v)))))
        }
        // A forearm that points forward has its thumb up; pronation turns it toward the midline.
        func turned(_ v: Vector) -> Vector { aboutZ(-(90 - elbow), aboutX(-pronation, v)) }
        frame.hands[side] = HandAxes(
            fingers: humerus(turned(Vector(1, 0, 0))), thumb: humerus(turned(Vector(0, 1, 0))))
        return frame
    }

    @Test("the forearm's rotation is 0 with the thumb toward the shoulder, and positive palm down")
    func pronation() throws {
        for side in BodySide.allCases {
            let measure: Measure =
                side == .left ? .forearmPronationLeft : .forearmPronationRight
            for pronation in [-90.0, -30, 0, 45, 90] {
                for elbow in [31.0, 90, 149] {
                    for (plane, elevation, axial) in [(0.0, 0.0, 0.0), (30, 70, 40), (90, 90, 0)] {
                        let frame = Self.forearm(
                            side, pronation: pronation, elbow: elbow, plane: plane,
                            elevation: elevation, axial: axial, yaw: 35)
                        let reading = try MotionAnalyzer.measure(frame)[measure]
                        #expect(
                            abs(reading.value - pronation) < Self.tolerance,
                            "\(side) \(pronation) \(elbow) \(plane): \(reading)")
                    }
                }
            }
        }
        // In front of the body, the palm of a pronated hand faces down.
        let frame = Self.forearm(.right, pronation: 90, yaw: 0)
        let palm = try #require(frame.hands.right?.palm(of: .right))
        #expect(palm.y > 0.999)
    }

    @Test("it is missing without a hand, and with a straight elbow")
    func pronationMissing() throws {
        let sample = try MotionAnalyzer.measure(
            Self.forearm(.right, pronation: 10, elbow: 20, yaw: 0))
        #expect(sample[.forearmPronationRight].reason == .plane)
        #expect(sample[.forearmPronationLeft].reason == .notObserved)
    }

    // MARK: Ranges

    @Test("ranges of rotation are measured like others, inward and outward")
    func ranges() throws {
        for (name, peak) in [
            ("shoulder-internal-rotation", 60.0), ("shoulder-external-rotation", 40),
        ] {
            let movement = try #require(JointMovement(name: name))
            #expect(movement.measures == [.shoulderRotationLeft, .shoulderRotationRight])
            var analyzer = MotionAnalyzer()
            var recording = MotionRecording(movement.measures)
            for index in 0..<120 {
                let angle = 10 + 50 * sin(Double(index) / 30 * .pi)
                var frame = Self.arm(.right, plane: 0, elevation: 5, axial: angle, yaw: 20)
                frame.time = Double(index) / 30
                recording.add(try analyzer.update(frame))
            }
            let range = RangeOfMotion(of: movement, in: recording)
            #expect(range.sides.map(\.side) == [.right], "an unbent elbow shows none")
            let side = try #require(range.sides.first)
            #expect(abs(side.peak - peak) < 1 && side.plane == .space, "\(side)")
        }
    }
}

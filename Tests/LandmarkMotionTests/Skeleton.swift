import LandmarkCore
import LandmarkMotion
import LandmarkTasks

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A person made by forward kinematics from known joint angles, in degrees, seen by a camera far
/// away.
struct Skeleton {
    struct Leg {
        var hipFlexion = 0.0
        /// Less than 90 on the same side of 90 as `hipFlexion`.
        var hipAbduction = 0.0
        var kneeFlexion = 0.0
        var ankleDorsiflexion = 0.0
    }

    struct Arm {
        var shoulderFlexion = 0.0
        /// On the same side of 90 as `shoulderFlexion`.
        var shoulderAbduction = 0.0
        var elbowFlexion = 0.0
        /// Toward the palm; nil without a hand.
        var wristFlexion: Double?
    }

    struct Neck {
        var rotation = 0.0
        var flexion = 0.0
        var lateral = 0.0
    }

    var legs = BySide(left: Leg(), right: Leg())
    var arms = BySide(left: Arm(), right: Arm())
    var neck: Neck?
    var trunkForward = 0.0
    var trunkLateral = 0.0
    /// How much higher the left hip is.
    var pelvisTilt = 0.0
    /// The direction that the person faces: 0 toward the camera, 90 to the image's right.
    var viewYaw = 0.0
    /// The size of the person; 1 is 1.75 m.
    var scale = 1.0
    /// Whether the person is replaced by the mirror image: left is right.
    var isMirrored = false
    /// Pixels per meter.
    var zoom = 250.0
    var imageSize = PixelSize(width: 640, height: 640)

    /// The frame that an error-free pose landmarker would return.
    func frame(at time: Double = 0, visibility: Double = 0.99) -> MotionFrame {
        var frame = MotionFrame()
        frame.time = time
        frame.id = 1
        frame.imageSize = imageSize
        frame.visibility = Array(repeating: visibility, count: MotionFrame.landmarkCount)
        frame.world = world(&frame)
        if isMirrored { mirror(&frame) }
        let center = SIMD2(Double(imageSize.width) / 2, Double(imageSize.height) / 2)
        frame.image = frame.world.map { center + SIMD2($0.x, $0.y) * zoom }
        return frame
    }

    // MARK: Kinematics

    private func world(_ frame: inout MotionFrame) -> [SIMD3<Double>] {
        let up = SIMD3(0.0, -1, 0)
        let level = SIMD3(cosine(viewYaw), 0, sine(viewYaw))
        let facing = cross(level, up)
        let left = level * cosine(pelvisTilt) + up * sine(pelvisTilt)
        let spine = unit(up + facing * tangent(trunkForward) + level * tangent(trunkLateral))
        let axis = unit(spine - left * dot(spine, left))
        let forward = cross(left, axis)

        var points = [SIMD3<Double>](repeating: .zero, count: MotionFrame.landmarkCount)
        for side in [BodySide.left, .right] {
            let out = side == .left ? left : -left
            func put(_ joint: PoseJoint, _ point: SIMD3<Double>) {
                points[(side == .left ? joint : joint.opposite).rawValue] = point * scale
            }
            let (leg, arm) = (legs[side], arms[side])
            let hip = out * 0.11
            let thigh = limb(leg.hipFlexion, leg.hipAbduction, forward, out, axis)
            let shank = bend(thigh, by: leg.kneeFlexion, toward: cross(left, thigh), or: -forward)
            let toes = bend(
                -shank, by: 90 - leg.ankleDorsiflexion, toward: cross(shank, left), or: forward)
            let knee = hip + thigh * 0.42
            let ankle = knee + shank * 0.41
            let heel = ankle + shank * 0.06 - toes * 0.05
            put(.leftHip, hip)
            put(.leftKnee, knee)
            put(.leftAnkle, ankle)
            put(.leftHeel, heel)
            put(.leftFootIndex, heel + toes * 0.22)

            let shoulder = spine * 0.5 + out * 0.18
            let upperArm = limb(arm.shoulderFlexion, arm.shoulderAbduction, forward, out, axis)
            let forearm = bend(
                upperArm, by: arm.elbowFlexion, toward: cross(upperArm, left), or: forward)
            let elbow = shoulder + upperArm * 0.29
            let wrist = elbow + forearm * 0.26
            put(.leftShoulder, shoulder)
            put(.leftElbow, elbow)
            put(.leftWrist, wrist)
            put(.leftIndex, wrist + forearm * 0.08)
            put(.leftPinky, wrist + forearm * 0.08)
            put(.leftThumb, wrist + forearm * 0.05)
            if let flexion = arm.wristFlexion {
                frame.hands[side] = hand(forearm, flexion, forward, side)
            }
            let head = spine * 0.72
            put(.leftEar, head + out * 0.07)
            for joint in [PoseJoint.leftEyeInner, .leftEye, .leftEyeOuter, .mouthLeft] {
                put(joint, head + out * 0.03 + forward * 0.08)
            }
        }
        points[PoseJoint.nose.rawValue] = (spine * 0.7 + forward * 0.1) * scale
        frame.head = neck.map { head($0, left, axis, forward) }
        return points
    }

    /// The direction of a limb with these angles in the sagittal and frontal planes.
    private func limb(
        _ flexion: Double, _ abduction: Double, _ forward: SIMD3<Double>, _ out: SIMD3<Double>,
        _ up: SIMD3<Double>
    ) -> SIMD3<Double> {
        if abduction == 0 { return forward * sine(flexion) - up * cosine(flexion) }
        if flexion == 0 { return out * sine(abduction) - up * cosine(abduction) }
        let down = cosine(flexion) < 0 ? -1.0 : 1
        return unit(
            forward * tangent(flexion) * down + out * tangent(abduction) * down - up * down)
    }

    /// `segment` turned by an angle toward a direction, or another if that is parallel to it.
    private func bend(
        _ segment: SIMD3<Double>, by angle: Double, toward: SIMD3<Double>, or other: SIMD3<Double>
    ) -> SIMD3<Double> {
        let first = toward - segment * dot(toward, segment)
        let side = dot(first, first) > 1e-12 ? first : other - segment * dot(other, segment)
        return segment * cosine(angle) + unit(side) * sine(angle)
    }

    private func hand(
        _ forearm: SIMD3<Double>, _ flexion: Double, _ forward: SIMD3<Double>, _ side: BodySide
    ) -> HandAxes {
        let neutral = bend(forearm, by: 90, toward: forward, or: SIMD3(0, -1, 0))
        let fingers = forearm * cosine(flexion) + neutral * sine(flexion)
        let palm = neutral * cosine(flexion) - forearm * sine(flexion)
        let thumb = side == .right ? cross(fingers, palm) : cross(palm, fingers)
        return HandAxes(fingers: fingers, thumb: thumb)
    }

    private func head(
        _ neck: Neck, _ l: SIMD3<Double>, _ u: SIMD3<Double>, _ f: SIMD3<Double>
    ) -> HeadAxes {
        let facing = l * sine(neck.rotation) + f * cosine(neck.rotation)
        let forward = facing * cosine(neck.flexion) - u * sine(neck.flexion)
        let level = l * cosine(neck.rotation) - f * sine(neck.rotation)
        let crown = cross(forward, level)
        return HeadAxes(
            right: crown * sine(neck.lateral) - level * cosine(neck.lateral),
            up: crown * cosine(neck.lateral) + level * sine(neck.lateral), forward: forward)
    }

    private func mirror(_ frame: inout MotionFrame) {
        func mirrored(_ v: SIMD3<Double>) -> SIMD3<Double> { SIMD3(-v.x, v.y, v.z) }
        let world = frame.world
        for joint in PoseJoint.allCases {
            frame.world[joint.rawValue] = mirrored(world[joint.opposite.rawValue])
        }
        let hands = frame.hands
        for side in [BodySide.left, .right] {
            frame.hands[side] = hands[side.other].map {
                HandAxes(fingers: mirrored($0.fingers), thumb: mirrored($0.thumb))
            }
        }
        frame.head = frame.head.map {
            HeadAxes(
                right: -mirrored($0.right), up: mirrored($0.up), forward: mirrored($0.forward))
        }
    }

    // MARK: Mathematics in degrees

    private func sine(_ angle: Double) -> Double { sin(angle * .pi / 180) }
    private func cosine(_ angle: Double) -> Double { cos(angle * .pi / 180) }
    private func tangent(_ angle: Double) -> Double { tan(angle * .pi / 180) }
    private func dot(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double { (a * b).sum() }
    private func unit(_ v: SIMD3<Double>) -> SIMD3<Double> { v / dot(v, v).squareRoot() }
    private func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
        SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
}

import LandmarkCore
import LandmarkMotion
import LandmarkTasks
import LandmarkTestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Limbs fitted to a person with known angles, whose depths the pose model has got wrong.
struct BodyFitTests {
    private static let imageSize = PixelSize(width: 1080, height: 1920)
    private static let knees: [Measure] = [.kneeFlexionLeft, .kneeFlexionRight]
    private static let elbows: [Measure] = [.elbowFlexionLeft, .elbowFlexionRight]

    /// Angles of a frame of a squat with curls, in degrees.
    private static func angles(_ index: Int) -> (knee: Double, elbow: Double) {
        let phase = Double(index) / 60 * 2 * Double.pi
        return (55 - 40 * cos(phase), 60 - 40 * cos(1.5 * phase))
    }

    /// The person at true depth, seen by a pinhole camera 3.5 m away.
    private static func frame(_ index: Int, yaw: Double = 30) -> MotionFrame {
        let (knee, elbow) = angles(index)
        var skeleton = Skeleton()
        skeleton.viewYaw = yaw
        skeleton.imageSize = imageSize
        for side in BodySide.allCases {
            skeleton.legs[side].kneeFlexion = knee
            skeleton.legs[side].hipFlexion = knee * 0.7
            skeleton.arms[side].elbowFlexion = elbow
            skeleton.arms[side].shoulderFlexion = 20
        }
        var frame = skeleton.frame(at: Double(index) / 30)
        let center = SIMD2(Double(imageSize.width) / 2, Double(imageSize.height) / 2)
        frame.image = frame.world.map { point in
            center + SIMD2(point.x, point.y) / (point.z + 3.5) * 0.85 * 1920
        }
        return frame
    }

    /// The same frame with what the pose model does to limbs: their bones have the right lengths,
    /// but half of their depth, with an error that changes slowly and differs from bone to bone.
    private static func flattened(_ frame: MotionFrame, _ index: Int) -> MotionFrame {
        distorted(frame) { bone, end in
            let phase = Double(index) / 25 + Double(end) * 1.7
            return SIMD3(bone.x, bone.y, 0.5 * bone.z + 0.04 * sin(phase))
        }
    }

    /// The frame with the bones of limbs in other directions, which `direction` returns for a bone
    /// and the landmark at its end.
    private static func distorted(
        _ frame: MotionFrame, _ direction: (SIMD3<Double>, Int) -> SIMD3<Double>
    ) -> MotionFrame {
        var result = frame
        let limbs: [(bones: [PoseJoint], tips: [PoseJoint])] = [
            ([.leftHip, .leftKnee, .leftAnkle], [.leftHeel, .leftFootIndex]),
            ([.leftShoulder, .leftElbow, .leftWrist], [.leftIndex, .leftPinky, .leftThumb]),
        ]
        for limb in limbs {
            for side in BodySide.allCases {
                let place = { (joint: PoseJoint) in
                    (side == .left ? joint : joint.opposite).rawValue
                }
                for (a, b) in zip(limb.bones, limb.bones.dropFirst()) {
                    let bone = frame.world[place(b)] - frame.world[place(a)]
                    let other = direction(bone, place(b))
                    let scale = ((bone * bone).sum() / (other * other).sum()).squareRoot()
                    result.world[place(b)] = result.world[place(a)] + other * scale
                }
                let end = place(limb.bones[2])
                for tip in limb.tips {
                    result.world[place(tip)] += result.world[end] - frame.world[end]
                }
            }
        }
        return result
    }

    private static func errors(_ frames: [MotionFrame], _ measures: [Measure]) throws -> Double {
        var (sum, count) = (0.0, 0)
        for (index, frame) in frames.enumerated() {
            let sample = try MotionAnalyzer.measure(frame)
            let (knee, elbow) = angles(index)
            // Some values are beyond what a joint can do, and missing.
            for measure in measures where sample[measure].state == .measured {
                let truth = knees.contains(measure) ? knee : elbow
                let error = sample[measure].unfiltered - truth
                sum += error * error
                count += 1
            }
        }
        try #require(Double(count) > 0.9 * Double(frames.count * measures.count))
        return (sum / Double(count)).squareRoot()
    }

    /// The same frame with depths of bones that are off by up to 20 cm, each differently.
    private static func noisy(_ frame: MotionFrame, _ random: inout SplitMix64) -> MotionFrame {
        distorted(frame) { bone, _ in
            SIMD3(bone.x, bone.y, bone.z + 0.2 * Double(random.signedUnit()))
        }
    }

    @Test("depths with noise of up to 20 cm cost less after the fit, half from the side")
    func noise() throws {
        for (yaw, share) in [(0, 0.9), (30, 0.95), (60, 0.5), (150, 0.6)] {
            var random = SplitMix64(seed: 1)
            let frames = (0..<150).map { Self.noisy(Self.frame($0, yaw: Double(yaw)), &random) }
            let fitted = try BodyFit().fitted(frames)
            for (name, measures) in [("knee", Self.knees), ("elbow", Self.elbows)] {
                let before = try Self.errors(frames, measures)
                let after = try Self.errors(fitted, measures)
                print("noise, yaw \(yaw), \(name): \(before) before, \(after) after")
                #expect(after < share * before, "\(name) at \(yaw)")
            }
        }
    }

    @Test("depths that are half of what they are cost less after the fit, or little")
    func flatDepth() throws {
        for (yaw, share) in [(0, 0.85), (30, 1.05), (60, 1.3)] {
            let frames = (0..<150).map { Self.flattened(Self.frame($0, yaw: Double(yaw)), $0) }
            let fitted = try BodyFit().fitted(frames)
            for (name, measures) in [("knee", Self.knees), ("elbow", Self.elbows)] {
                let before = try Self.errors(frames, measures)
                let after = try Self.errors(fitted, measures)
                print("flat, yaw \(yaw), \(name): \(before) before, \(after) after")
                #expect(after < share * before, "\(name) at \(yaw)")
            }
        }
    }

    @Test("landmarks without errors stay within 5°")
    func exact() throws {
        let frames = (0..<150).map { Self.frame($0) }
        let fitted = try BodyFit().fitted(frames)
        let errors = [
            try Self.errors(fitted, Self.knees), try Self.errors(fitted, Self.elbows),
        ]
        print("without errors: \(errors)")
        #expect(errors[0] < 5 && errors[1] < 5)
    }

    @Test("bones have one length over time and on both sides; the trunk is unchanged")
    func lengths() throws {
        let frames = (0..<60).map { Self.flattened(Self.frame($0), $0) }
        let fitted = try BodyFit().fitted(frames)
        func length(_ frame: MotionFrame, _ a: PoseJoint, _ b: PoseJoint) -> Double {
            let bone = frame.world[a.rawValue] - frame.world[b.rawValue]
            return (bone * bone).sum().squareRoot()
        }
        let bones: [(PoseJoint, PoseJoint)] = [
            (.leftHip, .leftKnee), (.leftKnee, .leftAnkle), (.leftShoulder, .leftElbow),
            (.leftElbow, .leftWrist),
        ]
        for (a, b) in bones {
            let expected = length(fitted[0], a, b)
            for frame in fitted {
                #expect(abs(length(frame, a, b) - expected) < 1e-9)
                #expect(abs(length(frame, a.opposite, b.opposite) - expected) < 1e-9)
            }
        }
        for (frame, before) in zip(fitted, frames) {
            for joint in [PoseJoint.nose, .leftShoulder, .rightShoulder, .leftHip, .rightHip] {
                #expect(frame.world[joint.rawValue] == before.world[joint.rawValue])
            }
            #expect(frame.image == before.image && frame.visibility == before.visibility)
            // Feet keep their directions.
            let foot = { (frame: MotionFrame) in
                frame.world[PoseJoint.leftFootIndex.rawValue]
                    - frame.world[PoseJoint.leftAnkle.rawValue]
            }
            let turn = foot(frame) - foot(before)
            #expect((turn * turn).sum() < 1e-18)
        }
    }

    @Test("the same frames give the same result, and so do frames with exchanged sides")
    func sides() throws {
        let frames = (0..<60).map { Self.flattened(Self.frame($0), $0) }
        let fitted = try BodyFit().fitted(frames)
        #expect(try BodyFit().fitted(frames) == fitted)
        // The model sees a person who faces the other way.
        var exchanged = frames
        for index in 20..<30 {
            for joint in PoseJoint.allCases {
                let (place, other) = (joint.rawValue, joint.opposite.rawValue)
                exchanged[index].world[place] = frames[index].world[other] * SIMD3(1, 1, -1)
                exchanged[index].image[place] = frames[index].image[other]
            }
        }
        #expect(try BodyFit().fitted(exchanged) == fitted)
        var options = BodyFit.Options()
        options.sideGuard = false
        let confused = try BodyFit(options).fitted(exchanged)
        #expect(confused.map(\.image) == exchanged.map(\.image))
        // What the pose landmarker has exchanged is exchanged already, but not its depth.
        var guarded = frames
        for index in 20..<30 {
            guarded[index].sidesSwapped = true
            for joint in guarded[index].world.indices { guarded[index].world[joint].z.negate() }
        }
        #expect(try BodyFit(options).fitted(guarded) == fitted)
    }

    @Test("limbs that are not finite and frames without an image stay as they are")
    func incomplete() throws {
        var frames = (0..<30).map { Self.flattened(Self.frame($0), $0) }
        let knee = PoseJoint.leftKnee.rawValue
        frames[10].world[knee].z = .nan
        frames[11].imageSize = PixelSize(width: 0, height: 0)
        let fitted = try BodyFit().fitted(frames)
        #expect(fitted[10].world[knee].z.isNaN)
        let ankle = PoseJoint.leftAnkle.rawValue
        #expect(fitted[10].world[ankle] == frames[10].world[ankle])
        #expect(fitted[10].world[knee + 1] != frames[10].world[knee + 1])
        #expect(fitted[11] == frames[11])
        for index in [9, 12] {
            #expect(fitted[index].world[knee] != frames[index].world[knee])
            for point in fitted[index].world {
                #expect(point.x.isFinite && point.y.isFinite && point.z.isFinite)
            }
        }
        #expect(try BodyFit().fitted([]) == [])
        #expect(try BodyFit().fitted([frames[0]]) == [frames[0]])
        // Nothing in the image: no distance, no fit.
        let blind = frames[..<5].map { frame in
            var frame = frame
            frame.image = frame.image.map { _ in SIMD2(.nan, .nan) }
            return frame
        }
        #expect(try BodyFit().fitted(blind).map(\.world) == blind.map(\.world))
    }

    @Test("times that do not increase and lists of another length are errors")
    func errors() throws {
        let frame = Self.frame(0)
        #expect(throws: MotionError.timeNotIncreasing(time: 0, last: 0)) {
            try BodyFit().fitted([frame, frame])
        }
        var short = frame
        short.world.removeLast()
        #expect(throws: MotionError.wrongLandmarkCount(list: "world", expected: 33, got: 32)) {
            try BodyFit().fitted([short])
        }
        var late = frame
        late.time = .infinity
        #expect(throws: MotionError.timeNotFinite(.infinity)) { try BodyFit().fitted([late]) }
    }
}

import LandmarkCore
import LandmarkMotion
import LandmarkTasks
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Knees that bend forward and backward, in space and in the image.
@Suite struct KneeBendTests {
    static let knees = [-20.0, -10, 0, 10, 60, 120]

    /// A person with different knees, standing on one leg with the thigh of the other raised.
    private static func person(_ knee: Double, yaw: Double, isMirrored: Bool) -> Skeleton {
        var person = Skeleton()
        person.viewYaw = yaw
        person.isMirrored = isMirrored
        person.trunkForward = 10
        person.legs.left = .init(hipFlexion: 30, hipAbduction: 20, kneeFlexion: knee)
        person.legs.right = .init(kneeFlexion: knee)
        return person
    }

    /// The frame as a camera sees it that is tilted and rolled.
    private static func seen(_ frame: MotionFrame, tilt: Double, roll: Double) -> MotionFrame {
        var frame = frame
        let (t, r) = (tilt * .pi / 180, roll * .pi / 180)
        let center = SIMD2(Double(frame.imageSize.width), Double(frame.imageSize.height)) / 2
        for index in frame.world.indices {
            let p = frame.world[index]
            let tilted = SIMD3(p.x, p.y * cos(t) - p.z * sin(t), p.y * sin(t) + p.z * cos(t))
            frame.world[index] = SIMD3(
                tilted.x * cos(r) - tilted.y * sin(r), tilted.x * sin(r) + tilted.y * cos(r),
                tilted.z)
            frame.image[index] =
                center + 250 * SIMD2(frame.world[index].x, frame.world[index].y)
        }
        return frame
    }

    @Test(
        "in space, knees have their angle and sign from every direction, tilted, rolled, mirrored",
        arguments: knees, [false, true])
    func space(_ knee: Double, isMirrored: Bool) throws {
        for yaw in stride(from: 0.0, to: 360, by: 20) {
            let frame = Self.person(knee, yaw: yaw, isMirrored: isMirrored).frame()
            for (tilt, roll) in [(0.0, 0.0), (25, 0), (-40, 15), (0, 90), (10, 180)] {
                let sample = try MotionAnalyzer.measure(Self.seen(frame, tilt: tilt, roll: roll))
                for side in [Measure.kneeFlexionLeft, .kneeFlexionRight] {
                    #expect(abs(sample[side].value - knee) < 0.01, "\(side) \(yaw) \(tilt) \(roll)")
                }
            }
        }
    }

    @Test(
        "in the image, knees have their angle and sign from both sides",
        arguments: knees, [90.0, -90])
    func image(_ knee: Double, yaw: Double) throws {
        for isMirrored in [false, true] {
            for (offset, roll) in [(0.0, 0.0), (0, 90), (0, -30), (15, 0), (-15, 0)] {
                let frame = Self.person(knee, yaw: yaw + offset, isMirrored: isMirrored).frame()
                let sample = try MotionAnalyzer.measure(Self.seen(frame, tilt: 0, roll: roll))
                // The leg that is not raised sideways.
                let reading = sample[isMirrored ? .kneeFlexion2DLeft : .kneeFlexion2DRight]
                // Seen 15° from the side, the image foreshortens what points forward.
                let tolerance = offset == 0 ? 0.01 : 4.0
                #expect(abs(reading.value - knee) < tolerance, "\(yaw) \(offset) \(roll)")
                if abs(knee) >= 10 { #expect(reading.value * knee > 0) }
            }
        }
    }

    @Test("feet tell where the person faces when the depth of the hips is wrong")
    func feet() throws {
        var frame = Self.person(-10, yaw: 90, isMirrored: false).frame()
        for hip in [PoseJoint.leftHip, .rightHip] { frame.world[hip.rawValue].z *= -1 }
        #expect(try MotionAnalyzer.measure(frame).viewYaw == -90)
        #expect(abs(try MotionAnalyzer.measure(frame)[.kneeFlexion2DRight].value + 10) < 0.01)
        // Without feet, the hips tell.
        for foot in [PoseJoint.rightHeel, .rightFootIndex] { frame.visibility[foot.rawValue] = 0.1 }
        #expect(abs(try MotionAnalyzer.measure(frame)[.kneeFlexion2DRight].value - 10) < 0.01)
    }

    @Test("a clearly bent knee is never negative, however wrong depth and hips are")
    func noise() throws {
        var random = AngleTests.Generator(state: 4)
        for knee in [40.0, 60, 90] {
            for yaw in [0.0, 45, 90] {
                for _ in 0..<50 {
                    var frame = Self.person(knee, yaw: yaw, isMirrored: false).frame()
                    for index in frame.world.indices {
                        frame.world[index].z += .random(in: -0.06...0.06, using: &random)
                    }
                    let sample = try MotionAnalyzer.measure(frame)
                    #expect(sample[.kneeFlexionLeft].value > 0)
                    #expect(sample[.kneeFlexionRight].value > 0)
                }
            }
        }
    }

    @Test("a bend to the side is not hyperextension, and its value does not jump")
    func sideways() throws {
        // The shank bent by 15° in a direction that turns from backward to forward.
        var last: Double?
        for turn in 0...180 {
            var frame = Skeleton().frame()
            let angle = Double(turn) * .pi / 180
            let (hip, knee) = (PoseJoint.rightHip.rawValue, PoseJoint.rightKnee.rawValue)
            let thigh = frame.world[knee] - frame.world[hip]
            let down = thigh / (thigh * thigh).sum().squareRoot()
            // Backward is away from a camera that the person faces; outward is to the left.
            let across = SIMD3(-sin(angle), 0, cos(angle))
            let bend = 15 * Double.pi / 180
            frame.world[PoseJoint.rightAnkle.rawValue] =
                frame.world[knee] + 0.41 * (down * cos(bend) + across * sin(bend))
            let value = try MotionAnalyzer.measure(frame)[.kneeFlexionRight].value
            if turn <= 90 { #expect(abs(value - 15) < 0.01, "\(turn)") }
            if turn >= 120 { #expect(abs(value + 15) < 0.01, "\(turn)") }
            if let last { #expect(abs(value - last) < 1.2, "\(turn)") }
            last = value
        }
    }

    @Test("where the body does not tell the side, flexion is positive")
    func unknownSide() throws {
        var frame = Self.person(-10, yaw: 30, isMirrored: false).frame()
        frame.visibility[PoseJoint.leftHip.rawValue] = 0.2
        #expect(abs(try MotionAnalyzer.measure(frame)[.kneeFlexionRight].value - 10) < 0.01)
    }

    @Test("frames whose sides were exchanged keep the sign that the model's depth has")
    func exchanged() throws {
        var analyzer = MotionAnalyzer()
        for index in 0..<12 {
            var frame = Self.person(20, yaw: 40, isMirrored: false).frame(at: Double(index) / 30)
            // A model that takes the back for the front reverses the depth and exchanges the sides.
            let isWrong = (5..<9).contains(index)
            if isWrong {
                for landmark in frame.world.indices { frame.world[landmark].z *= -1 }
                frame = Self.exchanged(frame)
            }
            let sample = try analyzer.update(frame)
            #expect(sample.sidesSwapped == isWrong)
            guard index > 1 else { continue }
            #expect(abs(sample[.kneeFlexionRight].unfiltered - 20) < 0.01, "\(index)")
        }
    }

    private static func exchanged(_ frame: MotionFrame) -> MotionFrame {
        var result = frame
        for joint in PoseJoint.allCases {
            result.world[joint.rawValue] = frame.world[joint.opposite.rawValue]
            result.image[joint.rawValue] = frame.image[joint.opposite.rawValue]
        }
        return result
    }
}

import Foundation
import LandmarkCore
import LandmarkMotion
import LandmarkTasks
import Testing

/// Measures from the image alone.
@Suite struct ImageAngleTests {
    @Test(
        "from the side, angles in pixels equal those in space",
        arguments: [90.0, -90],
        [PixelSize(width: 640, height: 640), .init(width: 1280, height: 640)])
    func side(yaw: Double, size: PixelSize) throws {
        var skeleton = Skeleton()
        skeleton.viewYaw = yaw
        skeleton.imageSize = size
        skeleton.trunkForward = 20
        skeleton.legs.left = .init(hipFlexion: 70, kneeFlexion: 90, ankleDorsiflexion: 15)
        skeleton.legs.right = .init(hipFlexion: -15, kneeFlexion: 20, ankleDorsiflexion: -20)
        skeleton.arms.left = .init(shoulderFlexion: 190, elbowFlexion: 60)
        skeleton.arms.right = .init(shoulderFlexion: -40, elbowFlexion: 100)
        let sample = try MotionAnalyzer.measure(skeleton.frame())
        for name in [
            "kneeFlexion", "hipFlexion", "ankleDorsiflexion", "elbowFlexion", "shoulderFlexion",
        ] {
            let flat = try #require(Measure.pair(named: name + "2D"))
            let space = try #require(Measure.pair(named: name))
            for side in BodySide.allCases {
                #expect(abs(sample[flat[side]].value - sample[space[side]].value) < 1e-4)
            }
        }
    }

    @Test("sagittal angles in pixels need a view of 60 to 120 degrees")
    func sideView() throws {
        let measures = Measure.allCases.filter { $0.name.contains("lexion2D.") }
        #expect(measures.count == 10)
        for (yaw, isSeen) in [
            (59.0, false), (61, true), (119, true), (121, false), (-59, false), (-61, true),
            (-121, false), (0, false), (180, false),
        ] {
            var skeleton = Skeleton()
            skeleton.viewYaw = yaw
            let sample = try MotionAnalyzer.measure(skeleton.frame())
            for measure in measures {
                #expect(sample[measure].reason == (isSeen ? nil : .view), "\(measure.name) \(yaw)")
            }
        }
    }

    /// A leg seen from the front with its knee moved sideways in the image.
    private func frame(left: Double, right: Double, yaw: Double = 0) -> MotionFrame {
        var skeleton = Skeleton()
        skeleton.viewYaw = yaw
        var frame = skeleton.frame()
        frame.image[PoseJoint.leftKnee.rawValue].x += left
        frame.image[PoseJoint.rightKnee.rawValue].x += right
        return frame
    }

    @Test("valgus is positive on both sides")
    func fppa() throws {
        // The left leg is at the right of the image: medial is to its left.
        let valgus = try MotionAnalyzer.measure(frame(left: -20, right: 20))
        #expect(valgus[.fppaLeft].value > 15 && valgus[.fppaLeft].value < 25)
        #expect(abs(valgus[.fppaLeft].value - valgus[.fppaRight].value) < 1e-9)
        let varus = try MotionAnalyzer.measure(frame(left: 20, right: -20))
        #expect(varus[.fppaLeft].value < -15 && varus[.fppaRight].value < -15)
        let straight = try MotionAnalyzer.measure(frame(left: 0, right: 0))
        #expect(abs(straight[.fppaLeft].value) < 1e-9)
    }

    @Test("valgus needs a view of less than 30 degrees from the front")
    func frontView() throws {
        for (yaw, isSeen) in [(29.0, true), (-29, true), (31, false), (-31, false), (180, false)] {
            let sample = try MotionAnalyzer.measure(frame(left: 0, right: 0, yaw: yaw))
            #expect(sample[.fppaLeft].reason == (isSeen ? nil : .view), "\(yaw)")
        }
    }

    @Test("obliquity is that of the left side, from in front and behind, and missing in profile")
    func obliquity() throws {
        var skeleton = Skeleton()
        skeleton.pelvisTilt = 8
        for yaw in [0.0, 180] {
            skeleton.viewYaw = yaw
            let sample = try MotionAnalyzer.measure(skeleton.frame())
            #expect(abs(sample[.pelvisObliquity].value - 8) < 1e-4)
        }
        skeleton.viewYaw = 90
        #expect(try MotionAnalyzer.measure(skeleton.frame())[.pelvisObliquity].reason == .plane)
    }

    @Test("without an image, measures in pixels are missing and the others are not")
    func noImage() throws {
        var frame = Skeleton().frame()
        frame.imageSize = PixelSize(width: 0, height: 0)
        frame.image = Array(repeating: SIMD2(.nan, -5), count: MotionFrame.landmarkCount)
        let sample = try MotionAnalyzer.measure(frame)
        for measure in Measure.standard {
            let needsImage =
                measure.name.contains("2D") || measure.name.hasPrefix("fppa")
                || measure.name.hasSuffix("Obliquity")
            let isOther = measure.name.hasPrefix("wrist") || measure.name.hasPrefix("neck")
            #expect(
                sample[measure].reason == (needsImage || isOther ? .notObserved : nil),
                "\(measure.name)")
        }
    }
}

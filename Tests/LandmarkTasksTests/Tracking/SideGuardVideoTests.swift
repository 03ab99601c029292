import LandmarkCapture
import LandmarkCore
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// The side guard of pose tracking on recordings with known exchanges.
@Suite(.enabled(if: Fixtures.available(Landmarkers.poseModel)))
struct SideGuardVideoTests {
    private static func poses(
        _ name: String, guarded: Bool, smoothing: Smoothing = .mediaPipe
    ) throws -> [Pose] {
        let landmarker = try Landmarkers.pose {
            $0.runningMode = .video
            $0.numPoses = 1
            $0.segmentationMasks = false
            $0.smoothing = smoothing
            $0.sideGuard = guarded
        }
        let video = try VideoFile(path: Fixtures.shared("motion/" + name))
        var poses: [Pose] = []
        while let frame = try video.next() {
            poses += try landmarker.detect(frame).poses
        }
        return poses
    }

    /// The frames of the second camera in which the full model exchanges left and right: there
    /// its landmarks are closer to the projected joint centers of the recording's reference when
    /// exchanged.
    private static let exchanged =
        [33, 35, 36, 41, 42, 43] + Array(45...65) + [67, 73, 77]

    @Test(
        "at least 29 of 30 exchanged frames are put right, and no other frame is touched",
        .enabled(if: Fixtures.available(Fixtures.shared("motion/pose2sim_cam02.mp4"))))
    func exchangedFrames() throws {
        let plain = try Self.poses("pose2sim_cam02.mp4", guarded: false)
        let guarded = try Self.poses("pose2sim_cam02.mp4", guarded: true)
        try #require(plain.count == 100 && guarded.count == 100)
        #expect(plain.allSatisfy { !$0.sidesSwapped })
        let found = guarded.indices.filter { guarded[$0].sidesSwapped }
        #expect(Set(found).isSubset(of: Self.exchanged))
        #expect(found.count >= 29, "\(found)")
        for index in plain.indices {
            // Regions do not depend on sides, so raw landmarks are those without the guard.
            let (a, b) = (plain[index], guarded[index])
            for joint in PoseJoint.allCases {
                let source = b.sidesSwapped ? joint.opposite : joint
                #expect(b.rawLandmarks[joint.rawValue] == a.rawLandmarks[source.rawValue])
                #expect(b.rawWorldLandmarks[joint.rawValue] == a.rawWorldLandmarks[source.rawValue])
            }
        }
        // What is corrected before smoothing does not jump: no wrist moves by a tenth of the image.
        for index in 1..<guarded.count where guarded[index].sidesSwapped {
            let (a, b) = (guarded[index - 1][.leftWrist], guarded[index][.leftWrist])
            #expect(abs(a.x - b.x) < 0.1 && abs(a.y - b.y) < 0.1, "frame \(index)")
        }
    }

    @Test(
        "good poses are left alone",
        .enabled(if: Fixtures.available(Fixtures.shared("motion/pose_squats.mp4"))),
        arguments: ["pose2sim_cam01.mp4", "pose2sim_cam03.mp4", "pose_squats.mp4"])
    func goodFrames(name: String) throws {
        let plain = try Self.poses(name, guarded: false)
        let guarded = try Self.poses(name, guarded: true)
        #expect(plain.count >= 65)
        #expect(plain.map(\.landmarks) == guarded.map(\.landmarks))
        #expect(guarded.allSatisfy { !$0.sidesSwapped })
    }
}

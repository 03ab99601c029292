import Foundation
import LandmarkCore
import LandmarkMotion
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// Triangulation of what the pose landmarker finds in real recordings.
@Suite(.enabled(if: Balancing.isThere)) struct BalancingTests {
    @Test("three cameras measure every angle better than any single one") func accuracy() throws {
        let calibration = try CameraCalibration(
            parsing: String(contentsOfFile: Balancing.calibration, encoding: .utf8))
        let cameras = try calibration.cameras(
            forRecordings: Balancing.clips.map { URL(fileURLWithPath: $0).lastPathComponent })
        #expect(cameras.map(\.name) == ["cam_01", "cam_02", "cam_03"])
        var triangulator = try Triangulator(cameras)

        let reference = try Balancing.reference()
        let clips = try Balancing.clips.map(Balancing.frames)
        let matches = try FrameMatcher.matches(
            of: clips.map { $0.indices.map { Double($0) / 60 } })
        #expect(matches.count == 100)

        var table = "RMSE (bias) in degrees against Pose2Sim's four cameras\n"
        func row(_ name: String, _ frames: [MotionFrame?]) -> [Double] {
            let errors = Balancing.errors(of: frames, from: reference)
            let cells = errors.map {
                "\($0.name) \(String($0.error, places: 1)) (\(String($0.bias, places: 1))) of \($0.count)"
            }
            table += "\(name): \(cells.joined(separator: ", "))\n"
            #expect(errors.allSatisfy { $0.count >= 196 }, "nearly every angle of every frame")
            return errors.map(\.error)
        }
        let single = clips.enumerated().map { index, frames in
            row("camera \(index + 1)", frames)
        }
        var triangulated: [MotionFrame?] = []
        var exchanged = [0, 0, 0]
        for match in matches {
            let views = zip(clips, match.frames).map { frames, index in
                index.flatMap { frames[$0] }
            }
            var frame = MotionFrame()
            #expect(triangulator.triangulate(views, into: &frame))
            triangulated.append(frame)
            for (camera, isExchanged) in triangulator.exchangedCameras.enumerated()
            where isExchanged {
                exchanged[camera] += 1
            }
        }
        let all = row("three cameras", triangulated)
        table += "frames with left and right exchanged: \(exchanged)"
        print(table)

        // With four cameras, the specification measured 13.6, 8.6, 10.2 and 4.6.
        for (joint, limit) in [14, 9.5, 13.5, 6].enumerated() {
            #expect(all[joint] < limit, "\(Balancing.joints[joint].name)")
            for camera in single { #expect(all[joint] < camera[joint]) }
        }
        // Points are in the reference's frame, not a rotated or mirrored one.
        let distances = zip(triangulated, reference).flatMap { frame, truth in
            truth.compactMap { joint, point -> Double? in
                guard let frame, frame.visibility[joint.rawValue] > 0 else { return nil }
                let offset = frame.world[joint.rawValue] - point
                return (offset * offset).sum().squareRoot()
            }
        }
        let median = distances.sorted()[distances.count / 2]
        #expect(median < 0.07, "\(median) m")

        // The model confuses left and right in 30 frames of the second camera, and in no others; in some
        // more where another C library rounds differently.
        #expect(exchanged[0] == 0 && exchanged[2] == 0)
        #expect((29...36).contains(exchanged[1]), "\(exchanged)")
    }
}

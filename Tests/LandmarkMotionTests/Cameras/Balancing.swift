import Foundation
import LandmarkCapture
import LandmarkMotion
import LandmarkTasks
import LandmarkTestSupport

/// Pose2Sim's recordings of a man balancing, seen by three of four calibrated cameras.
enum Balancing {
    static let truth = Fixtures.shared("motion/pose2sim_balancing.trc")
    static let calibration = Fixtures.shared("motion/pose2sim_calibration.toml")
    static let clips = (1...3).map { Fixtures.shared("motion/pose2sim_cam0\($0).mp4") }
    static let model = Fixtures.model("pose_landmarker_full.task")

    static let hasTruth = Fixtures.available(truth)
    static let hasCalibration = Fixtures.available(calibration)
    static var isThere: Bool {
        Fixtures.available(truth, calibration, clips[0], clips[1], clips[2], model)
    }

    /// A joint's angle, as the angle between the lines to two other landmarks.
    struct Joint {
        let name: String
        /// The joint's landmark between two others, for the left and the right side.
        let sides: [(PoseJoint, PoseJoint, PoseJoint)]
    }

    static let joints = [
        Joint(
            name: "knee",
            sides: [(.leftHip, .leftKnee, .leftAnkle), (.rightHip, .rightKnee, .rightAnkle)]),
        Joint(
            name: "hip",
            sides: [(.leftShoulder, .leftHip, .leftKnee), (.rightShoulder, .rightHip, .rightKnee)]),
        Joint(
            name: "elbow",
            sides: [
                (.leftShoulder, .leftElbow, .leftWrist), (.rightShoulder, .rightElbow, .rightWrist),
            ]),
        Joint(
            name: "shoulder",
            sides: [
                (.leftElbow, .leftShoulder, .leftHip), (.rightElbow, .rightShoulder, .rightHip),
            ]),
    ]

    /// The reference: for each frame, its landmarks in x right, y down, z away.
    static func reference() throws -> [[PoseJoint: SIMD3<Double>]] {
        let lines = try String(contentsOfFile: truth, encoding: .utf8).split(separator: "\n")
        let names = lines[3].split(separator: "\t").dropFirst(2)
        let joints: [Substring: PoseJoint] = [
            "LHip": .leftHip, "LKnee": .leftKnee, "LAnkle": .leftAnkle, "LShoulder": .leftShoulder,
            "LElbow": .leftElbow, "LWrist": .leftWrist, "RHip": .rightHip, "RKnee": .rightKnee,
            "RAnkle": .rightAnkle, "RShoulder": .rightShoulder, "RElbow": .rightElbow,
            "RWrist": .rightWrist,
        ]
        return lines.dropFirst(5).map { line in
            let numbers = line.split(separator: "\t").dropFirst(2).map { Double($0) ?? .nan }
            var frame: [PoseJoint: SIMD3<Double>] = [:]
            for (index, name) in names.enumerated() {
                guard let joint = joints[name] else { continue }
                let point = SIMD3(
                    numbers[3 * index], numbers[3 * index + 1], numbers[3 * index + 2])
                frame[joint] = SIMD3(point.x, -point.y, -point.z)
            }
            return frame
        }
    }

    /// The pose landmarker's results for a clip.
    static func frames(of clip: String) throws -> [MotionFrame?] {
        var options = PoseLandmarkerOptions(model: .file(model))
        options.runningMode = .video
        let landmarker = try PoseLandmarker(options: options)
        let video = try VideoFile(path: clip)
        var frames: [MotionFrame?] = []
        while let frame = try video.next() {
            let result = try landmarker.detect(frame)
            guard let pose = result.poses.first else {
                frames.append(nil)
                continue
            }
            var motion = MotionFrame()
            motion.set(
                pose, at: Double(frames.count) / 60, imageSize: result.imageSize)
            frames.append(motion)
        }
        return frames
    }

    /// The root mean square error and mean error of each joint's angle in degrees, and the number
    /// of angles.
    static func errors(
        of frames: [MotionFrame?], from reference: [[PoseJoint: SIMD3<Double>]]
    ) -> [(name: String, error: Double, bias: Double, count: Int)] {
        joints.map { joint in
            var errors: [Double] = []
            for (index, truth) in reference.enumerated() {
                guard let frame = index < frames.count ? frames[index] : nil else { continue }
                for (a, b, c) in joint.sides {
                    guard let x = truth[a], let y = truth[b], let z = truth[c],
                        [a, b, c].allSatisfy({ frame.visibility[$0.rawValue] > 0 })
                    else { continue }
                    errors.append(
                        angle(
                            frame.world[a.rawValue], frame.world[b.rawValue],
                            frame.world[c.rawValue])
                            - angle(x, y, z))
                }
            }
            let count = Double(max(errors.count, 1))
            let square = errors.map { $0 * $0 }.reduce(0, +) / count
            return (joint.name, square.squareRoot(), errors.reduce(0, +) / count, errors.count)
        }
    }

    private static func angle(
        _ a: SIMD3<Double>, _ b: SIMD3<Double>, _ c: SIMD3<Double>
    ) -> Double {
        let (u, v) = (a - b, c - b)
        let cosine = (u * v).sum() / ((u * u).sum() * (v * v).sum()).squareRoot()
        return acos(min(max(cosine, -1), 1)) * 180 / .pi
    }
}

/// OpenCap's recording of squats.
enum OpenCap {
    static let squats = Fixtures.shared("motion/opencap_squats.mot")
    static let isThere = Fixtures.available(squats)
}

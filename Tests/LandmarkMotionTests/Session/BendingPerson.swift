import Foundation
import LandmarkCore
import LandmarkMotion
import LandmarkTasks

/// A person who faces the camera and bends knees and elbows to known angles.
enum BendingPerson {
    /// A frame with knees and elbows flexed by these degrees.
    static func frame(at time: Double, knee: Double, elbow: Double = 0) -> MotionFrame {
        var frame = MotionFrame()
        frame.time = time
        frame.id = 1
        frame.imageSize = PixelSize(width: 1000, height: 1000)
        func place(_ left: PoseJoint, _ right: PoseJoint, _ x: Double, _ y: Double, _ z: Double) {
            frame.world[left.rawValue] = SIMD3(x, y, z)
            frame.world[right.rawValue] = SIMD3(-x, y, z)
        }
        for index in 0...10 { frame.world[index] = SIMD3(0.01 * Double(index), -0.7, -0.1) }
        place(.leftShoulder, .rightShoulder, 0.2, -0.5, 0)
        place(.leftElbow, .rightElbow, 0.22, -0.2, 0)
        let (e, k) = (elbow * .pi / 180, knee * .pi / 180)
        place(.leftWrist, .rightWrist, 0.22, -0.2 + 0.25 * cos(e), -0.25 * sin(e))
        for (left, right) in [
            (PoseJoint.leftPinky, PoseJoint.rightPinky), (.leftIndex, .rightIndex),
            (.leftThumb, .rightThumb),
        ] {
            place(left, right, 0.22, -0.2 + 0.33 * cos(e), -0.33 * sin(e))
        }
        place(.leftHip, .rightHip, 0.1, 0, 0)
        place(.leftKnee, .rightKnee, 0.1, 0.45, 0)
        let ankle = SIMD2(0.45 + 0.4 * cos(k), 0.4 * sin(k))
        place(.leftAnkle, .rightAnkle, 0.1, ankle.x, ankle.y)
        place(.leftHeel, .rightHeel, 0.1, ankle.x + 0.05, ankle.y + 0.05)
        place(.leftFootIndex, .rightFootIndex, 0.1, ankle.x + 0.05, ankle.y - 0.15)
        for index in frame.world.indices {
            frame.image[index] =
                SIMD2(500, 450) + 400 * SIMD2(frame.world[index].x, frame.world[index].y)
            frame.visibility[index] = 0.99
        }
        return frame
    }

    /// A recording at 30 frames a second; nil where the person is absent.
    static func recording(
        _ measures: [Measure], count: Int, knee: (Double) -> Double?
    ) throws -> MotionRecording {
        var analyzer = MotionAnalyzer()
        var recording = MotionRecording(measures)
        for index in 0..<count {
            let time = Double(index) / 30
            if let knee = knee(time) {
                recording.add(try analyzer.update(frame(at: time, knee: knee, elbow: knee / 2)))
            } else {
                recording.add(try analyzer.updateAbsent(at: time))
            }
        }
        return recording
    }
}

package import LandmarkCore
package import LandmarkTasks

/// A keypoint as in COCO and OpenPose.
package struct PeerKeypoint: Hashable, Sendable {
    /// Pixels from the left and upper edges of the stored image; outside the image if the landmark is.
    package let x, y: Float
    /// The score, 0…1; 0 for a keypoint without a MediaPipe landmark.
    package let score: Float

    static let missing = PeerKeypoint(x: 0, y: 0, score: 0)

    init(x: Float, y: Float, score: Float) {
        (self.x, self.y, self.score) = (x, y, score)
    }

    init(_ landmark: Landmark, score: Float, in size: PixelSize) {
        self.init(
            x: landmark.x * Float(size.width), y: landmark.y * Float(size.height), score: score)
    }

    /// The midpoint of two keypoints, with the lower of their scores.
    init(between a: PeerKeypoint, and b: PeerKeypoint) {
        self.init(x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, score: min(a.score, b.score))
    }
}

// MARK: Poses

extension PoseJoint {
    /// The 17 COCO keypoints in order; all of them are MediaPipe landmarks.
    fileprivate static let coco: [PoseJoint] = [
        .nose, .leftEye, .rightEye, .leftEar, .rightEar, .leftShoulder, .rightShoulder, .leftElbow,
        .rightElbow, .leftWrist, .rightWrist, .leftHip, .rightHip, .leftKnee, .rightKnee,
        .leftAnkle, .rightAnkle,
    ]
}

/// A keypoint of OpenPose's BODY_25 model.
private enum Body25Keypoint {
    /// A landmark.
    case joint(PoseJoint)
    /// The midpoint of two landmarks.
    case middle(PoseJoint, PoseJoint)
    /// MediaPipe has no such landmark.
    case missing

    /// The 25 keypoints in order. MediaPipe's foot tip serves as the big toe; the small toe is missing.
    static let all: [Body25Keypoint] = [
        .joint(.nose), .middle(.leftShoulder, .rightShoulder), .joint(.rightShoulder),
        .joint(.rightElbow), .joint(.rightWrist), .joint(.leftShoulder), .joint(.leftElbow),
        .joint(.leftWrist), .middle(.leftHip, .rightHip), .joint(.rightHip), .joint(.rightKnee),
        .joint(.rightAnkle), .joint(.leftHip), .joint(.leftKnee), .joint(.leftAnkle),
        .joint(.rightEye), .joint(.leftEye), .joint(.rightEar), .joint(.leftEar),
        .joint(.leftFootIndex), .missing, .joint(.leftHeel), .joint(.rightFootIndex), .missing,
        .joint(.rightHeel),
    ]
}

extension Pose {
    /// The 17 COCO keypoints in order, in an image of a size.
    package func cocoKeypoints(in size: PixelSize) -> [PeerKeypoint] {
        PoseJoint.coco.map { keypoint($0, in: size) }
    }

    /// The keypoints of OpenPose's body, in an image of a size.
    package func openPoseKeypoints(in size: PixelSize) -> [OpenPosePart: [PeerKeypoint]] {
        let keypoints = Body25Keypoint.all.map { keypoint -> PeerKeypoint in
            switch keypoint {
            case .joint(let joint): self.keypoint(joint, in: size)
            case .middle(let left, let right):
                PeerKeypoint(
                    between: self.keypoint(left, in: size), and: self.keypoint(right, in: size))
            case .missing: .missing
            }
        }
        return [.pose: keypoints]
    }

    /// The score is the landmark's visibility.
    private func keypoint(_ joint: PoseJoint, in size: PixelSize) -> PeerKeypoint {
        let landmark = self[joint]
        return PeerKeypoint(landmark, score: landmark.visibility ?? presence, in: size)
    }
}

// MARK: Hands

extension Hand {
    /// OpenPose's hands have MediaPipe's 21 landmarks, in the same order. Their score is that of the
    /// whole hand.
    package func openPoseKeypoints(in size: PixelSize) -> [OpenPosePart: [PeerKeypoint]] {
        let keypoints = landmarks.map { PeerKeypoint($0, score: presence, in: size) }
        return [handedness == .left ? .leftHand : .rightHand: keypoints]
    }
}

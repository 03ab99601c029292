import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkOverlays
import LandmarkReports
import LandmarkTasks

/// One person found by `all` or `holistic`: body, face and hands, each nil if not found.
struct Person: Sendable {
    /// The number of the body, which stays the same from frame to frame; 0 for a face or hands without a
    /// body.
    let id: Int
    var pose: Pose?
    var face: Face?
    /// The hands by the arm that they belong to; without a body, by their own handedness.
    var leftHand: Hand?
    var rightHand: Hand?
}

extension Person: Mirrorable {
    var mirrored: Person {
        Person(
            id: id, pose: pose?.mirrored, face: face?.mirrored, leftHand: leftHand?.mirrored,
            rightHand: rightHand?.mirrored)
    }
}

extension Person: OutputInstance {
    static let csvColumns = [
        "person", "part", "landmark", "name", "x", "y", "z", "visibility", "presence", "worldX",
        "worldY", "worldZ",
    ]

    var outputMask: Mask? { pose?.mask }

    var presence: Float {
        pose?.presence ?? face?.presence ?? max(leftHand?.presence ?? 0, rightHand?.presence ?? 0)
    }

    var cropLandmarks: [Landmark] {
        (pose?.cropLandmarks ?? []) + (face?.landmarks ?? []) + (leftHand?.landmarks ?? [])
            + (rightHand?.landmarks ?? [])
    }

    func write(to json: inout JSONText, includesRaw: Bool) {
        json.object { json in
            json.key("id")
            json.optional(id == 0 ? nil : id) { $1.integer($0) }
            json.key("pose")
            json.optional(pose) { $0.write(to: &$1, includesRaw: includesRaw) }
            json.key("face")
            json.optional(face) { $0.write(to: &$1, includesRaw: includesRaw) }
            json.key("leftHand")
            json.optional(leftHand) { $0.write(to: &$1, includesRaw: includesRaw) }
            json.key("rightHand")
            json.optional(rightHand) { $0.write(to: &$1, includesRaw: includesRaw) }
        }
    }

    func write(to csv: inout CSVText, label: FrameLabel) {
        func line(
            _ part: String, _ index: Int, _ name: String, _ point: Landmark, _ world: WorldLandmark?
        ) {
            label.write(to: &csv)
            csv.field(id)
            csv.field(part)
            csv.field(index)
            csv.field(name)
            csv.point(point)
            csv.field(point.visibility)
            csv.field(point.presence)
            if let world { csv.point(world) } else { for _ in 0..<3 { csv.field("") } }
            csv.endLine()
        }
        if let pose {
            for joint in PoseJoint.allCases {
                line("pose", joint.rawValue, joint.name, pose[joint], pose.world(joint))
            }
        }
        for (index, point) in (face?.landmarks ?? []).enumerated() {
            line("face", index, "", point, nil)
        }
        for (part, hand) in [("leftHand", leftHand), ("rightHand", rightHand)] {
            guard let hand else { continue }
            for joint in HandJoint.allCases {
                line(part, joint.rawValue, joint.name, hand[joint], hand.world(joint))
            }
        }
    }

    func cocoKeypoints(in size: PixelSize) -> [PeerKeypoint] {
        pose?.cocoKeypoints(in: size) ?? []
    }

    func openPoseKeypoints(in size: PixelSize) -> [OpenPosePart: [PeerKeypoint]] {
        var parts = pose?.openPoseKeypoints(in: size) ?? [:]
        for (part, hand) in [(OpenPosePart.leftHand, leftHand), (.rightHand, rightHand)] {
            parts[part] = hand.flatMap { hand in
                hand.openPoseKeypoints(in: size).values.first { !$0.isEmpty }
            }
        }
        return parts
    }

    var overlays: [LandmarkOverlay] {
        LandmarkOverlay.person(pose, face: face, leftHand: leftHand, rightHand: rightHand)
    }
}

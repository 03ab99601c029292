import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkOverlays
import LandmarkReports
import LandmarkTasks

/// A hand, pose, face, person or segmentation that can be written as JSON and CSV, and drawn.
protocol OutputInstance: Mirrorable, Sendable {
    /// The columns of CSV after those of ``FrameLabel``.
    static var csvColumns: [String] { get }

    /// The number of the instance, which stays the same from frame to frame.
    var id: Int { get }
    /// The segmentation mask; nil without one.
    var outputMask: Mask? { get }

    /// Writes the instance as an object.
    ///
    /// - Parameters:
    ///   - json: Where to write.
    ///   - includesRaw: Whether to add the landmarks before smoothing.
    func write(to json: inout JSONText, includesRaw: Bool)

    /// Writes a line for each landmark, or one for an instance without landmarks; every line begins
    /// with the fields of `label`.
    func write(to csv: inout CSVText, label: FrameLabel)

    /// The presence score of the landmark model; 1 without one.
    var presence: Float { get }
    /// The COCO keypoints in order, in an image of a size; empty for instances without COCO
    /// keypoints.
    func cocoKeypoints(in size: PixelSize) -> [PeerKeypoint]
    /// The keypoints of OpenPose's person, in an image of a size.
    func openPoseKeypoints(in size: PixelSize) -> [OpenPosePart: [PeerKeypoint]]

    /// The landmarks that a crop of the instance must show.
    var cropLandmarks: [Landmark] { get }
    /// How the instance is drawn, in drawing order.
    var overlays: [LandmarkOverlay] { get }
}

extension OutputInstance where Self: OverlayDrawable {
    var overlays: [LandmarkOverlay] { [overlay] }
}

extension OutputInstance {
    var outputMask: Mask? { nil }
    var presence: Float { 1 }
    var cropLandmarks: [Landmark] { [] }
    func cocoKeypoints(in size: PixelSize) -> [PeerKeypoint] { [] }
    func openPoseKeypoints(in size: PixelSize) -> [OpenPosePart: [PeerKeypoint]] { [:] }

    /// Writes the instance as an object, without the landmarks before smoothing.
    func write(to json: inout JSONText) { write(to: &json, includesRaw: false) }
}

// MARK: Hands

extension Hand: OutputInstance {
    var cropLandmarks: [Landmark] { landmarks }

    static let csvColumns = [
        "hand", "handedness", "score", "landmark", "name", "x", "y", "z",
        "worldX", "worldY", "worldZ",
    ]

    func write(to json: inout JSONText, includesRaw: Bool) {
        json.object { json in
            json.key("id")
            json.integer(id)
            json.key("handedness")
            json.string(handedness.rawValue)
            json.key("score")
            json.number(handednessScore)
            json.landmarks(landmarks)
            json.landmarks(worldLandmarks, name: "worldLandmarks")
            if includesRaw {
                json.landmarks(rawLandmarks, name: "rawLandmarks")
                json.landmarks(rawWorldLandmarks, name: "rawWorldLandmarks")
            }
        }
    }

    func write(to csv: inout CSVText, label: FrameLabel) {
        for joint in HandJoint.allCases {
            label.write(to: &csv)
            csv.field(id)
            csv.field(handedness.rawValue)
            csv.field(handednessScore)
            csv.field(joint.rawValue)
            csv.field(joint.name)
            csv.point(self[joint])
            csv.point(world(joint))
            csv.endLine()
        }
    }
}

// MARK: Poses

extension Pose: OutputInstance {
    var outputMask: Mask? { mask }
    var cropLandmarks: [Landmark] { landmarks.filter { ($0.visibility ?? 1) >= 0.5 } }

    static let csvColumns = [
        "pose", "landmark", "name", "x", "y", "z", "visibility", "presence",
        "worldX", "worldY", "worldZ",
    ]

    func write(to json: inout JSONText, includesRaw: Bool) {
        json.object { json in
            json.key("id")
            json.integer(id)
            if sidesSwapped {
                json.key("sidesSwapped")
                json.flag(true)
            }
            json.landmarks(landmarks)
            json.landmarks(worldLandmarks, name: "worldLandmarks")
            if includesRaw {
                json.landmarks(rawLandmarks, name: "rawLandmarks")
                json.landmarks(rawWorldLandmarks, name: "rawWorldLandmarks")
            }
        }
    }

    func write(to csv: inout CSVText, label: FrameLabel) {
        for joint in PoseJoint.allCases {
            let landmark = self[joint]
            label.write(to: &csv)
            csv.field(id)
            csv.field(joint.rawValue)
            csv.field(joint.name)
            csv.point(landmark)
            csv.field(landmark.visibility)
            csv.field(landmark.presence)
            csv.point(world(joint))
            csv.endLine()
        }
    }
}

// MARK: Faces

extension Face: OutputInstance {
    var cropLandmarks: [Landmark] { landmarks }

    static let csvColumns = ["face", "landmark", "x", "y", "z"]

    func write(to json: inout JSONText, includesRaw: Bool) {
        json.object { json in
            json.key("id")
            json.integer(id)
            json.landmarks(landmarks)
            json.key("blendshapes")
            json.optional(blendshapes) { shapes, json in
                json.object { json in
                    for shape in Blendshape.allCases {
                        json.key(shape.name)
                        json.number(shapes[shape])
                    }
                }
            }
            json.key("transformationMatrix")
            json.optional(transformationMatrix) { $1.numbers($0.rowMajor) }
            if includesRaw { json.landmarks(rawLandmarks, name: "rawLandmarks") }
        }
    }

    func write(to csv: inout CSVText, label: FrameLabel) {
        for (index, landmark) in landmarks.enumerated() {
            label.write(to: &csv)
            csv.field(id)
            csv.field(index)
            csv.point(landmark)
            csv.endLine()
        }
    }
}

// MARK: Landmarks

extension JSONText {
    /// Writes a member with an array of landmarks: `[x, y, z]`, with visibility and presence if the
    /// model provides them.
    mutating func landmarks(_ points: [some LandmarkPoint], name: String = "landmarks") {
        key(name)
        array { json in
            for point in points {
                json.array { json in
                    json.number(point.x)
                    json.number(point.y)
                    json.number(point.z)
                    if let visibility = point.visibility, let presence = point.presence {
                        json.number(visibility)
                        json.number(presence)
                    }
                }
            }
        }
    }
}

extension CSVText {
    /// Writes the fields x, y and z.
    mutating func point(_ point: some LandmarkPoint) {
        field(point.x)
        field(point.y)
        field(point.z)
    }
}

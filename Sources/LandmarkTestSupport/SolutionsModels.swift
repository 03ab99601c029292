import LandmarkCore

/// The networks of MediaPipe's older API, which `scripts/fetch-loose-models` fetches, and bundles of them.
package enum SolutionsModels {
    /// Whether the networks are available; reports if they are not.
    package static var areHere: Bool { Fixtures.available(network("hand_landmark_full")) }

    /// The path of a network.
    package static func network(_ name: String) -> String {
        Fixtures.model("mediapipe-0.10.21/\(name).tflite")
    }

    /// A bundle of networks under other names, both without suffixes.
    package static func bundle(_ networks: [String: String]) throws -> [UInt8] {
        let entries = try networks.sorted { $0.key < $1.key }.map { entry, name in
            let file = try OpenFile(reading: network(name))
            return ZipWriter.Entry("\(entry).tflite", try file.read(atMost: .max))
        }
        return ZipWriter(entries).bytes()
    }

    /// The networks of each part of a holistic landmarker.
    package static let pose = [
        "pose_detector": "pose_detection", "pose_landmarks_detector": "pose_landmark_full",
    ]
    package static let hands = [
        "hand_landmarks_detector": "hand_landmark_full", "hand_recrop": "hand_recrop",
    ]
    package static let face = mesh("face_landmark_with_attention")

    /// The networks of a face mesh.
    package static func mesh(_ landmarks: String) -> [String: String] {
        ["face_detector": "face_detection_short_range", landmarks: landmarks]
    }

    /// A folder with the files of `landmark models fetch` that `holistic` and `segment` need.
    package static let fetched = Result { () throws -> TemporaryFolder in
        let folder = try TemporaryFolder()
        _ = try folder.put(bundle(hands), as: "holistic_hands.task")
        _ = try folder.put(bundle(face), as: "face_mesh_with_attention.task")
        for name in ["selfie_segmentation", "selfie_segmentation_landscape"] {
            let file = try OpenFile(reading: network(name))
            _ = try folder.put(file.read(atMost: .max), as: "\(name).tflite")
        }
        return folder
    }
}

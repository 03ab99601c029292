import LandmarkCore

/// A person's lists of keypoints in OpenPose JSON.
package enum OpenPosePart: String, CaseIterable {
    case pose = "pose_keypoints_2d"
    /// OpenPose's 70 points of the face have no counterparts among MediaPipe's 478, so it stays empty.
    case face = "face_keypoints_2d"
    case leftHand = "hand_left_keypoints_2d"
    case rightHand = "hand_right_keypoints_2d"
}

/// A file of OpenPose's keypoints: the people in an image.
package enum OpenPoseDocument {
    /// A person's number, and the keypoints of each part.
    package typealias Person = (id: Int, keypoints: [OpenPosePart: [PeerKeypoint]])

    /// The file's content, which ends with a line feed.
    package static func text(of people: [Person]) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.key("version")
            json.number(Float(1.3))
            json.list("people", people) { $0.person($1) }
        }
        return json.bytes + [UInt8(ascii: "\n")]
    }
}

extension JSONText {
    fileprivate mutating func person(_ person: OpenPoseDocument.Person) {
        object { json in
            json.key("person_id")
            json.array { $0.integer(person.id) }
            for part in OpenPosePart.allCases {
                json.key(part.rawValue)
                json.numbers((person.keypoints[part] ?? []).flatMap { [$0.x, $0.y, $0.score] })
            }
            // OpenPose writes these only when it triangulates several cameras.
            for part in OpenPosePart.allCases {
                json.key("\(part.rawValue.dropLast(2))3d")
                json.array { _ in }
            }
        }
    }
}

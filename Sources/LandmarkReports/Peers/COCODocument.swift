package import LandmarkCore

/// A file of COCO keypoints: an object with `info`, `categories`, `annotations` and `images`.
///
/// Annotations are written as they arrive. Images follow at the end, so only they are kept in
/// memory.
package final class COCODocument {
    /// An image or a frame of a video.
    package struct Image {
        let file: String
        /// The frame's index in its video, 0 for a single image.
        let number: Int
        let timestamp: Timestamp
        let size: PixelSize

        package init(file: String, number: Int, timestamp: Timestamp, size: PixelSize) {
            (self.file, self.number, self.timestamp, self.size) = (file, number, timestamp, size)
        }
    }

    /// A person in an image.
    package struct Person {
        /// The number of the person, which stays the same from frame to frame.
        let id: Int
        /// The person's score, 0…1.
        let score: Float
        /// The 17 keypoints in COCO's order; empty for a person without a body.
        let keypoints: [PeerKeypoint]

        package init(id: Int, score: Float, keypoints: [PeerKeypoint]) {
            (self.id, self.score, self.keypoints) = (id, score, keypoints)
        }
    }

    /// The lowest score of a keypoint that counts as visible.
    private static let visibleScore: Float = 0.5

    private var images = JSONText()
    private var imageCount = 0
    private var annotationCount = 0

    /// The version of LandmarkKit, for the description.
    private let version: String

    package init(version: String) { self.version = version }

    /// The content before the first annotation.
    package func header() -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.key("info")
            json.object { json in
                json.key("description")
                json.string("LandmarkKit \(version)")
            }
            json.key("categories")
            json.array { $0.person() }
            json.key("annotations")
        }
        // The object continues.
        return json.bytes.dropLast() + Array("[".utf8)
    }

    /// Adds an image, and returns the annotations of the people in it.
    package func annotations(of people: [Person], in image: Image) -> [UInt8] {
        imageCount += 1
        add(image)
        var text: [UInt8] = []
        for person in people {
            text += Array((annotationCount == 0 ? "\n" : ",\n").utf8)
            annotationCount += 1
            var json = JSONText()
            write(person, to: &json, image.size)
            text += json.bytes
        }
        return text
    }

    /// The content after the last annotation.
    package func footer() -> [UInt8] {
        Array("\n],\"images\":[".utf8) + images.bytes + Array("\n]}\n".utf8)
    }

    private func add(_ image: Image) {
        images.lineFeed()
        images.object { json in
            json.key("id")
            json.integer(imageCount)
            json.key("file_name")
            json.string(image.file)
            json.key("width")
            json.integer(image.size.width)
            json.key("height")
            json.integer(image.size.height)
            json.key("frame_id")
            json.integer(image.number)
            json.key("timestamp_ms")
            json.integer(image.timestamp.milliseconds)
        }
    }

    private func write(_ person: Person, to json: inout JSONText, _ size: PixelSize) {
        let keypoints = person.keypoints.map { point in
            let isInside =
                0..<Float(size.width) ~= point.x && 0..<Float(size.height) ~= point.y
            return isInside ? point : nil
        }
        let box = Self.box(around: keypoints.compactMap { $0 })
        json.object { json in
            json.key("id")
            json.integer(annotationCount)
            json.key("image_id")
            json.integer(imageCount)
            json.key("category_id")
            json.integer(1)
            json.key("track_id")
            json.integer(person.id)
            json.key("iscrowd")
            json.integer(0)
            json.key("score")
            json.number(person.score)
            json.key("bbox")
            json.numbers(box)
            json.key("area")
            json.number(box[2] * box[3])
            json.key("num_keypoints")
            json.integer(keypoints.count { $0 != nil })
            json.key("keypoints")
            json.array { json in
                for point in keypoints {
                    json.number(point?.x ?? 0)
                    json.number(point?.y ?? 0)
                    json.integer(point.map { $0.score >= Self.visibleScore ? 2 : 1 } ?? 0)
                }
            }
        }
    }

    /// The left and upper edges, the width and the height of the box around keypoints.
    private static func box(around points: [PeerKeypoint]) -> [Float] {
        guard let left = points.map(\.x).min(), let right = points.map(\.x).max(),
            let top = points.map(\.y).min(), let bottom = points.map(\.y).max()
        else { return [0, 0, 0, 0] }
        return [left, top, right - left, bottom - top]
    }
}

extension JSONText {
    private static let keypointNames = [
        "nose", "left_eye", "right_eye", "left_ear", "right_ear", "left_shoulder",
        "right_shoulder", "left_elbow", "right_elbow", "left_wrist", "right_wrist", "left_hip",
        "right_hip", "left_knee", "right_knee", "left_ankle", "right_ankle",
    ]

    /// Pairs of keypoints, counted from 1.
    private static let skeleton: [(Int, Int)] = [
        (16, 14), (14, 12), (17, 15), (15, 13), (12, 13), (6, 12), (7, 13), (6, 7), (6, 8), (7, 9),
        (8, 10), (9, 11), (2, 3), (1, 2), (1, 3), (2, 4), (3, 5), (4, 6), (5, 7),
    ]

    /// Writes COCO's category of people.
    fileprivate mutating func person() {
        object { json in
            json.key("id")
            json.integer(1)
            json.key("name")
            json.string("person")
            json.key("supercategory")
            json.string("person")
            json.list("keypoints", Self.keypointNames) { $0.string($1) }
            json.key("skeleton")
            json.array { json in
                for (a, b) in Self.skeleton {
                    json.array { json in
                        json.integer(a)
                        json.integer(b)
                    }
                }
            }
        }
    }
}

import Foundation
import LandmarkTestSupport

/// MediaPipe's results in video mode, as recorded by `Fixtures/video_references.py`.
struct VideoReferences: Decodable {
    /// The clip from which the images are made, and checksums of its pixels.
    struct Clip: Decodable {
        let file: String
        let width: Int
        let height: Int
        /// Frames per second, as a fraction.
        let rate: [Int]
        /// The CRC-32 of each frame's pixels.
        let checksums: [UInt32]
    }

    /// An image's name and its timestamp, stored as a list of both.
    struct Step: Decodable {
        let image: String
        let milliseconds: Int

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            image = try list.decode(String.self)
            milliseconds = try list.decode(Int.self)
        }
    }

    /// The results of one landmarker for a sequence of images.
    struct Item: Decodable {
        let title: String
        let task: String
        let num: Int
        /// For detection and for presence.
        let confidences: [Float]
        /// The indices of the recorded landmarks; nil for all.
        let points: [Int]?
        let steps: [Step]
        /// The ROI of each frame; nil for those of the detector. Not recorded for most items.
        let regions: [[Float]?]?
        /// Nil for a step that was rejected for its timestamp.
        let frames: [ReferenceResult?]
    }

    let clip: Clip
    let items: [Item]

    static let results = Result { try load(VideoReferences.self, "video.json.gz") }
    /// The results that include the ROI of each frame.
    static let withROIs = Result { try load(VideoReferences.self, "video-regions.json.gz") }

    /// The items of `task` whose title ends in one of `names`.
    static func items(_ task: String, _ names: String...) throws -> [Item] {
        try results.get().items.filter { item in
            item.task == task && names.contains { item.title.hasSuffix(": " + $0) }
        }
    }

    private static func load<Value: Decodable>(_ type: Value.Type, _ name: String) throws -> Value {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
        let bytes = try FileContent.bytes(Fixtures.committed(name, testFile: folder))
        return try JSONDecoder().decode(type, from: Data(bytes))
    }
}

/// The shared results in video mode.
struct SharedVideos: Decodable {
    struct Item: Decodable {
        let file: String
        let task: String
        let mode: String
        let num: Int
        let frames: [ReferenceResult]
    }

    let items: [Item]

    static let golden = "golden/mediapipe-1.2.2.json.gz"
    static let results = Result { try sharedJSON(SharedVideos.self, golden).items }

    static func frames(of task: String, in file: String) throws -> [ReferenceResult] {
        let found = try results.get().first {
            $0.file == file && $0.task == task && $0.mode == "video"
        }
        return found?.frames ?? []
    }
}

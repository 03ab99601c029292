import Foundation
import LandmarkTestSupport

/// MediaPipe's face detector on the footage.
struct FaceDetectorReferences: Decodable {
    struct Item: Decodable {
        let model: String
        let confidence: Float
        let suppression: Float
        let file: String
        let faces: [Face]
    }

    struct Face: Decodable {
        let score: Float
        /// Left, top, width and height in whole pixels.
        let box: [Float]
        let keypoints: [[Float]]
    }

    let items: [Item]

    static func load() throws -> FaceDetectorReferences {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
        let path = Fixtures.committed("face_detector.json", testFile: folder)
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        return try JSONDecoder().decode(FaceDetectorReferences.self, from: data)
    }
}

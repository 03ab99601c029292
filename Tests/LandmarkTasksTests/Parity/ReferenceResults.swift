import Foundation
import LandmarkTestSupport

/// MediaPipe's results for one image and one task.
struct ReferenceResult: Decodable {
    struct GridMask: Decodable {
        let mean: Float
        let rows: [Int]
        let columns: [Int]
        let values: [Float]
    }

    /// A hand's name and score, stored as a list of both.
    struct ScoredHand: Decodable {
        let name: String
        let score: Float

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            name = try list.decode(String.self)
            score = try list.decode(Float.self)
        }
    }

    let landmarks: [[[Float]]]
    var world: [[[Float]]]?
    var handedness: [ScoredHand]?
    var masks: [GridMask]?
    var maskMean: [Float]?
    var blendshapes: [[Float]]?
    var matrices: [[Float]]?
}

/// The committed results on the footage.
struct FootageReferences: Decodable {
    struct Image: Decodable {
        let file: String
        let width: Int
        let height: Int
        let hand: ReferenceResult
        let pose: ReferenceResult
        let face: ReferenceResult
    }

    struct Confidences: Decodable {
        let detection: Float
        let presence: Float
    }

    let handConfidences: Confidences
    let images: [Image]

    static func load() throws -> FootageReferences {
        let path = Fixtures.committed("mediapipe.json", testFile: folder)
        let data = try Data(contentsOf: URL(fileURLWithPath: path))
        return try JSONDecoder().decode(FootageReferences.self, from: data)
    }

    /// The fixtures are beside the folder of this file.
    private static var folder: String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
    }
}

/// The shared results on the shared images.
struct SharedReferences: Decodable {
    struct Item: Decodable {
        let file: String
        let task: String
        let mode: String
        let frames: [ReferenceResult]
    }

    let items: [Item]
}

/// The shared results of the lite and heavy pose models.
struct PoseModelReferences: Decodable {
    struct Item: Decodable {
        let model: String
        let file: String
        let landmarks: [[[Float]]]
        let world: [[[Float]]]
    }

    let items: [Item]
}

/// Reads compressed JSON from the shared folder.
func sharedJSON<Value: Decodable>(_ type: Value.Type, _ name: String) throws -> Value {
    let packed = try Data(contentsOf: URL(fileURLWithPath: Fixtures.shared(name)))
    guard let bytes = Gzip.inflate(Array(packed)) else {
        throw CocoaError(.fileReadCorruptFile)
    }
    return try JSONDecoder().decode(type, from: Data(bytes))
}

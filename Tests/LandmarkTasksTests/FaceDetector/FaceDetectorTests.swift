import Foundation
import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport
import Testing

struct FaceDetectorTests {
    static let bundle = "face_landmarker.task"
    static let loose = "mediapipe-0.10.21/face_detection_short_range.tflite"

    static func detector(
        _ model: String = bundle, _ set: (inout FaceDetectorOptions) -> Void = { _ in }
    ) throws -> FaceDetector {
        var options = FaceDetectorOptions(model: .file(Fixtures.model(model)))
        set(&options)
        return try FaceDetector(options: options)
    }

    static func error<Made>(_ body: () throws -> Made) -> TaskError? {
        do {
            _ = try body()
            return nil
        } catch {
            return error as? TaskError
        }
    }

    @Test(
        "faces are where MediaPipe detects them",
        .enabled(
            if: Fixtures.available(
                Fixtures.model(bundle), Fixtures.footage("astronaut.png"),
                Fixtures.footage("bunny_0040.png"))))
    func parity() throws { try Self.compare(Self.bundle) }

    @Test(
        "a network without a bundle detects the same",
        .enabled(
            if: Fixtures.available(
                Fixtures.model(loose), Fixtures.footage("astronaut.png"),
                Fixtures.footage("bunny_0040.png"))))
    func looseNetwork() throws { try Self.compare(Self.loose) }

    /// Compares the detections of the detector in `model` with MediaPipe's.
    static func compare(_ model: String) throws {
        var worst = (score: Float(0), box: Float(0), keypoint: Float(0), faces: 0)
        for item in try FaceDetectorReferences.load().items where item.model == model {
            let detector = try detector(model) {
                $0.minDetectionConfidence = item.confidence
                $0.minSuppressionThreshold = item.suppression
            }
            let found = try detector.detect(Landmarkers.footage(item.file))
            try #require(found.detections.count == item.faces.count, "faces in \(item.file)")
            for (face, expected) in zip(found.detections, item.faces) {
                worst.faces += 1
                worst.score = max(worst.score, abs(face.score - expected.score))
                let box = face.boundingBox
                let edges = [
                    box.xCenter - box.width / 2, box.yCenter - box.height / 2, box.width,
                    box.height,
                ]
                for (edge, reference) in zip(edges, expected.box) {
                    worst.box = max(worst.box, abs(edge - 0.5 - reference))
                }
                for (point, reference) in zip(face.keypoints, expected.keypoints) {
                    let size = found.imageSize
                    let x = (point.x - reference[0]) * Float(size.width)
                    let y = (point.y - reference[1]) * Float(size.height)
                    worst.keypoint = max(worst.keypoint, (x * x + y * y).squareRoot())
                }
            }
        }
        print("face detector, \(model): \(worst)")
        #expect(worst.faces == 48)
        #expect(worst.score < 1e-3)
        // MediaPipe truncates its boxes to whole pixels.
        #expect(worst.box < 0.501)
        #expect(worst.keypoint < 0.1)
    }

    @Test(
        "a rotated image gives the same faces",
        .enabled(
            if: Fixtures.available(Fixtures.model(bundle), Fixtures.footage("astronaut.png"))),
        arguments: Orientation.allCases)
    func rotated(orientation: Orientation) throws {
        let detector = try Self.detector()
        let image = try Landmarkers.footage("astronaut.png")
        let upright = try #require(detector.detect(image).detections.first)
        let turned = try image.turned(orientation)
        let found = try detector.detect(turned, orientation: orientation)
        let face = try #require(found.detections.first)
        for (point, expected) in zip(face.keypoints, upright.keypoints) {
            let back = Landmark(x: point.x, y: point.y, z: 0).upright(orientation)
            let offset = back - expected
            #expect((offset * offset).sum().squareRoot() < 0.002)
        }
        let center = Landmark(
            x: face.boundingBox.xCenter / Float(turned.width),
            y: face.boundingBox.yCenter / Float(turned.height), z: 0
        ).upright(orientation)
        #expect(abs(center.x * Float(image.width) - upright.boundingBox.xCenter) < 1)
        #expect(abs(center.y * Float(image.height) - upright.boundingBox.yCenter) < 1)
        #expect(abs(face.boundingBox.width - upright.boundingBox.width) < 1)
    }

    @Test(
        "keypoints are accessible by name",
        .enabled(
            if: Fixtures.available(Fixtures.model(bundle), Fixtures.footage("astronaut.png"))))
    func keypoints() throws {
        let image = try Landmarkers.footage("astronaut.png")
        let face = try #require(Self.detector().detect(image).detections.first)
        #expect(face[.rightEye].x < face[.noseTip].x)
        #expect(face[.noseTip].x < face[.leftEye].x)
        #expect(face[.mouthCenter].y > face[.noseTip].y)
        #expect(face[.rightEarTragion].x < face[.rightEye].x)
        #expect(face[.leftEarTragion].x > face[.leftEye].x)
        #expect(FaceKeypoint.allCases.map(\.name).first == "rightEye")
    }

    @Test(
        "thresholds outside 0…1 are rejected", arguments: [Float(-0.01), 1.01, .nan])
    func thresholds(value: Float) {
        let paths: [(String, WritableKeyPath<FaceDetectorOptions, Float>)] = [
            ("minDetectionConfidence", \.minDetectionConfidence),
            ("minSuppressionThreshold", \.minSuppressionThreshold),
        ]
        for (name, path) in paths {
            let found = Self.error { try Self.detector("absent") { $0[keyPath: path] = value } }
            #expect(found?.description == "option \(name) must be within 0…1, not \(value)")
        }
    }

    @Test(
        "each mode has its call and rejects the others",
        .enabled(if: Fixtures.available(Fixtures.model(bundle))))
    func modes() throws {
        let image = try Images.blank(width: 40, height: 30)
        let frame = Frame(image: image, timestamp: .milliseconds(0))
        let still = try Self.detector()
        let video = try Self.detector { $0.runningMode = .video }
        #expect(try still.detect(image).timestamp == nil)
        #expect(try video.detect(frame).timestamp == .milliseconds(0))
        guard case .wrongMode(_, .video, .image) = Self.error({ try still.detect(frame) }),
            case .wrongMode(_, .image, .video) = Self.error({ try video.detect(image) })
        else {
            Issue.record("a call of another mode was taken")
            return
        }
    }

    @Test(
        "timestamps must increase until reset",
        .enabled(if: Fixtures.available(Fixtures.model(bundle))))
    func order() throws {
        let image = try Images.blank(width: 40, height: 30)
        let video = try Self.detector { $0.runningMode = .video }
        for (time, isTaken) in [(5, true), (5, false), (4, false), (6, true)] {
            let frame = Frame(image: image, timestamp: .milliseconds(time))
            #expect((Self.error { try video.detect(frame) } == nil) == isTaken)
        }
        video.reset()
        let first = Frame(image: image, timestamp: .milliseconds(0))
        #expect(try video.detect(first).detections.isEmpty)
    }

    @Test(
        "another task's network is rejected by its shape",
        .enabled(if: Fixtures.available(Fixtures.model(loose))))
    func otherNetwork() {
        let name = "mediapipe-0.10.21/palm_detection_full.tflite"
        guard
            case .unexpectedModel(_, let file, "outputs", _, _) = Self.error({
                try Self.detector(name)
            })
        else {
            Issue.record("a palm detector was taken for a face detector")
            return
        }
        #expect(file == Fixtures.model(name))
    }
}

/// The detections of MediaPipe's face detector on the footage.
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

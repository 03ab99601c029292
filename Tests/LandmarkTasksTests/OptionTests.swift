import Foundation
import LandmarkModelFile
import LandmarkTasks
import LandmarkTestSupport
import Testing

struct OptionTests {
    /// The error that `body` throws.
    func error<Made>(_ body: () throws(TaskError) -> Made) -> TaskError? {
        do {
            _ = try body()
            return nil
        } catch {
            return error
        }
    }

    static let absent = ModelSource.file("no/such/bundle.task")

    @Test(
        "confidences outside 0…1 are rejected", arguments: [Float(-0.01), 1.01, .nan, .infinity])
    func confidences(value: Float) throws {
        let paths: [(String, WritableKeyPath<HandLandmarkerOptions, Float>)] = [
            ("minDetectionConfidence", \.minDetectionConfidence),
            ("minPresenceConfidence", \.minPresenceConfidence),
            ("minTrackingConfidence", \.minTrackingConfidence),
        ]
        for (name, path) in paths {
            var options = HandLandmarkerOptions(model: Self.absent)
            options[keyPath: path] = value
            let found = error { () throws(TaskError) in try HandLandmarker(options: options) }
            #expect(
                found?.description == "option \(name) must be within 0…1, not \(value)")
        }
    }

    @Test("a count below 1 is rejected by the option's name")
    func counts() {
        var hand = HandLandmarkerOptions(model: Self.absent)
        hand.numHands = 0
        var pose = PoseLandmarkerOptions(model: Self.absent)
        pose.numPoses = -1
        var face = FaceLandmarkerOptions(model: Self.absent)
        face.numFaces = 0
        #expect(
            error { () throws(TaskError) in try HandLandmarker(options: hand) }?.description
                == "option numHands must be at least 1, not 0")
        #expect(
            error { () throws(TaskError) in try PoseLandmarker(options: pose) }?.description
                == "option numPoses must be at least 1, not -1")
        #expect(
            error { () throws(TaskError) in try FaceLandmarker(options: face) }?.description
                == "option numFaces must be at least 1, not 0")
    }

    @Test(
        "smoothing parameters out of range are rejected",
        arguments: [
            (
                Smoothing.oneEuro(minCutoff: 0, beta: 1),
                "smoothing minCutoff must be above 0, not 0.0"
            ),
            (.oneEuro(minCutoff: .nan, beta: 1), "smoothing minCutoff must be above 0, not nan"),
            (.oneEuro(minCutoff: 1, beta: -1), "smoothing beta must be at least 0, not -1.0"),
            (.oneEuro(minCutoff: 1, beta: .infinity), "smoothing beta must be at least 0, not inf"),
        ])
    func smoothing(smoothing: Smoothing, said: String) {
        var options = HandLandmarkerOptions(model: Self.absent)
        options.smoothing = smoothing
        let found = error { () throws(TaskError) in try HandLandmarker(options: options) }
        #expect(found?.description == "option " + said)
    }

    @Test("a detection interval of zero frames is rejected")
    func detectionInterval() {
        var options = PoseLandmarkerOptions(model: Self.absent)
        options.detectionInterval = .frames(0)
        let found = error { () throws(TaskError) in try PoseLandmarker(options: options) }
        #expect(found?.description == "option detectionInterval must be at least 1, not 0")
    }

    @Test("a negative retention is rejected")
    func retention() {
        var options = FaceLandmarkerOptions(model: Self.absent)
        options.trackRetention = -0.001
        let found = error { () throws(TaskError) in try FaceLandmarker(options: options) }
        #expect(
            found?.description
                == "option trackRetention must be at least 0, not -0.001")
    }

    @Test("zero threads are rejected")
    func threads() {
        var options = PoseLandmarkerOptions(model: Self.absent)
        options.threads = 0
        let found = error { () throws(TaskError) in try PoseLandmarker(options: options) }
        #expect(found?.description == "option threads must be at least 1, not 0")
    }

    @Test("a missing file is named")
    func missingFile() {
        let options = FaceLandmarkerOptions(model: Self.absent)
        let found = error { () throws(TaskError) in try FaceLandmarker(options: options) }
        guard case .modelFile(.cannotOpen(let path, _)) = found else {
            Issue.record("\(String(describing: found))")
            return
        }
        #expect(path == "no/such/bundle.task")
    }

    @Test("bytes that are not a bundle are rejected")
    func noBundle() {
        let options = FaceLandmarkerOptions(model: .bytes([1, 2, 3], name: "three bytes"))
        let found = error { () throws(TaskError) in try FaceLandmarker(options: options) }
        guard case .modelFile(.archive(let file, _, _)) = found else {
            Issue.record("\(String(describing: found))")
            return
        }
        #expect(file == "three bytes")
    }

    @Test("a single network is rejected with the entries that are needed")
    func singleNetwork() {
        let bytes: [UInt8] = [28, 0, 0, 0] + Array("TFL3".utf8) + [0, 0, 0, 0]
        let options = HandLandmarkerOptions(model: .bytes(bytes, name: "palm.tflite"))
        let found = error { () throws(TaskError) in try HandLandmarker(options: options) }
        #expect(
            found?.description
                == "palm.tflite is a single network; a bundle (.task) that contains "
                + "hand_detector.tflite, hand_landmarks_detector.tflite is required")
    }

    @Test(
        "another task's bundle is rejected with its entries",
        .enabled(if: Fixtures.available(Landmarkers.handModel)))
    func otherBundle() {
        let options = PoseLandmarkerOptions(model: .file(Landmarkers.handModel))
        let found = error { () throws(TaskError) in try PoseLandmarker(options: options) }
        guard case .modelFile(.noEntry(let file, let entry, let available)) = found else {
            Issue.record("\(String(describing: found))")
            return
        }
        #expect(file == Landmarkers.handModel)
        #expect(entry == "pose_detector.tflite")
        #expect(available.contains("hand_detector.tflite"))
    }

    @Test(
        "confidences of 0 and 1 are accepted",
        .enabled(if: Fixtures.available(Landmarkers.handModel)))
    func limits() throws {
        let landmarker = try Landmarkers.hand {
            $0.minDetectionConfidence = 1
            $0.minPresenceConfidence = 0
            $0.minTrackingConfidence = 0
        }
        let image = try Images.blank(width: 32, height: 32)
        #expect(try landmarker.detect(image).hands.isEmpty)
    }

    @Test("a file URL names the same file as its path")
    func fileURL() {
        #expect(
            ModelSource.file(URL(fileURLWithPath: "/no such/bundle.task"))
                == .file("/no such/bundle.task"))
    }

    @Test("a URL of another scheme is refused when the model is read")
    func otherURL() throws {
        let url = try #require(URL(string: "https://example.com/hand_landmarker.task"))
        let options = HandLandmarkerOptions(model: .file(url))
        let found = error { () throws(TaskError) in try HandLandmarker(options: options) }
        guard case .notAFileURL("https://example.com/hand_landmarker.task") = found else {
            Issue.record("\(String(describing: found))")
            return
        }
    }
}

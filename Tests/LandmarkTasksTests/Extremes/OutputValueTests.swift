import Foundation
import LandmarkCore
import LandmarkImaging
import LandmarkInference
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// Networks that give NaN, infinities and denormal numbers: results are finite, or there is an error, with
/// every instruction set.
struct OutputValueTests {
    private static let bad: [Float] = [.nan, .infinity, -.infinity, 1e38, -2e9]

    /// The output and index that an error names, and its value.
    private func fault(_ body: () throws -> Void) -> (output: Int, index: Int, value: Float)? {
        do {
            try body()
        } catch TaskError.inference(.outputValue(_, let position, _, let index, let value)) {
            return (position, index, value)
        } catch {
            Issue.record("\(error)")
        }
        return nil
    }

    private func hand(
        _ set: InstructionSet, detector: [(shape: [Int], values: [Float])] = MadeNetworks.palm,
        landmarks: [(shape: [Int], values: [Float])] = MadeNetworks.handOutputs
    ) throws -> HandLandmarker {
        var options = HandLandmarkerOptions(
            model: MadeNetworks.handBundle(
                detector: MadeNetworks.constant(input: MadeNetworks.palmInput, outputs: detector),
                landmarks: MadeNetworks.constant(
                    input: MadeNetworks.handInput, outputs: landmarks)))
        options.device = .cpu(set)
        return try HandLandmarker(options: options)
    }

    @Test(
        "a hand of ordinary and of denormal numbers is found", arguments: InstructionSet.available)
    func ordinary(set: InstructionSet) throws {
        let image = try Images.blank(width: 64, height: 48)
        #expect(try hand(set).detect(image).hands.count == 1)
        var landmarks = MadeNetworks.handOutputs
        landmarks[0].values[7] = .leastNonzeroMagnitude
        landmarks[3].values = [Float](repeating: -.leastNonzeroMagnitude, count: 63)
        let found = try hand(set, landmarks: landmarks).detect(image).hands
        #expect(found.count == 1 && found.allSatisfy(\.isFinite))
    }

    @Test("an impossible number of any output is an error", arguments: InstructionSet.available)
    func landmarkOutputs(set: InstructionSet) throws {
        let image = try Images.blank(width: 64, height: 48)
        for (position, output) in MadeNetworks.handOutputs.enumerated() {
            for (number, value) in Self.bad.enumerated() {
                let index = min(13 * number, output.values.count - 1)
                var landmarks = MadeNetworks.handOutputs
                landmarks[position].values[index] = value
                let landmarker = try hand(set, landmarks: landmarks)
                let found = fault { _ = try landmarker.detect(image) }
                #expect(
                    found?.output == position && found?.index == index
                        && found?.value.bitPattern == value.bitPattern,
                    "\(value) at \(index) of output \(position): \(found as Any)")
            }
        }
    }

    @Test("an impossible number of the detector is an error", arguments: InstructionSet.available)
    func detectorOutputs(set: InstructionSet) throws {
        let image = try Images.blank(width: 64, height: 48)
        for (position, index) in [(0, 0), (0, 36287), (1, 0), (1, 2015)] {
            for value in Self.bad {
                var detector = MadeNetworks.palm
                detector[position].values[index] = value
                let landmarker = try hand(set, detector: detector)
                let found = fault { _ = try landmarker.detect(image) }
                #expect(found?.output == position && found?.index == index, "\(value)")
            }
        }
    }

    @Test("the error names the network, the output and the number")
    func message() throws {
        var landmarks = MadeNetworks.handOutputs
        landmarks[3].values[5] = .nan
        let landmarker = try hand(.scalar, landmarks: landmarks)
        let error = #expect(throws: TaskError.self) {
            try landmarker.detect(Images.blank(width: 64, height: 48))
        }
        let text = error?.description ?? ""
        #expect(text.contains("hand_landmarks_detector.tflite"), "\(text)")
        #expect(text.contains("output 3, ") && text.contains("has nan at index 5"), "\(text)")
    }

    @Test("a frame that fails leaves a stream intact", arguments: InstructionSet.available)
    func stream(set: InstructionSet) throws {
        var options = HandLandmarkerOptions(
            model: MadeNetworks.handBundle(
                detector: MadeNetworks.constant(
                    input: MadeNetworks.palmInput, outputs: MadeNetworks.palm),
                landmarks: MadeNetworks.handInTheDark))
        options.device = .cpu(set)
        options.runningMode = .video
        options.smoothing = .oneEuro(minCutoff: 1, beta: 1)
        let landmarker = try HandLandmarker(options: options)
        let dark = try Images.blank(width: 64, height: 48)
        let bright = try Images.blank(width: 64, height: 48, value: 200)
        var hands: [Hand] = []
        for time in 0..<8 {
            let fails = time % 3 == 1
            let frame = Frame(image: fails ? bright : dark, timestamp: .milliseconds(33 * time))
            if fails {
                #expect(fault { _ = try landmarker.detect(frame) }?.output == 0)
            } else {
                hands += try landmarker.detect(frame).hands
            }
        }
        #expect(hands.count == 5 && hands.allSatisfy(\.isFinite))
        #expect(hands.allSatisfy { $0.id == 1 })
    }

    @Test("masks of people")
    func masks() throws {
        let image = try Images.blank(width: 64, height: 48)
        func segmenter(_ values: [Float]) throws -> ImageSegmenter {
            let network = MadeNetworks.constant(
                input: [1, 256, 256, 3], outputs: [([1, 256, 256, 1], values)])
            return try ImageSegmenter(
                options: ImageSegmenterOptions(model: .bytes(network, name: "made")))
        }
        var values = [Float](repeating: 0.5, count: 256 * 256)
        let found = try segmenter(values).detect(image).instances.first?.mask.values
        #expect(found == [Float](repeating: 0.5, count: 64 * 48))
        for value in Self.bad {
            values[60000] = value
            let landmarker = try segmenter(values)
            #expect(fault { _ = try landmarker.detect(image) }?.index == 60000, "\(value)")
        }
    }

    @Test("faces and their blendshapes", .enabled(if: Fixtures.available(Landmarkers.faceModel)))
    func faces() throws {
        let mesh: [(shape: [Int], values: [Float])] = [
            ([1, 1434], (0..<1434).map { Float($0 % 200) }), ([1, 1], [9]), ([1, 1], [9]),
        ]
        let scores = (shape: [1, 52], values: [Float](repeating: 0.5, count: 52))
        func landmarker(
            _ mesh: [(shape: [Int], values: [Float])], _ scores: (shape: [Int], values: [Float])
        ) throws -> FaceLandmarker {
            let entries = try [
                "face_detector.tflite", "geometry_pipeline_metadata_landmarks.binarypb",
            ]
            .map { ($0, try BundleTests.content($0, of: Landmarkers.faceModel)) }
            let made = [
                (
                    "face_landmarks_detector.tflite",
                    MadeNetworks.constant(input: [1, 256, 256, 3], outputs: mesh)
                ),
                (
                    "face_blendshapes.tflite",
                    MadeNetworks.constant(input: [1, 146, 2], outputs: [scores])
                ),
            ]
            var options = FaceLandmarkerOptions(model: MadeNetworks.bundle(entries + made))
            // Whatever the detector sees, it becomes a face.
            options.minDetectionConfidence = 0
            options.blendshapes = true
            options.transformationMatrices = true
            return try FaceLandmarker(options: options)
        }
        let image = try Images.blank(width: 64, height: 48)
        #expect(try landmarker(mesh, scores).detect(image).faces.count == 1)
        for value in Self.bad {
            var broken = mesh
            broken[0].values[1000] = value
            #expect(fault { _ = try landmarker(broken, scores).detect(image) }?.index == 1000)
            var unequal = scores
            unequal.values[51] = value
            #expect(fault { _ = try landmarker(mesh, unequal).detect(image) }?.index == 51)
        }
        // The largest numbers that are accepted determine no matrix, or a finite one.
        var far = mesh
        for index in stride(from: 0, to: 1434, by: 7) { far[0].values[index] = 9e8 }
        let face = try #require(try landmarker(far, scores).detect(image).faces.first)
        #expect(face.landmarks.allSatisfy { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite })
        if let matrix = face.transformationMatrix {
            let columns = [matrix.columns.0, matrix.columns.1, matrix.columns.2, matrix.columns.3]
            #expect(columns.allSatisfy { $0.sum().isFinite })
        }
    }
}

extension Hand {
    fileprivate var isFinite: Bool {
        let sum = landmarks.reduce(0) { $0 + $1.x + $1.y + $1.z }
        return worldLandmarks.reduce(sum) { $0 + $1.x + $1.y + $1.z }.isFinite
    }
}

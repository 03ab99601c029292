import Foundation
import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// The results of MediaPipe's older API, version 0.10.21, which `Fixtures/solutions_references.py` wrote.
private struct SolutionsReferences: Decodable {
    struct Sequence: Decodable {
        let images: [String]
        /// Whether the images are independent; otherwise they are the frames of a video.
        let isStatic: Bool
        let results: [String: [Result]]
    }

    struct Result: Decodable {
        struct GridMask: Decodable {
            let mean: Float
            let rows: [Int]
            let columns: [Int]
            let values: [Float]
        }

        /// x, y and for most z of each landmark; for faces of every thirteenth.
        let landmarks: [[[Float]]]
        let world: [[[Float]]]?
        let mask: GridMask?
    }

    let sequences: [Sequence]

    static func load() throws -> SolutionsReferences {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path
        let bytes = try Fixtures.bytes("solutions.json.gz", testFile: folder)
        return try JSONDecoder().decode(
            SolutionsReferences.self, from: Data(#require(Gzip.inflate(bytes))))
    }
}

/// The networks of the older API in bundles.
private enum SolutionsBundles {
    static var areHere: Bool {
        SolutionsModels.areHere
            && Fixtures.available(
                Fixtures.footage("astronaut.png"), Fixtures.footage("carphone_0000.png"))
    }

    /// A bundle with these networks under the given names.
    static func bundle(_ networks: [String: String]) throws -> ModelSource {
        .bytes(try SolutionsModels.bundle(networks), name: "networks of Solutions")
    }

    static func file(_ network: String) -> ModelSource { .file(SolutionsModels.network(network)) }

    static func hands(_ size: String) throws -> ModelSource {
        try bundle([
            "hand_detector": "palm_detection_\(size)",
            "hand_landmarks_detector": "hand_landmark_\(size)",
        ])
    }

    static func pose() throws -> ModelSource { try bundle(SolutionsModels.pose) }

    static func mesh(_ network: String) throws -> ModelSource {
        try bundle(SolutionsModels.mesh(network))
    }

    /// The options of a holistic landmarker.
    static func holistic() throws -> HolisticLandmarkerOptions {
        var options = HolisticLandmarkerOptions(model: try pose())
        options.handModel = try bundle(SolutionsModels.hands)
        options.faceModel = try bundle(SolutionsModels.face)
        return options
    }
}

/// What a solution found in an image, in the form of the references.
private struct Found {
    var landmarks: [[SIMD3<Float>]] = []
    var world: [[SIMD3<Float>]] = []
    var mask: Mask?

    static func points(_ landmarks: [some LandmarkPoint], every step: Int = 1) -> [SIMD3<Float>] {
        stride(from: 0, to: landmarks.count, by: step).map {
            SIMD3(landmarks[$0].x, landmarks[$0].y, landmarks[$0].z)
        }
    }
}

/// A landmarker with the options of a solution.
private struct Solution {
    let detect: (PixelBuffer, Timestamp?) throws -> Found

    init<Task: LandmarkTask>(
        _ options: Task.Options, isStatic: Bool, of task: Task.Type,
        _ convert: @escaping (LandmarkerResult<Task.Instance>) -> Found
    ) throws {
        var options = options
        options.runningMode = isStatic ? .image : .video
        let landmarker = try Landmarker<Task>(options: options)
        detect = { image, timestamp in
            guard let timestamp else { return convert(try landmarker.detect(image)) }
            return convert(try landmarker.detect(Frame(image: image, timestamp: timestamp)))
        }
    }

    init(_ name: String, isStatic: Bool) throws {
        let parts = name.split(separator: "-").map(String.init)
        switch parts[0] {
        case "hands":
            var options = HandLandmarkerOptions(
                model: try SolutionsBundles.hands(parts[1] == "0" ? "lite" : "full"))
            options.variant = .solutions
            options.numHands = 2
            try self.init(options, isStatic: isStatic, of: HandTask.self) { result in
                Found(
                    landmarks: result.hands.map { Found.points($0.landmarks) },
                    world: result.hands.map { Found.points($0.worldLandmarks) })
            }
        case "pose":
            var options = PoseLandmarkerOptions(model: try SolutionsBundles.pose())
            options.variant = .solutions
            options.segmentationMasks = true
            try self.init(options, isStatic: isStatic, of: PoseTask.self) { result in
                Found(
                    landmarks: result.poses.map { Found.points($0.landmarks) },
                    world: result.poses.map { Found.points($0.worldLandmarks) },
                    mask: result.poses.first?.mask)
            }
        case "face" where parts[1] == "mesh":
            var options = FaceLandmarkerOptions(
                model: try SolutionsBundles.mesh(
                    parts[2] == "plain" ? "face_landmark" : "face_landmark_with_attention"))
            options.variant = .solutions
            options.numFaces = 2
            try self.init(options, isStatic: isStatic, of: FaceTask.self) { result in
                Found(landmarks: result.faces.map { Found.points($0.landmarks, every: 13) })
            }
        case "face":
            let isFullRange = parts[2] == "1"
            var options = FaceDetectorOptions(
                model: SolutionsBundles.file(
                    isFullRange
                        ? "face_detection_full_range_sparse" : "face_detection_short_range"))
            // The older API ignores what its caller asks for.
            options.minDetectionConfidence = isFullRange ? 0.6 : 0.5
            try self.init(options, isStatic: isStatic, of: FaceDetectionTask.self) { result in
                Found(landmarks: result.detections.map { $0.keypoints.map { SIMD3($0, 0) } })
            }
        case "selfie":
            let options = ImageSegmenterOptions(
                model: SolutionsBundles.file(
                    parts[1] == "0" ? "selfie_segmentation" : "selfie_segmentation_landscape"))
            try self.init(options, isStatic: isStatic, of: SegmentationTask.self) { result in
                Found(mask: result.mask)
            }
        default:
            let options = try SolutionsBundles.holistic()
            try self.init(options, isStatic: isStatic, of: HolisticTask.self) { result in
                let person = result.person
                return Found(landmarks: [
                    Found.points(person?.pose.landmarks ?? []),
                    Found.points(person?.leftHand?.landmarks ?? []),
                    Found.points(person?.rightHand?.landmarks ?? []),
                    Found.points(person?.face?.landmarks ?? [], every: 13),
                ])
            }
        }
    }
}

@Suite(.enabled(if: SolutionsBundles.areHere && VideoImages.clipIsHere))
struct SolutionsTests {
    /// The largest median distances of landmarks in pixels. In a video, what is found in a frame depends on
    /// all frames before.
    static func limit(_ solution: String, isStatic: Bool) -> Float {
        isStatic ? solution == "holistic" ? 0.05 : 0.01 : 0.1
    }

    @Test(
        "results are those of MediaPipe's older API",
        arguments: [
            "hands-0", "hands-1", "pose", "face-mesh-plain", "face-mesh-refined",
            "face-detection-0", "face-detection-1", "selfie-0", "selfie-1", "holistic",
        ], [true, false])
    func results(name: String, isStatic: Bool) throws {
        let references = try SolutionsReferences.load()
        let sequence = try #require(references.sequences.first { $0.isStatic == isStatic })
        let expected = try #require(sequence.results[name])
        let solution = try Solution(name, isStatic: isStatic)
        let images = try VideoImages.footage.get()
        var distances: [Float] = []
        var meters: [Float] = []
        var found = 0
        for (index, (image, result)) in zip(sequence.images, expected).enumerated() {
            let pixels = try images.image(image)
            let time = Timestamp(milliseconds: (index + 1) * 33_333 / 1000)
            let got = try solution.detect(pixels, isStatic ? nil : time)
            #expect(
                got.landmarks.map(\.count) == result.landmarks.map(\.count), "\(name), \(image)")
            found += result.landmarks.count + (result.mask == nil ? 0 : 1)
            let scale = SIMD2(Float(pixels.width), Float(pixels.height))
            for (points, truths) in zip(got.landmarks, result.landmarks) {
                for (point, truth) in zip(points, truths) {
                    let offset = (SIMD2(point.x, point.y) - SIMD2(truth[0], truth[1])) * scale
                    distances.append((offset * offset).sum().squareRoot())
                }
            }
            for (points, truths) in zip(got.world, result.world ?? []) {
                for (point, truth) in zip(points, truths) {
                    let offset = point - SIMD3(truth[0], truth[1], truth[2])
                    meters.append((offset * offset).sum().squareRoot())
                }
            }
            if let mask = result.mask {
                check(got.mask, mask, limit: isStatic ? 1e-3 : 5e-3, "\(name), \(image)")
            }
        }
        // No hand is in the clip: that none is found there is the result.
        #expect(found > 0 || name.hasPrefix("hands") && (!isStatic || name == "hands-0"))
        if !distances.isEmpty {
            let median = distances.sorted()[distances.count / 2]
            #expect(median <= Self.limit(name, isStatic: isStatic), "\(name): \(median) px")
        }
        if !meters.isEmpty {
            let median = meters.sorted()[meters.count / 2]
            #expect(median <= (isStatic ? 0.001 : 0.005), "\(name): \(median) m")
        }
    }

    private func check(
        _ mask: Mask?, _ expected: SolutionsReferences.Result.GridMask, limit: Float,
        _ name: String
    ) {
        guard let mask else {
            Issue.record("\(name): no mask")
            return
        }
        let mean = mask.values.reduce(0) { $0 + Double($1) } / Double(mask.values.count)
        #expect(abs(Float(mean) - expected.mean) < limit, "\(name)")
        var differences: Float = 0
        var place = 0
        for row in expected.rows {
            for column in expected.columns {
                differences += abs(
                    mask.values[row * mask.size.width + column] - expected.values[place])
                place += 1
            }
        }
        #expect(differences / Float(place) < limit, "\(name)")
    }

    @Test("a rotated image gives the rotated mask", arguments: [Orientation.right, .down, .left])
    func rotatedMask(orientation: Orientation) throws {
        let options = ImageSegmenterOptions(
            model: SolutionsBundles.file("selfie_segmentation"))
        let segmenter = try ImageSegmenter(options: options)
        let image = try Landmarkers.footage("astronaut.png")
        let upright = try #require(segmenter.detect(image).mask)
        let turned = try image.turned(orientation)
        let mask = try #require(segmenter.detect(turned, orientation: orientation).mask)
        func gray(_ mask: Mask) throws -> PixelBuffer {
            try PixelBuffer(
                width: mask.size.width, height: mask.size.height, format: .gray8,
                bytes: mask.values.map { UInt8(($0 * 255).rounded()) })
        }
        let expected = try gray(upright).turned(orientation)
        let got = try gray(mask)
        #expect(got.size == expected.size)
        var largest = 0
        for y in stride(from: 0, to: got.height, by: 7) {
            for x in stride(from: 0, to: got.width, by: 7) {
                let (a, b) = (got.pixel(x: x, y: y)[0], expected.pixel(x: x, y: y)[0])
                largest = max(largest, abs(Int(a) - Int(b)))
            }
        }
        #expect(largest <= 1)
    }

    @Test("the older API's pipeline follows one pose")
    func onePose() throws {
        var options = PoseLandmarkerOptions(model: try SolutionsBundles.pose())
        options.variant = .solutions
        options.numPoses = 2
        let error = #expect(throws: TaskError.self) { try PoseLandmarker(options: options) }
        #expect("\(try #require(error))".contains("numPoses"))
    }

    @Test("the thresholds of a holistic landmarker's parts decide what is found")
    func holisticThresholds() throws {
        let image = try Landmarkers.footage("astronaut.png")
        func person(_ set: (inout HolisticLandmarkerOptions) -> Void) throws -> Holistic? {
            var options = try SolutionsBundles.holistic()
            set(&options)
            return try HolisticLandmarker(options: options).detect(image).person
        }
        let usual = try #require(try person { _ in })
        #expect(usual.face?.landmarks.count == 478 && usual.leftHand == nil)
        #expect(try person { $0.minFaceDetectionConfidence = 1 }?.face == nil)
        #expect(try person { $0.minFacePresenceConfidence = 1 }?.face == nil)
        #expect(try person { $0.minPresenceConfidence = 1 } == nil)
        let lenient = try #require(try person { $0.minHandPresenceConfidence = 0 })
        #expect(lenient.rightHand?.landmarks.count == 21)
        #expect(lenient.face == usual.face && lenient.pose == usual.pose)
    }

    @Test("a threshold outside 0…1 is refused by its name")
    func holisticThreshold() throws {
        let thresholds: [(String, WritableKeyPath<HolisticLandmarkerOptions, Float>)] = [
            ("minSuppressionThreshold", \.minSuppressionThreshold),
            ("minHandPresenceConfidence", \.minHandPresenceConfidence),
            ("minFaceDetectionConfidence", \.minFaceDetectionConfidence),
            ("minFaceSuppressionThreshold", \.minFaceSuppressionThreshold),
            ("minFacePresenceConfidence", \.minFacePresenceConfidence),
        ]
        for (name, threshold) in thresholds {
            for value in [-0.1, 1.5, Float.nan] {
                var options = try SolutionsBundles.holistic()
                options[keyPath: threshold] = value
                let error = #expect(throws: TaskError.self) {
                    try HolisticLandmarker(options: options)
                }
                #expect(
                    "\(try #require(error))" == "option \(name) must be within 0…1, not \(value)")
            }
        }
    }

    @Test("a holistic landmarker names the network that a bundle lacks")
    func missingNetwork() throws {
        let options = HolisticLandmarkerOptions(model: try SolutionsBundles.pose())
        let error = #expect(throws: TaskError.self) {
            try HolisticLandmarker(options: options)
        }
        #expect("\(try #require(error))".contains("hand_recrop.tflite"))
    }
}

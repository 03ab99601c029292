import LandmarkCore
import LandmarkInference
import LandmarkModelFile
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// Bundles with entries of the right names and wrong contents.
struct BundleTests {
    /// The contents of `entry` in a real bundle.
    static func content(_ entry: String, of path: String) throws -> [UInt8] {
        try ModelBundle(path: path).bytes(named: entry).withUnsafeBytes { Array($0) }
    }

    static func face(_ entries: [(String, [UInt8])]) -> FaceLandmarkerOptions {
        let bytes = ZipWriter(entries.map { ZipWriter.Entry($0.0, $0.1) }).bytes()
        return FaceLandmarkerOptions(model: .bytes(bytes, name: "made"))
    }

    static func error(_ options: FaceLandmarkerOptions) -> TaskError? {
        do {
            _ = try FaceLandmarker(options: options)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "a bundle can be given as bytes", .enabled(if: Fixtures.available(Landmarkers.faceModel)))
    func bytes() throws {
        let entries = ["face_detector.tflite", "face_landmarks_detector.tflite"]
        let options = try Self.face(
            entries.map { ($0, try Self.content($0, of: Landmarkers.faceModel)) })
        let landmarker = try FaceLandmarker(options: options)
        #expect(try landmarker.detect(Images.blank(width: 40, height: 30)).faces.isEmpty)
    }

    @Test(
        "a network of another shape is rejected",
        .enabled(if: Fixtures.available(Landmarkers.faceModel)))
    func wrongShape() throws {
        let model = try Self.content("face_landmarks_detector.tflite", of: Landmarkers.faceModel)
        let options = Self.face([
            ("face_detector.tflite", model), ("face_landmarks_detector.tflite", model),
        ])
        guard case .unexpectedModel(let entry, let bundle, let tensor, _, _) = Self.error(options)
        else {
            Issue.record("\(String(describing: Self.error(options)))")
            return
        }
        #expect(entry == "face_detector.tflite")
        #expect(bundle == "made")
        #expect(tensor == "inputs")
    }

    /// A pose landmark network with constant outputs and a heatmap of `shape`.
    private static func pose(heatmap shape: [Int]) throws -> PoseLandmarkerOptions {
        var writer = ModelWriter()
        let input = writer.input([1, 256, 256, 3])
        _ = writer.step(19, [input], shape: [1, 256, 256, 3])
        writer.outputs = [[1, 195], [1, 1], [1, 256, 256, 1], shape, [1, 117]].map {
            writer.constant($0, [Float](repeating: 0.5, count: $0.reduce(1, *)))
        }
        let detector = try content("pose_detector.tflite", of: Landmarkers.poseModel)
        let bytes = ZipWriter([
            ZipWriter.Entry("pose_detector.tflite", detector),
            ZipWriter.Entry("pose_landmarks_detector.tflite", writer.bytes()),
        ]).bytes()
        return PoseLandmarkerOptions(model: .bytes(bytes, name: "made"))
    }

    @Test(
        "a heatmap of another shape is rejected",
        .enabled(if: Fixtures.available(Landmarkers.poseModel)))
    func wrongHeatmap() throws {
        _ = try PoseLandmarker(options: Self.pose(heatmap: [1, 64, 64, 39]))
        for shape in [[1, 64, 39, 64], [64 * 64, 39], [1, 64 * 64 * 39]] {
            let options = try Self.pose(heatmap: shape)
            let error = #expect(throws: TaskError.self) { try PoseLandmarker(options: options) }
            guard case .unexpectedModel(_, "made", "output 3", _, "\(shape)")? = error else {
                Issue.record("\(shape): \(error as Any)")
                continue
            }
        }
    }

    @Test(
        "an entry is required only if its output is enabled",
        .enabled(if: Fixtures.available(Landmarkers.faceModel)))
    func optionalEntries() throws {
        let entries = ["face_detector.tflite", "face_landmarks_detector.tflite"]
        var options = try Self.face(
            entries.map { ($0, try Self.content($0, of: Landmarkers.faceModel)) })
        options.blendshapes = true
        guard case .modelFile(.noEntry(_, "face_blendshapes.tflite", _)) = Self.error(options)
        else {
            Issue.record("\(String(describing: Self.error(options)))")
            return
        }
        options.blendshapes = false
        options.transformationMatrices = true
        let geometry = "geometry_pipeline_metadata_landmarks.binarypb"
        guard case .modelFile(.noEntry(_, geometry, _)) = Self.error(options) else {
            Issue.record("\(String(describing: Self.error(options)))")
            return
        }
    }

    @Test(
        "a canonical face in one point is rejected",
        .enabled(if: Fixtures.available(Landmarkers.faceModel)))
    func degenerateGeometry() throws {
        let geometry = "geometry_pipeline_metadata_landmarks.binarypb"
        let entries = ["face_detector.tflite", "face_landmarks_detector.tflite"]
        var options = try Self.face(
            entries.map { ($0, try Self.content($0, of: Landmarkers.faceModel)) } + [
                (geometry, Self.flatGeometry)
            ])
        options.transformationMatrices = true
        guard case .unusableGeometry(let entry, let bundle) = Self.error(options) else {
            Issue.record("\(String(describing: Self.error(options)))")
            return
        }
        #expect(entry == geometry)
        #expect(bundle == "made")
    }

    /// Geometry metadata whose 468 vertices are all 0, with one triangle and one weight.
    static var flatGeometry: [UInt8] {
        let vertices: [UInt8] = [0x1a, 0x90, 0x49] + Array(repeating: 0, count: 468 * 5 * 4)
        let mesh = vertices + [0x22, 0x03, 0, 1, 2]
        let length = [UInt8(mesh.count & 127 | 128), UInt8(mesh.count >> 7)]
        return [0x0a] + length + mesh + [0x12, 0x07, 0x08, 0x04, 0x15, 0, 0, 0x80, 0x3f]
    }

    @Test(
        "more threads than a pool can have are rejected",
        .enabled(if: Fixtures.available(Landmarkers.faceModel)))
    func tooManyThreads() {
        var options = FaceLandmarkerOptions(model: .file(Landmarkers.faceModel))
        options.threads = WorkerPool.allowedThreads.upperBound + 1
        guard case .inference(.threadCount) = Self.error(options) else {
            Issue.record("\(String(describing: Self.error(options)))")
            return
        }
    }

    @Test(
        "an instruction set that is not available is rejected",
        .enabled(if: Fixtures.available(Landmarkers.faceModel)))
    func unavailableInstructionSet() {
        for level in InstructionSet.allCases where !InstructionSet.available.contains(level) {
            var options = FaceLandmarkerOptions(model: .file(Landmarkers.faceModel))
            options.device = .cpu(level)
            guard case .inference(.instructionSetUnavailable(level, _)) = Self.error(options) else {
                Issue.record("\(String(describing: Self.error(options)))")
                continue
            }
        }
    }

    @Test(
        "every instruction set gives the same face",
        .enabled(
            if: Fixtures.available(Landmarkers.faceModel, Fixtures.footage("astronaut.png"))))
    func instructionSets() throws {
        let image = try Landmarkers.footage("astronaut.png")
        let found = try InstructionSet.available.map { level in
            try Landmarkers.face { $0.device = .cpu(level) }.detect(image).faces
        }
        #expect(found[0].count == 1)
        for faces in found { #expect(faces == found[0]) }
    }

    @Test(
        "a result names the requested instruction set",
        .enabled(if: Fixtures.available(Landmarkers.faceModel)))
    func device() throws {
        let landmarker = try Landmarkers.face { $0.device = .cpu(.scalar) }
        let found = try landmarker.detect(Images.blank(width: 8, height: 8))
        #expect(found.device == .cpu(.scalar))
    }
}

import Foundation
import LandmarkModelFile
import LandmarkTasks
import LandmarkTestSupport
import MediaPipeTasksVision
import Testing

/// The errors of invalid model paths and files, compared with MediaPipe's.
@Suite("Errors of models")
struct ModelErrorTests {
    /// Calls `body` with the path of a temporary file of `bytes`.
    static func withFile<Value>(
        _ name: String, _ bytes: [UInt8], _ body: (String) throws -> Value
    ) throws -> Value {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent(name)
        try Data(bytes).write(to: file)
        return try body(file.path)
    }

    static func zip(_ entries: [(String, [UInt8])]) -> [UInt8] {
        ZipWriter(entries.map { ZipWriter.Entry($0.0, $0.1) }).bytes()
    }

    @Test("An empty path is code 3", arguments: VisionTask.allCases)
    func emptyPath(task: VisionTask) {
        expectFailure(
            .invalidArgumentError,
            "INVALID_ARGUMENT: ExternalFile must specify at least one of 'file_content',"
                + " 'file_name', 'file_pointer_meta' or 'file_descriptor_meta'."
                + " (modelAssetPath is empty; is the model among the resources of the app's target?)"
        ) { try task.options(path: "").makeTask() }
    }

    @Test("A missing file is code 5", arguments: VisionTask.allCases)
    func missingFile(task: VisionTask) {
        let path = "/no/such/model.task"
        let found = failure { try task.options(path: path).makeTask() }
        #expect(
            found
                == Failure(
                    code: .notFoundError, message: "NOT_FOUND: Unable to open file at " + path))
    }

    @Test("A path through a file is code 2", arguments: VisionTask.allCases)
    func pathThroughFile(task: VisionTask) throws {
        try Self.withFile("file", [1]) { file in
            let path = file + "/model.task"
            let found = failure { try task.options(path: path).makeTask() }
            #expect(
                found
                    == Failure(
                        code: .unknownError,
                        message: "UNKNOWN: Unable to open file at \(path) (Not a directory)"))
        }
    }

    @Test("An unreadable file is code 7", arguments: [EACCES, EPERM])
    func unreadableFile(code: Int32) {
        let error = TaskError.modelFile(
            .cannotOpen(path: "/a.task", reason: String(cString: strerror(code)))
        ).nsError()
        #expect(error.code == Int(TasksErrorCode.permissionDeniedError.rawValue))
        #expect(
            error.localizedDescription == "PERMISSION_DENIED: Unable to open file at /a.task")
    }

    @Test("A relative path is a resource or a file")
    func relativePath() throws {
        try Self.withFile("a.task", [1]) { (path: String) throws in
            let folder = (path as NSString).deletingLastPathComponent
            let parent = (folder as NSString).deletingLastPathComponent
            let name = (folder as NSString).lastPathComponent
            #expect(try ModelPath.resolve(name + "/a.task", resources: parent) == path)
            #expect(try ModelPath.resolve("other/a.task", resources: folder) == path)
            #expect(try ModelPath.resolve("a.task", resources: folder) == path)
            #expect(try ModelPath.resolve(path, resources: nil) == path)
        }
        // If neither exists, the path is used as is, and opening it fails.
        #expect(try ModelPath.resolve("no/such.task", resources: "/none") == "no/such.task")
        expectFailure(.notFoundError, "Unable to open file at no/such.task") {
            try VisionTask.hand.options(path: "no/such.task").makeTask()
        }
    }

    @Test("A name without a slash that is no resource is code 13")
    func nameWithoutSlash() {
        expectFailure(
            .internalError, "INTERNAL: hand_landmarker_absent.task doesn't have a slash in it"
        ) {
            try VisionTask.hand.options(path: "hand_landmarker_absent.task").makeTask()
        }
    }

    @Test("An empty file is code 2", arguments: VisionTask.allCases)
    func emptyFile(task: VisionTask) throws {
        try Self.withFile("empty.task", []) { path in
            expectFailure(.unknownError, "UNKNOWN: Unable to get file size, errno=0") {
                try task.options(path: path).makeTask()
            }
        }
    }

    @Test("A directory is code 2")
    func directory() {
        expectFailure(.unknownError, "UNKNOWN: Unable to map file to memory buffer") {
            try VisionTask.hand.options(path: "/tmp").makeTask()
        }
    }

    @Test(
        "A bundle that is not a zip archive is code 2", arguments: [VisionTask.hand, .pose, .face])
    func notAZip(task: VisionTask) throws {
        try Self.withFile("a.task", Array("no zip".utf8)) { path in
            expectFailure(.unknownError, "UNKNOWN: Unable to open zip archive.") {
                try task.options(path: path).makeTask()
            }
        }
        let network: [UInt8] = [28, 0, 0, 0] + Array("TFL3".utf8) + [0, 0, 0, 0]
        try Self.withFile("a.tflite", network) { path in
            expectFailure(.unknownError, "UNKNOWN: Unable to open zip archive.") {
                try task.options(path: path).makeTask()
            }
        }
    }

    @Test(
        "A bundle without the required entry is code 5", arguments: [VisionTask.hand, .pose, .face])
    func missingEntry(task: VisionTask) throws {
        try Self.withFile("a.task", Self.zip([("one.txt", [1]), ("two.txt", [2])])) { path in
            expectFailure(
                .notFoundError,
                "All files in the model asset bundle are: one.txt, two.txt."
            ) { try task.options(path: path).makeTask() }
            expectFailure(.notFoundError, "NOT_FOUND: No file with name: \(task.rawValue)_") {
                try task.options(path: path).makeTask()
            }
        }
    }

    /// The face detector in a face landmarker's bundle.
    static func faceDetector() throws -> [UInt8] {
        try ModelBundle(path: VisionTask.face.model)
            .bytes(named: "face_detector.tflite").withUnsafeBytes { Array($0) }
    }

    @Test("The face detector accepts a single model file", .enabled(if: VisionTask.isAvailable))
    func detectorModelFile() throws {
        try Self.withFile("face_detector.tflite", Self.faceDetector()) { path in
            let (image, _) = try Images.footage("astronaut.png")
            let found = try FaceDetector(modelPath: path).detect(image: image)
            #expect(found.detections.count == 1)
        }
    }

    /// MediaPipe refuses compressed entries (code 2).
    @Test("Bundles with compressed entries are read", .enabled(if: VisionTask.isAvailable))
    func compressedEntries() throws {
        let detector = try Self.faceDetector()
        let bytes = ZipWriter([ZipWriter.Entry(deflating: "face_detector.tflite", detector)])
            .bytes()
        try Self.withFile("a.task", bytes) { path in
            let (image, _) = try Images.footage("astronaut.png")
            let found = try FaceDetector(modelPath: path).detect(image: image)
            #expect(found.detections.count == 1)
        }
    }

    @Test("An invalid model file is code 3")
    func invalidModel() throws {
        let damaged: [UInt8] =
            [28, 0, 0, 0] + Array("TFL3".utf8) + Array(repeating: 255, count: 32)
        for bytes in [damaged, Array("no network".utf8)] {
            try Self.withFile("a.tflite", bytes) { path in
                expectFailure(.invalidArgumentError, "not a valid Flatbuffer") {
                    try FaceDetector(modelPath: path)
                }
            }
        }
    }

    @Test("Blendshapes of a model without them are code 3", .enabled(if: VisionTask.isAvailable))
    func missingBlendshapes() throws {
        let names = ["face_detector.tflite", "face_landmarks_detector.tflite"]
        let entries = try names.map { name in
            let bundle = try ModelBundle(path: VisionTask.face.model)
            return (name, try bundle.bytes(named: name).withUnsafeBytes { Array($0) })
        }
        try Self.withFile("a.task", Self.zip(entries)) { path in
            let options = MediaPipeTasksVision.FaceLandmarkerOptions()
            options.baseOptions.modelAssetPath = path
            options.outputFaceBlendshapes = true
            expectFailure(
                .invalidArgumentError,
                "INVALID_ARGUMENT: BLENDSHAPES Tag and blendshapes model must be both set. Get"
                    + " BLENDSHAPES is set: true, blendshapes model is set: false"
            ) { try MediaPipeTasksVision.FaceLandmarker(options: options) }
            options.outputFaceBlendshapes = false
            #expect(throws: Never.self) {
                try MediaPipeTasksVision.FaceLandmarker(options: options)
            }
        }
    }
}

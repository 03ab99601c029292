import Foundation
import LandmarkModelFile
import LandmarkTasks
import LandmarkTestSupport
import MediaPipeTasksVision
import Testing

/// What a model's path and file can be, with the error of each: MediaPipe's table, row by row.
struct ModelErrorTests {
    /// A file of `bytes` in a folder of its own, which `body` uses.
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

    @Test(arguments: VisionTask.allCases)
    func noPath(task: VisionTask) {
        expectFailure(
            .invalidArgumentError,
            "INVALID_ARGUMENT: ExternalFile must specify at least one of 'file_content',"
                + " 'file_name', 'file_pointer_meta' or 'file_descriptor_meta'."
        ) { try task.options(path: "").makeTask() }
    }

    @Test(arguments: VisionTask.allCases)
    func absolutePathMissing(task: VisionTask) {
        let path = "/no/such/model.task"
        let found = failure { try task.options(path: path).makeTask() }
        #expect(
            found
                == Failure(
                    code: .notFoundError, message: "NOT_FOUND: Unable to open file at " + path))
    }

    @Test(arguments: VisionTask.allCases)
    func aPathThroughAFile(task: VisionTask) throws {
        try Self.withFile("file", [1]) { file in
            let path = file + "/model.task"
            let found = failure { try task.options(path: path).makeTask() }
            #expect(
                found
                    == Failure(
                        code: .notFoundError,
                        message: "NOT_FOUND: Unable to open file at " + path))
        }
    }

    @Test func unreadableFile() {
        let error = TaskError.modelFile(
            .cannotOpen(path: "/a.task", reason: String(cString: strerror(EACCES)))
        ).converted()
        #expect(error.code == Int(TasksErrorCode.permissionDeniedError.rawValue))
        #expect(
            error.localizedDescription == "PERMISSION_DENIED: Unable to open file at /a.task")
    }

    @Test func relativePathIsAResourceOrAFile() throws {
        try Self.withFile("a.task", [1]) { (path: String) throws in
            let folder = (path as NSString).deletingLastPathComponent
            let parent = (folder as NSString).deletingLastPathComponent
            let name = (folder as NSString).lastPathComponent
            #expect(try ModelPath.resolve(name + "/a.task", resources: parent) == path)
            #expect(try ModelPath.resolve("other/a.task", resources: folder) == path)
            #expect(try ModelPath.resolve("a.task", resources: folder) == path)
            #expect(try ModelPath.resolve(path, resources: nil) == path)
        }
        // Where neither is there, the path is taken as it is, and opening it fails.
        #expect(try ModelPath.resolve("no/such.task", resources: "/none") == "no/such.task")
        expectFailure(.notFoundError, "Unable to open file at no/such.task") {
            try VisionTask.hand.options(path: "no/such.task").makeTask()
        }
    }

    @Test func relativePathWithoutASlashThatIsNoResource() {
        expectFailure(.internalError, "doesn't have a slash in it") {
            try VisionTask.hand.options(path: "hand_landmarker_absent.task").makeTask()
        }
    }

    @Test(arguments: VisionTask.allCases)
    func emptyFile(task: VisionTask) throws {
        try Self.withFile("empty.task", []) { path in
            expectFailure(.unknownError, "UNKNOWN: Unable to get file size") {
                try task.options(path: path).makeTask()
            }
        }
    }

    @Test func aFolder() {
        expectFailure(.unknownError, "not a regular file") {
            try VisionTask.hand.options(path: "/tmp").makeTask()
        }
    }

    @Test(arguments: [VisionTask.hand, .pose, .face])
    func taskFileThatIsNoZip(task: VisionTask) throws {
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

    @Test(arguments: [VisionTask.hand, .pose, .face])
    func zipThatLacksTheNeededMember(task: VisionTask) throws {
        try Self.withFile("a.task", Self.zip([("one.txt", [1]), ("two.txt", [2])])) { path in
            expectFailure(
                .notFoundError,
                "All files in the model asset bundle are: one.txt, two.txt"
            ) { try task.options(path: path).makeTask() }
            expectFailure(.notFoundError, "NOT_FOUND: No file with name: \(task.rawValue)_") {
                try task.options(path: path).makeTask()
            }
        }
    }

    /// The network of a face landmarker's bundle that finds faces.
    static func faceDetector() throws -> [UInt8] {
        try ModelBundle(path: VisionTask.face.model)
            .bytes(named: "face_detector.tflite").withUnsafeBytes { Array($0) }
    }

    @Test(.enabled(if: VisionTask.isAvailable))
    func aLooseFaceDetectorIsTaken() throws {
        try Self.withFile("face_detector.tflite", Self.faceDetector()) { path in
            let (image, _) = try Images.footage("astronaut.png")
            let found = try FaceDetector(modelPath: path).detect(image: image)
            #expect(found.detections.count == 1)
        }
    }

    /// MediaPipe refuses compressed entries (code 2); they are read here.
    @Test(.enabled(if: VisionTask.isAvailable))
    func zipWithCompressedEntries() throws {
        let detector = try Self.faceDetector()
        let bytes = ZipWriter([ZipWriter.Entry(deflating: "face_detector.tflite", detector)])
            .bytes()
        try Self.withFile("a.task", bytes) { path in
            let (image, _) = try Images.footage("astronaut.png")
            let found = try FaceDetector(modelPath: path).detect(image: image)
            #expect(found.detections.count == 1)
        }
    }

    @Test func badNetwork() throws {
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

    @Test(.enabled(if: VisionTask.isAvailable))
    func blendshapesOfAModelWithoutThem() throws {
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
                .invalidArgumentError, "BLENDSHAPES Tag and blendshapes model must be both set"
            ) { try MediaPipeTasksVision.FaceLandmarker(options: options) }
            options.outputFaceBlendshapes = false
            #expect(throws: Never.self) {
                try MediaPipeTasksVision.FaceLandmarker(options: options)
            }
        }
    }
}

import LandmarkCore
import LandmarkImaging
import LandmarkTasks

/// One task on the frames of a file, over and over: from the frame in memory to the result in hand.
final class TaskTiming: Timed {
    private static let framesPerSecond = 30

    private let frames: [PixelBuffer]
    private let look: (LandmarkImaging.Frame) throws -> Int
    private var next = 0

    /// Makes `task`, with MediaPipe's defaults, for `file`: frames of 8-bit RGB,
    /// each as large as `--size` says, one behind the other.
    init(_ task: BenchTask, _ file: String, _ arguments: Arguments) throws {
        frames = try Self.frames(of: file, size: try RawSize(arguments))
        look = try Self.landmarker(task, arguments)
        // The first run touches memory that later ones find warm.
        _ = try run()
    }

    func run() throws -> Duration {
        let frame = LandmarkImaging.Frame(
            image: frames[next % frames.count],
            timestamp: .milliseconds(next * 1000 / Self.framesPerSecond))
        next += 1
        let start = ContinuousClock.now
        _ = try look(frame)
        return ContinuousClock.now - start
    }

    /// A closure that finds things in the next frame and tells how many.
    private static func landmarker(
        _ task: BenchTask, _ arguments: Arguments
    ) throws -> (LandmarkImaging.Frame) throws -> Int {
        let count = arguments.integer("--max") ?? 1
        let threads = arguments.integer("--threads") ?? 1
        switch task {
        case .hand:
            var options = HandLandmarkerOptions(model: .file(try ModelStore.path(of: .hand)))
            options.runningMode = .video
            options.numHands = count
            options.threads = threads
            let landmarker = try HandLandmarker(options: options)
            return { try landmarker.detect($0).hands.count }
        case .pose:
            var options = PoseLandmarkerOptions(model: .file(try ModelStore.path(of: .poseFull)))
            options.runningMode = .video
            options.numPoses = count
            options.threads = threads
            let landmarker = try PoseLandmarker(options: options)
            return { try landmarker.detect($0).poses.count }
        case .face:
            var options = FaceLandmarkerOptions(model: .file(try ModelStore.path(of: .face)))
            options.runningMode = .video
            options.numFaces = count
            options.blendshapes = true
            options.transformationMatrices = true
            options.threads = threads
            let landmarker = try FaceLandmarker(options: options)
            return { try landmarker.detect($0).faces.count }
        }
    }

    private static func frames(of file: String, size: RawSize) throws -> [PixelBuffer] {
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try System.read(file)
        } catch {
            throw CommandError.unreadable(file: file, reason: error.message)
        }
        guard !bytes.isEmpty, bytes.count.isMultiple(of: size.byteCount) else {
            throw CommandError.unreadable(
                file: file,
                reason: "\(bytes.count) bytes are no whole frames of \(size.byteCount) bytes")
        }
        return try stride(from: 0, to: bytes.count, by: size.byteCount).map { start in
            try PixelBuffer(
                width: size.width, height: size.height, format: .rgb24,
                bytes: Array(bytes[start..<start + size.byteCount]))
        }
    }
}

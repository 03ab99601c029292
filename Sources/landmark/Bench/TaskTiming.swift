import LandmarkCore
import LandmarkImaging

/// One task on the frames of a file, over and over: from the frame in memory to the result in hand.
final class TaskTiming: Timed {
    private static let framesPerSecond = 30

    private let frames: [PixelBuffer]
    private let look: (Frame) throws -> Int
    private var next = 0

    /// Makes `task`, with MediaPipe's defaults, for `file`: frames of 8-bit RGB,
    /// each as large as `--size` says, one behind the other.
    init(_ task: BenchTask, _ file: String, _ arguments: Arguments) throws {
        guard let size = arguments.text("--size").flatMap(PixelSize.init(words:)) else {
            throw CommandError.missingValue(option: "--size", placeholder: "WxH")
        }
        frames = try Self.frames(of: file, size: size)
        look = try task.landmarker(arguments)
        // The first run touches memory that later ones find warm.
        _ = try run()
    }

    func run() throws -> Duration {
        let frame = Frame(
            image: frames[next % frames.count],
            timestamp: .milliseconds(next * 1000 / Self.framesPerSecond))
        next += 1
        let start = ContinuousClock.now
        _ = try look(frame)
        return ContinuousClock.now - start
    }

    private static func frames(of file: String, size: PixelSize) throws -> [PixelBuffer] {
        let frameBytes = 3 * size.width * size.height
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try System.read(file)
        } catch {
            throw CommandError.unreadable(file: file, reason: error.message)
        }
        guard !bytes.isEmpty, bytes.count.isMultiple(of: frameBytes) else {
            throw CommandError.unreadable(
                file: file,
                reason: "\(bytes.count) bytes are no whole frames of \(frameBytes) bytes")
        }
        return try stride(from: 0, to: bytes.count, by: frameBytes).map { start in
            try PixelBuffer(
                width: size.width, height: size.height, format: .rgb24,
                bytes: Array(bytes[start..<start + frameBytes]))
        }
    }
}

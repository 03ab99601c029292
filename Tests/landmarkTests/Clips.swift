import LandmarkCapture
import LandmarkCore
import LandmarkImaging
import LandmarkTestSupport

/// Short videos made from the footage.
enum Clips {
    /// A man in a car: 120 frames of 176×144 at 30000/1001 frames per second.
    static let carphone = Fixtures.footage("carphone_pristine.mp4")

    /// Whether the command, its models and the footage are available.
    static let isReady = Landmark.isReady && Fixtures.available(carphone)

    /// An image of an animated rabbit in which the model detects a hand.
    static let rabbit = Fixtures.footage("bunny_0040.png")
    static let hasHand = isReady && Fixtures.available(rabbit)

    /// Whether the `ffmpeg` program is installed, for formats that the libraries do not write.
    static let canEncode = (try? Landmark.shell("ffmpeg -version"))?.code == 0

    /// The frame rate of `carphone`.
    static let rate = FrameRate(30_000, 1001) ?? .thirty

    /// The first `count` frames of `carphone`.
    static func frames(_ count: Int) throws -> [Frame] {
        let video = try VideoFile(path: carphone)
        var frames: [Frame] = []
        while frames.count < count, let frame = try video.next() { frames.append(frame) }
        return frames
    }

    /// Writes the first `count` frames of `carphone` as a separate video.
    @discardableResult
    static func write(_ count: Int, to path: String) throws -> String {
        var options = VideoWriterOptions()
        options.frameRate = rate
        let writer = try VideoWriter(
            path: path, size: PixelSize(width: 176, height: 144), options: options)
        for frame in try frames(count) { try writer.write(frame.image, at: frame.timestamp) }
        try writer.finish()
        return path
    }

    /// The pixels of the frames, one after another.
    static func raw(_ frames: [Frame], _ format: PixelFormat = .rgb24) -> [UInt8] {
        var bytes: [UInt8] = []
        for frame in frames {
            frame.image.withUnsafeBytes { pixels in
                if format == .rgb24 { return bytes += pixels }
                for start in stride(from: 0, to: pixels.count, by: 3) {
                    bytes += [pixels[start + 2], pixels[start + 1], pixels[start], 255]
                }
            }
        }
        return bytes
    }

    /// The timestamps of a video's frames in milliseconds; the file must be complete.
    static func times(of path: String) throws -> [Int] {
        let video = try VideoFile(path: path)
        var times: [Int] = []
        while let frame = try video.next() { times.append(frame.timestamp.milliseconds) }
        return times
    }

    /// The timestamps of all frames of `carphone`, in milliseconds.
    static let allTimes = (0..<120).map { Int((Double($0) * 1001 / 30).rounded()) }

    /// The number of dark bytes in an image.
    static func dark(_ image: PixelBuffer) -> Int {
        image.withUnsafeBytes { bytes in bytes.count { $0 < 80 } }
    }
}

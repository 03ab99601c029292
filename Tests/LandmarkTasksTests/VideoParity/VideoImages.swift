import LandmarkCapture
import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging
import LandmarkTestSupport

/// The images from which the video references are made, the same as in
/// `Fixtures/video_images.py`.
struct VideoImages: Sendable {
    static let clipName = "carphone_pristine.mp4"
    /// A clip with a hand, which is not part of the footage.
    static let hands = Fixtures.shared("assets/hand_test_video.mp4")
    /// Whether the files that every test of this folder needs are available.
    static var clipIsHere: Bool {
        Fixtures.available(Fixtures.footage(clipName), Fixtures.footage("astronaut.png"))
    }

    /// The images of the footage.
    static let footage = Result { try VideoImages(Fixtures.footage(clipName)) }

    /// The clip's frames.
    let clip: [Frame]

    /// Decodes the clip at `path`.
    init(_ path: String) throws {
        clip = try Self.frames(of: path)
    }

    /// All frames of a video.
    static func frames(of path: String) throws -> [Frame] {
        let file = try VideoFile(path: path)
        var frames: [Frame] = []
        while let frame = try file.next() { frames.append(frame) }
        return frames
    }

    /// The image called `name`: `clip 12`, `pair 12`, `top 12`, `bottom 12`, `meet 12`, `black
    /// 176x144`, or a file of the footage. The prefix `hands` means that it was made from the clip
    /// of hands.
    func image(_ name: String) throws -> PixelBuffer {
        let parts = name.split(separator: " ").drop { $0 == "hands" }.map(String.init)
        guard parts.count == 2 else { return try ImageFile.read(Fixtures.footage(name)) }
        if parts[0] == "black" {
            let size = parts[1].split(separator: "x").compactMap { Int($0) }
            return try Self.image(
                width: size[0], height: size[1],
                bytes: [UInt8](repeating: 0, count: 3 * size[0] * size[1]))
        }
        let index = Int(parts[1]) ?? 0
        if parts[0] == "meet" { return try meeting(index) }
        let frame = clip[index].image
        if parts[0] == "clip" { return frame }
        let above = Self.bytes(of: frame)
        let below = Self.bytes(of: clip[clip.count - 1 - index].image)
        let black = [UInt8](repeating: 0, count: above.count)
        return try Self.image(
            width: frame.width, height: 2 * frame.height,
            bytes: (parts[0] == "bottom" ? black : above) + (parts[0] == "top" ? black : below))
    }

    /// A strip of a frame beside its mirror image; the higher `number`, the farther left it starts.
    private func meeting(_ number: Int) throws -> PixelBuffer {
        let frame = clip[100 + number].image
        let (left, width) = (120 - 10 * number, 300)
        let all = Self.bytes(of: frame)
        var bytes: [UInt8] = []
        for y in 0..<frame.height {
            let strip = (left..<left + width).map { x in
                all[3 * (y * frame.width + x)..<3 * (y * frame.width + x + 1)]
            }
            bytes += strip.joined()
            bytes += strip.reversed().joined()
        }
        return try Self.image(width: 2 * width, height: frame.height, bytes: bytes)
    }

    /// The pixels in row-major order.
    static func bytes(of image: PixelBuffer) -> [UInt8] {
        let row = image.width * image.format.bytesPerPixel
        return image.withUnsafeBytes { bytes in
            (0..<image.height).flatMap { y in
                bytes[y * image.bytesPerRow..<y * image.bytesPerRow + row]
            }
        }
    }

    private static func image(width: Int, height: Int, bytes: [UInt8]) throws -> PixelBuffer {
        try PixelBuffer(width: width, height: height, format: .rgb24, bytes: bytes)
    }
}

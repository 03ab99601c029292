#if !canImport(AVFoundation)
import CFFmpeg
import LandmarkCapture
import LandmarkCore
import LandmarkImaging
import LandmarkTestSupport
import Testing

/// Intact clips with unusual properties.
@Suite("Kinds of video")
struct ClipTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func read(
        _ clip: Clip, as name: String, options: VideoOptions = VideoOptions()
    ) throws -> VideoFile {
        let path = folder.path(name)
        try clip.write(to: path)
        return try VideoFile(path: path, options: options)
    }

    /// Red, green, blue and white corners, as in `TestImage`.
    static let corners: @Sendable (Int, Int, Int) -> Clip.Color = { _, x, y in
        let right = x >= 32
        let low = y >= 24
        return (right == low ? 1 : 0, right ? 1 : 0, low ? 1 : 0)
    }

    @Test("A variable frame rate keeps its timestamps", arguments: ["mp4", "matroska"])
    func variableRate(_ format: String) throws {
        var clip = Clip()
        clip.format = format
        clip.times = [500, 540, 700, 701, 1500, 1533, 1566, 3000]
        let file = try read(clip, as: "a")
        let (frames, error) = file.all()
        #expect(error == nil)
        #expect(frames.milliseconds == [0, 40, 200, 201, 1000, 1033, 1066, 2500])
        // The images match the timestamps.
        for (index, frame) in frames.enumerated() {
            let level = frame.image.color(x: 20, y: 20)[0]
            #expect(abs(level - index * 255 / 10) <= 4, "frame \(index): \(level)")
        }
    }

    @Test("At 30000/1001, timestamps rounded to ticks are restored exactly")
    func roundedUnits() throws {
        let rate = try #require(FrameRate(30000, 1001))
        var clip = Clip()
        clip.format = "matroska"
        clip.times = (0..<100).map { rate.timestamp(ofFrame: $0).milliseconds }
        let frames = try read(clip, as: "a.mkv").all().frames
        #expect(frames.milliseconds == clip.times)
    }

    @Test("Odd sizes and 10 bits are decoded without loss", arguments: [false, true])
    func oddSize(_ isDeep: Bool) throws {
        var clip = Clip()
        clip.format = "matroska"
        clip.codec = "ffv1"
        clip.codecOptions = [:]
        clip.size = PixelSize(width: 33, height: 27)
        clip.pixelFormat = isDeep ? AV_PIX_FMT_YUV420P10LE : AV_PIX_FMT_YUV420P
        let file = try read(clip, as: "a.mkv")
        #expect(file.information.size == clip.size)
        let frames = file.all().frames
        #expect(frames.count == 10)
        for (index, frame) in frames.enumerated() {
            for (x, y) in [(0, 0), (32, 0), (0, 26), (32, 26), (16, 13)] {
                let levels = frame.image.color(x: x, y: y)
                let right = levels.allSatisfy { abs($0 - index * 255 / 10) <= 2 }
                #expect(right, "frame \(index) at \(x), \(y): \(levels)")
            }
        }
    }

    @Test(
        "Full and limited range are decoded as marked",
        arguments: [AVCOL_RANGE_MPEG, AVCOL_RANGE_JPEG])
    func range(_ range: AVColorRange) throws {
        var clip = Clip()
        clip.format = "matroska"
        clip.codec = range == AVCOL_RANGE_JPEG ? "mjpeg" : "ffv1"
        clip.pixelFormat = range == AVCOL_RANGE_JPEG ? AV_PIX_FMT_YUVJ420P : AV_PIX_FMT_YUV420P
        clip.codecOptions = [:]
        clip.color = { _, _, _ in (1, 1, 1) }
        let frame = try #require(try read(clip, as: "a.mkv").next())
        // White is 235 in limited range, which full range decodes to a light gray.
        let expected = range == AVCOL_RANGE_JPEG ? 235 : 255
        #expect(frame.image.color(x: 9, y: 9).allSatisfy { abs($0 - expected) <= 2 })
    }

    /// The stored corner that is displayed at the top left, top right, bottom left and bottom
    /// right; corners are numbered 0 to 3 in that order.
    static let turns: [(matrix: [Int32], corners: [Int], degrees: Int)] = [
        ([1, 0, 0, 1], [0, 1, 2, 3], 0), ([0, 1, -1, 0], [2, 0, 3, 1], 90),
        ([-1, 0, 0, -1], [3, 2, 1, 0], 180), ([0, -1, 1, 0], [1, 3, 0, 2], 270),
        ([-1, 0, 0, 1], [1, 0, 3, 2], 0),
    ]

    @Test("The rotation in a file's metadata is applied", arguments: turns.indices)
    func rotation(_ index: Int) throws {
        let turn = Self.turns[index]
        var clip = Clip()
        clip.color = Self.corners
        try clip.write(to: folder.path("a.mp4"))
        var bytes = try folder.bytes("a.mp4")
        try turn.matrix.withUnsafeBufferPointer { try Self.setMatrix(Array($0), in: &bytes) }
        let file = try VideoFile(path: try folder.put(bytes, as: "b.mp4"))
        #expect(file.information.rotation == turn.degrees)
        let isOnSide = turn.degrees % 180 == 90
        let size = PixelSize(width: isOnSide ? 48 : 64, height: isOnSide ? 64 : 48)
        #expect(file.information.size == size)
        let image = try #require(try file.next()).image
        #expect(image.size == size)
        let colors = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]]
        let places = [(0, 0), (1, 0), (0, 1), (1, 1)]
        for (place, corner) in zip(places, turn.corners) {
            let seen = image.color(
                x: 8 + place.0 * (size.width - 16), y: 8 + place.1 * (size.height - 16))
            #expect(seen.map { $0 > 127 ? 1 : 0 } == colors[corner], "\(place)")
        }
    }

    @Test("A rotation that is not a multiple of 90° is ignored with a warning")
    func oddTurn() {
        let diagonal: [Int32] = [46341, 46341, 0, -46341, 46341, 0, 0, 0, 1 << 30]
        #expect(
            diagonal.withUnsafeBufferPointer { pointer in
                pointer.baseAddress.flatMap { DisplayMatrix.orientation($0) }
            } == nil)
    }

    /// Writes a, b, c and d of the matrix into the header of an MP4 file's only track.
    static func setMatrix(_ numbers: [Int32], in bytes: inout [UInt8]) throws {
        let mark = Array("tkhd".utf8)
        let head = try #require(
            bytes.indices.dropLast(90).first { index in
                bytes[index..<index + 4].elementsEqual(mark)
            })
        // After the tag: version and flags, five numbers, two reserved ones, four short ones.
        let matrix = head + 4 + 4 + 20 + 8 + 8
        for (place, number) in zip([0, 1, 3, 4], numbers) {
            let fixed = UInt32(bitPattern: number << 16)
            for byte in 0..<4 {
                bytes[matrix + 4 * place + byte] = UInt8(fixed >> (24 - 8 * byte) & 255)
            }
        }
    }

    @Test("Interlaced frames are deinterlaced unless turned off", arguments: [true, false])
    func interlaced(_ deinterlaces: Bool) throws {
        var clip = Clip()
        clip.format = "mpegts"
        clip.codec = "mpeg2video"
        clip.codecOptions = [:]
        clip.codecFlags = AV_CODEC_FLAG_INTERLACED_DCT | AV_CODEC_FLAG_INTERLACED_ME
        // A bar that moves between the two fields of each frame.
        clip.color = { frame, x, y in
            let edge = 10 + 4 * (2 * frame + y % 2) % 40
            let level = x >= edge && x < edge + 12 ? 1.0 : 0.0
            return (level, level, level)
        }
        var options = VideoOptions()
        options.deinterlaces = deinterlaces
        let frames = try read(clip, as: "a.ts", options: options).all().frames
        #expect(frames.milliseconds == clip.times)
        let combs = frames.dropFirst().dropLast().map { Self.comb($0.image) }
        let mean = combs.reduce(0, +) / Double(combs.count)
        #expect(deinterlaces ? mean < 4 : mean > 10, "\(mean)")
    }

    /// Returns the mean difference of rows from the average of their neighbors.
    private static func comb(_ image: PixelBuffer) -> Double {
        var sum = 0
        for y in 8..<image.height - 8 {
            for x in 0..<image.width {
                let level = 2 * image.color(x: x, y: y)[0]
                let around = image.color(x: x, y: y - 1)[0] + image.color(x: x, y: y + 1)[0]
                sum += abs(level - around) / 2
            }
        }
        return Double(sum) / Double((image.height - 16) * image.width)
    }
}
#endif

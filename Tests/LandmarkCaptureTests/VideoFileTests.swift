import LandmarkCapture
import LandmarkCore
import LandmarkImaging
import LandmarkTestSupport
import Testing

@Suite("Video files")
struct VideoFileTests {
    static let clips: [(path: String, frames: Int, rate: FrameRate?)] = [
        (Fixtures.footage("carphone_pristine.mp4"), 120, FrameRate(30000, 1001)),
        (Fixtures.footage("bigbuckbunny.mp4"), 132, FrameRate(25)),
        (Fixtures.shared("assets/hand_test_video.mp4"), 202, FrameRate(25)),
    ]

    @Test(
        "Frames are those of the ffmpeg program, byte for byte",
        .enabled(if: FFmpegProgram.isInstalled, FFmpegProgram.isNotInstalled),
        arguments: clips.indices)
    func parity(_ index: Int) throws {
        let clip = Self.clips[index]
        if let reason = Fixtures.missing(clip.path) { try Test.cancel("\(reason)") }
        let expected = try FFmpegProgram.frames(of: clip.path)
        let file = try VideoFile(path: clip.path)
        var offset = 0
        var count = 0
        while let frame = try file.next() {
            let bytes = frame.image.packed
            guard offset + bytes.count <= expected.count else { break }
            #expect(
                expected[offset..<offset + bytes.count].elementsEqual(bytes), "frame \(count)")
            offset += bytes.count
            count += 1
        }
        #expect(offset == expected.count)
        #expect(count == clip.frames)
    }

    /// Positions in the carphone clip.
    private static let places = [(10, 10), (88, 72), (160, 20), (20, 130), (100, 40)]
    /// Their colors in some frames, as decoded by FFmpeg 5.1.9:
    /// `ffmpeg -i carphone_pristine.mp4 -f rawvideo -pix_fmt rgb24 -`.
    private static let colors = [
        0: [[125, 118, 98], [120, 90, 73], [249, 251, 246], [90, 97, 95], [155, 142, 121]],
        60: [[122, 118, 101], [84, 58, 48], [250, 252, 249], [84, 94, 88], [75, 68, 48]],
        119: [[116, 112, 95], [133, 117, 100], [252, 252, 249], [80, 87, 85], [57, 62, 61]],
    ]

    @Test(
        "Colors equal those used for the reference results",
        .enabled(if: Fixtures.available(clips[0].path)))
    func colors() throws {
        let frames = try VideoFile(path: Self.clips[0].path).all().frames
        for (index, colors) in Self.colors {
            let image = try #require(frames.count > index ? frames[index].image : nil)
            for ((x, y), expected) in zip(Self.places, colors) {
                let seen = image.color(x: x, y: y)
                let isNear = zip(seen, expected).allSatisfy { abs($0 - $1) <= 2 }
                #expect(isNear, "frame \(index) at \(x), \(y): \(seen)")
            }
        }
    }

    @Test("At a constant rate, timestamps are round(i · 1000 / rate)", arguments: clips.indices)
    func times(_ index: Int) throws {
        let clip = Self.clips[index]
        if let reason = Fixtures.missing(clip.path) { try Test.cancel("\(reason)") }
        let file = try VideoFile(path: clip.path)
        let rate = try #require(clip.rate)
        #expect(file.information.frameRate == rate)
        #expect(file.information.frameCount == clip.frames)
        let (frames, error) = file.all()
        #expect(error == nil)
        #expect(frames.milliseconds == (0..<clip.frames).map { Self.place($0, rate) })
    }

    /// Returns the timestamp of frame `index` by integer division.
    static func place(_ index: Int, _ rate: FrameRate) -> Int {
        let above = 2 * index * 1000 * rate.denominator + rate.numerator
        return above / (2 * rate.numerator)
    }

    @Test(
        "Information comes from the file's metadata",
        .enabled(if: Fixtures.available(clips[1].path)))
    func information() throws {
        let path = Self.clips[1].path
        let information = try VideoFile(path: path).information
        #expect(information.name == path)
        #expect(information.size == PixelSize(width: 1280, height: 720))
        #expect(information.duration == 5.312)
        #expect(information.hasAudio)
        #expect(information.rotation == 0)
        #expect(!information.isLive)
    }

    @Test(
        "The number of threads does not affect pixels",
        .enabled(if: Fixtures.available(clips[0].path)))
    func threads() throws {
        let path = Self.clips[0].path
        var options = VideoOptions()
        options.threads = 1
        let one = try VideoFile(path: path, options: options).all().frames
        options.threads = 4
        let four = try VideoFile(path: path, options: options).all().frames
        #expect(one.count == 120)
        #expect(one.map(\.image.packed) == four.map(\.image.packed))
        options.threads = 0
        #expect(
            failure { () throws(CaptureError) in try VideoFile(path: path, options: options) }
                == .invalidOption(name: "threads", value: "0", expected: "from 1 to 64"))
    }
}

#if !canImport(AVFoundation)
import Foundation
import LandmarkCapture
import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging
import LandmarkTestSupport
import Testing

@Suite("Parts of a video")
struct PartTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A clip whose frames differ, with some keyframes and frames that refer to later ones.
    private func clip(_ format: String, _ codec: String = "libx264") throws -> String {
        var clip = Clip()
        clip.format = format
        clip.codec = codec
        clip.codecOptions = codec == "libx264" ? ["crf": "10", "preset": "veryfast"] : [:]
        clip.times = (0..<40).map { $0 * 40 }
        clip.color = { frame, x, _ in
            let level = Double((frame * 7 + x) % 64) / 64
            return (level, 1 - level, Double(frame) / 40)
        }
        let path = folder.path("\(codec).\(format)")
        try clip.write(to: path)
        return path
    }

    private static let parts = [
        FramePart(), FramePart(stride: 3), FramePart(start: 0.1), FramePart(start: 0.6, end: 1.0),
        FramePart(start: 0.601, end: 1.1, stride: 4), FramePart(end: 0.2), FramePart(start: 1.56),
    ]

    @Test(
        "a part has the frames, timestamps and numbers of the whole",
        arguments: [("mp4", "libx264"), ("matroska", "libx264"), ("avi", "mpeg4")])
    func frames(_ format: String, _ codec: String) throws {
        let path = try clip(format, codec)
        let whole = try VideoFile(path: path).all().frames
        #expect(whole.count == 40)
        for part in Self.parts {
            var options = VideoOptions()
            options.part = part
            let file = try VideoFile(path: path, options: options)
            let (frames, error) = file.all()
            let inside = whole.filter {
                let time = Double($0.timestamp.milliseconds) / 1000
                return time >= part.start && time < part.end ?? .infinity
            }
            let expected = inside.enumerated().filter { $0.offset % part.stride == 0 }
                .map(\.element)
            #expect(error == nil)
            #expect(!expected.isEmpty)
            #expect(frames.milliseconds == expected.milliseconds, "\(part)")
            #expect(frames.map(\.number) == expected.map(\.number), "\(part)")
            #expect(frames.map(\.image.packed) == expected.map(\.image.packed), "\(part)")
            if format == "mp4" {
                #expect(file.information.frameCount == expected.count, "\(part)")
            }
        }
    }

    @Test("impossible parts are errors")
    func errors() throws {
        let path = try clip("mp4")
        func problem(_ part: FramePart) -> CaptureError? {
            var options = VideoOptions()
            options.part = part
            return failure { () throws(CaptureError) in
                try VideoFile(path: path, options: options)
            }
        }
        let expected = "a time after the start, 1.0 s"
        #expect(
            problem(FramePart(start: 1, end: 1))
                == .invalidOption(name: "end", value: "1.0", expected: expected))
        #expect(problem(FramePart(stride: 0)) != nil)
        #expect(problem(FramePart(start: -1)) != nil)
        #expect(problem(FramePart(start: .nan)) != nil)
        guard case .startBeyondEnd(_, 5, let duration?) = problem(FramePart(start: 5)) else {
            Issue.record("no error")
            return
        }
        #expect(abs(duration - 1.6) < 0.05)
    }

    @Test("the images of a folder lie at the times of their rate")
    func images() throws {
        let path = folder.url.path
        for index in 0..<6 {
            try PNGFile.write(
                try TestImage.make(width: 4, height: 4), to: "\(path)/\(index).png")
        }
        let part = FramePart(start: 0.2, end: 0.5, stride: 2)
        let source = try ImageFolder(path: path, frameRate: FrameRate(10) ?? .thirty, part: part)
        #expect(source.information.frameCount == 2)
        let frames = source.all().frames
        #expect(frames.milliseconds == [200, 400])
        #expect(frames.map(\.number) == [2, 4])
    }

    @Test("a source without a way to skip is read and selected from")
    func pipe() throws {
        let path = try clip("mp4")
        let whole = try VideoFile(path: path).all().frames
        let part = try PartOfSource(
            FramePart(start: 0.4, end: 0.8, stride: 5), of: VideoFile(path: path))
        let frames = part.all().frames
        #expect(frames.map(\.number) == [10, 15])
        #expect(frames.map(\.image.packed) == [whole[10], whole[15]].map(\.image.packed))
    }
}
#endif

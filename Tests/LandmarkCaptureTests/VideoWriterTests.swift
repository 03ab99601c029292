#if !canImport(AVFoundation)
import CFFmpeg
import Foundation
import LandmarkCapture
import LandmarkCore
import LandmarkImaging
import LandmarkTestSupport
import Testing

@Suite("Writing videos")
struct VideoWriterTests {
    @Test("A written video has the images' size, colors and timestamps")
    func roundTrip() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.mp4")
        // Uneven steps: a variable rate.
        let times = [0, 40, 80, 200, 233, 1000, 1001, 1040]
        let writer = try VideoWriter(path: path, size: PixelSize(width: 65, height: 49))
        var images: [PixelBuffer] = []
        for (index, time) in times.enumerated() {
            let image = try TestImage.make(width: 65, height: 49, phase: Double(index) / 8)
            images.append(image)
            try writer.write(image, at: .milliseconds(time))
        }
        #expect(folder.names != ["a.mp4"])
        try writer.finish()
        #expect(folder.names == ["a.mp4"])
        let file = try VideoFile(path: path)
        #expect(file.information.size == PixelSize(width: 66, height: 50))
        let (frames, error) = file.all()
        #expect(error == nil)
        #expect(frames.milliseconds == times)
        for (frame, image) in zip(frames, images) {
            for (x, y) in [(10, 10), (54, 10), (10, 38), (54, 38)] {
                let difference = zip(
                    frame.image.color(x: x, y: y), image.color(x: x, y: y)
                ).map { abs($0 - $1) }
                #expect(difference.allSatisfy { $0 <= 8 }, "\(x), \(y): \(difference)")
            }
        }
    }

    /// A clip with sound.
    private static let source = Fixtures.footage("bigbuckbunny.mp4")

    @Test(
        "A copy of a clip keeps its timestamps, rate and audio, bit for bit",
        .enabled(if: Fixtures.available(source)))
    func copy() throws {
        let source = Self.source
        let folder = try TemporaryFolder()
        let file = try VideoFile(path: source)
        let size = try #require(file.information.size)
        let writer = try VideoWriter(path: folder.path("b.mp4"), size: size, source: file)
        #expect(writer.copiesAudio)
        var times: [Int] = []
        while let frame = try file.next() {
            try writer.write(frame.image, at: frame.timestamp)
            times.append(frame.timestamp.milliseconds)
        }
        try writer.finish()
        let copy = try VideoFile(path: folder.path("b.mp4"))
        #expect(copy.information.frameRate == file.information.frameRate)
        #expect(copy.information.frameCount == 132)
        #expect(copy.all().frames.milliseconds == times)
        let audio = try Packets.audio(of: source)
        #expect(audio.count == 249)
        #expect(try Packets.audio(of: folder.path("b.mp4")) == audio)
    }

    @Test(
        "Audio ends with the last image when the work was interrupted",
        .enabled(if: Fixtures.available(source)))
    func stopped() throws {
        let source = Self.source
        let folder = try TemporaryFolder()
        let file = try VideoFile(path: source)
        let size = try #require(file.information.size)
        let writer = try VideoWriter(path: folder.path("b.mp4"), size: size, source: file)
        for _ in 0..<25 {
            let frame = try #require(try file.next())
            try writer.write(frame.image, at: frame.timestamp)
        }
        try writer.finish(complete: false)
        let copy = try VideoFile(path: folder.path("b.mp4"))
        #expect(copy.all().frames.count == 25)
        let audio = try Packets.audio(of: folder.path("b.mp4"))
        let whole = try Packets.audio(of: source)
        #expect(audio == Array(whole.prefix(audio.count)))
        #expect(900_000...1_000_000 ~= (try #require(audio.last)).time)
    }

    @Test("A copy of a clip that starts late keeps audio and video in sync")
    func lateStart() throws {
        let folder = try TemporaryFolder()
        var clip = Clip()
        clip.format = "mov"
        clip.hasAudio = true
        clip.times = [500, 540, 600, 1000]
        try clip.write(to: folder.path("a.mov"))
        let file = try VideoFile(path: folder.path("a.mov"))
        #expect(file.information.hasAudio)
        let writer = try VideoWriter(path: folder.path("b.mp4"), size: clip.size, source: file)
        #expect(writer.copiesAudio)
        let (frames, error) = file.all()
        #expect(error == nil)
        #expect(frames.milliseconds == [0, 40, 100, 500])
        for frame in frames { try writer.write(frame.image, at: frame.timestamp) }
        try writer.finish()
        let copy = try VideoFile(path: folder.path("b.mp4"))
        #expect(copy.all().frames.milliseconds == [0, 40, 100, 500])
        // The clip's audio is shorter than half a second, and so ends before its first image.
        #expect(try Tracks.starts(of: folder.path("b.mp4")).first == 0)
    }

    @Test("Any pixel format can be written", arguments: PixelFormat.allCases)
    func formats(_ format: PixelFormat) throws {
        let folder = try TemporaryFolder()
        let image = try TestImage.make(width: 64, height: 48, format: format)
        let writer = try VideoWriter(path: folder.path("a.mp4"), size: image.size)
        try writer.write(image, at: .milliseconds(0))
        try writer.finish()
        let frames = try VideoFile(path: folder.path("a.mp4")).all().frames
        #expect(frames.count == 1)
        let seen = try #require(frames.first).image.color(x: 50, y: 8)
        let expected = format == .gray8 ? [220, 220, 220] : [30, 220, 30]
        #expect(zip(seen, expected).allSatisfy { abs($0 - $1) <= 8 }, "\(seen)")
    }

    @Test("Pipes can be written and read")
    func pipe() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        // Opening either end blocks until the other is open.
        let reading = AsyncStream.makeStream(of: [Int]?.self)
        DispatchQueue.global().async {
            reading.continuation.yield((try? VideoFile(path: path))?.all().frames.milliseconds)
            reading.continuation.finish()
        }
        let writer = try VideoWriter(path: path, size: size)
        let image = try TestImage.make(width: 16, height: 16)
        for index in 0..<5 { try writer.write(image, at: .milliseconds(index * 40)) }
        try writer.finish()
        var received: [Int]?
        for await times in reading.stream { received = times }
        #expect(received == [0, 40, 80, 120, 160])
        #expect(folder.names == ["pipe"])
    }

    private let size = PixelSize(width: 16, height: 16)

    @Test("An existing file stays until the new one is finished, and no other file remains")
    func replacement() throws {
        let folder = try TemporaryFolder()
        let path = try folder.put([1, 2, 3], as: "a.mp4")
        let image = try TestImage.make(width: 16, height: 16)
        let cancelled = try VideoWriter(path: path, size: size)
        try cancelled.write(image, at: .milliseconds(0))
        cancelled.cancel()
        #expect(folder.names == ["a.mp4"])
        do {
            let forgotten = try VideoWriter(path: path, size: size)
            try forgotten.write(image, at: .milliseconds(0))
            #expect(folder.names.count == 2)
        }
        #expect(folder.names == ["a.mp4"])
        let empty = try VideoWriter(path: path, size: size)
        #expect(
            failure { () throws(CaptureError) in try empty.finish() } == .nothingWritten(file: path)
        )
        #expect(try folder.bytes("a.mp4") == [1, 2, 3])
        #expect(folder.names == ["a.mp4"])
        #expect(
            failure { () throws(CaptureError) in try cancelled.finish() }
                == .alreadyClosed(file: path))
    }

    @Test("A symbolic link stays a link")
    func link() throws {
        let folder = try TemporaryFolder()
        let path = try folder.put([1], as: "a.mp4")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path("link.mp4"), withDestinationPath: path)
        let writer = try VideoWriter(path: folder.path("link.mp4"), size: size)
        try writer.write(try TestImage.make(width: 16, height: 16), at: .milliseconds(0))
        try writer.finish()
        #expect(folder.names == ["a.mp4", "link.mp4"])
        #expect(try VideoFile(path: path).all().frames.count == 1)
    }

    @Test("Images of another size or out of order are rejected, and the writer stays usable")
    func refusals() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.mp4")
        let writer = try VideoWriter(path: path, size: size)
        let image = try TestImage.make(width: 16, height: 16)
        let other = try TestImage.make(width: 16, height: 18)
        try writer.write(image, at: .milliseconds(10))
        #expect(
            failure { () throws(CaptureError) in try writer.write(other, at: .milliseconds(20)) }
                == .wrongImageSize(file: path, expected: size, got: other.size))
        for time in [10, 9] {
            #expect(
                failure { () throws(CaptureError) in
                    try writer.write(image, at: .milliseconds(time))
                }
                    == .timestampNotIncreasing(
                        file: path, previous: .milliseconds(10), got: .milliseconds(time)))
        }
        try writer.write(image, at: .milliseconds(50))
        try writer.finish()
        #expect(try VideoFile(path: path).all().frames.milliseconds == [0, 40])
    }

    @Test(
        "A timestamp out of range is an error that removes the video",
        arguments: [Int.max / 2, Int.max, Int.min, 2_147_483_648_001])
    func farTime(_ time: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.mp4")
        let image = try TestImage.make(width: 16, height: 16)
        for rate in [nil, FrameRate.thirty] {
            var options = VideoWriterOptions()
            options.frameRate = rate
            let writer = try VideoWriter(path: path, size: size, options: options)
            if time > 0 { try writer.write(image, at: .milliseconds(0)) }
            let error = failure { () throws(CaptureError) in
                try writer.write(image, at: .milliseconds(time))
            }
            #expect(error == .timestampOutOfRange(file: path, got: .milliseconds(time)))
            #expect(folder.names.isEmpty)
        }
    }

    @Test("Unwritable paths are distinct errors")
    func places() throws {
        let folder = try TemporaryFolder()
        let size = size
        func problem(_ path: String) -> CaptureError? {
            failure { () throws(CaptureError) in try VideoWriter(path: path, size: size) }
        }
        let absent = folder.path("absent/a.mp4")
        #expect(problem(absent) == .notFound(file: absent))
        #expect(problem(folder.url.path) == .isFolder(file: folder.url.path))
        let none = PixelSize(width: 0, height: 5)
        #expect(
            failure { () throws(CaptureError) in
                try VideoWriter(path: folder.path("a.mp4"), size: none)
            } == .invalidOption(name: "size", value: "0×5", expected: "from 1×1 to 16384×16384"))
        #expect(folder.names.isEmpty)
    }

    #if os(Linux)
    @Test("A full device is an error with errno")
    func fullDevice() throws {
        let path = "/dev/full"
        let size = PixelSize(width: 64, height: 64)
        let error = failure { () throws(CaptureError) in
            let writer = try VideoWriter(path: path, size: size)
            for index in 0..<100 {
                guard let image = try? TestImage.make(width: 64, height: 64) else { break }
                try writer.write(image, at: .milliseconds(index * 40))
            }
            try writer.finish()
        }
        #expect(error == .writeFailed(file: path, code: ENOSPC))
    }
    #endif

    @Test("A full disk leaves the existing file and no other")
    func fullDisk() async {
        await #expect(processExitsWith: .exitCode(7)) {
            let folder = try TemporaryFolder()
            let path = try folder.put([1, 2, 3], as: "a.mp4")
            limitFileSize(to: 20_000)
            let size = PixelSize(width: 320, height: 240)
            let writer = try VideoWriter(path: path, size: size)
            var random = SplitMix64(seed: 500)
            do throws(CaptureError) {
                for index in 0..<500 {
                    let noise = (0..<320 * 240 * 3).map { _ in
                        UInt8(truncatingIfNeeded: random.next())
                    }
                    guard
                        let image = try? PixelBuffer(
                            width: 320, height: 240, format: .rgb24, bytes: noise)
                    else { exit(2) }
                    try writer.write(image, at: .milliseconds(index * 40))
                }
                try writer.finish()
                exit(3)
            } catch {
                let same = (try? folder.bytes("a.mp4")) == [1, 2, 3]
                let expected = CaptureError.writeFailed(file: path, code: EFBIG)
                exit(error == expected ? same && folder.names == ["a.mp4"] ? 7 : 4 : 5)
            }
        }
    }
}
#endif

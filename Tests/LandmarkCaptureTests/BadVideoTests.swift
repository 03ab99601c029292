#if !canImport(AVFoundation)
import Foundation
import LandmarkCapture
import LandmarkCore
import LandmarkImaging
import LandmarkTestSupport
import Testing

@Suite("Bad videos")
struct BadVideoTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func problem(_ path: String) -> CaptureError? {
        failure { () throws(CaptureError) in try VideoFile(path: path) }
    }

    /// Returns the reason why a file is not a video; nil for other errors.
    private func reason(_ bytes: [UInt8], _ name: String) throws -> String? {
        guard case .notVideo(_, let reason) = problem(try folder.put(bytes, as: name)) else {
            return nil
        }
        return reason
    }

    @Test("Missing files, folders and empty files are distinct errors")
    func noFile() throws {
        let absent = folder.path("absent.mp4")
        #expect(problem(absent) == .notFound(file: absent))
        #expect(problem(folder.url.path) == .isFolder(file: folder.url.path))
        let empty = try folder.put([], as: "empty.mp4")
        #expect(problem(empty) == .emptyFile(file: empty))
    }

    @Test(
        "A file without read permission is an error",
        .enabled(if: geteuid() != 0, "the superuser may read every file"))
    func permission() throws {
        let locked = try folder.put([1], as: "locked.mp4")
        #expect(chmod(locked, 0) == 0)
        #expect(problem(locked) == .notPermitted(file: locked))
    }

    @Test("Files that are not videos are rejected with a reason")
    func noVideo() throws {
        #expect(try reason(Array("Dear all,\n\nno images today.\n".utf8), "a.txt") != nil)
        var random = SplitMix64(seed: 3)
        let noise = (0..<5000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        #expect(try reason(noise, "a.mp4") != nil)
        let audio = try folder.put(Self.silence, as: "a.wav")
        #expect(problem(audio) == .noVideoStream(file: audio))
    }

    /// A second of silence as a WAV file.
    private static let silence: [UInt8] = {
        func number(_ value: UInt32) -> [UInt8] {
            (0..<4).map { UInt8(value >> (8 * $0) & 255) }
        }
        let form: [UInt8] = [1, 0, 1, 0] + number(8000) + number(16000) + [2, 0, 16, 0]
        return Array("RIFF".utf8) + number(36 + 16000) + Array("WAVEfmt ".utf8) + number(16)
            + form + Array("data".utf8) + number(16000) + [UInt8](repeating: 0, count: 16000)
    }()

    @Test("Addresses are never opened, neither as names nor in files")
    func addresses() throws {
        for address in ["http://localhost/a.mp4", "rtsp://localhost/a", "tcp://localhost:9"] {
            #expect(problem(address) == .isAddress(address))
        }
        for name in ["concat:a.mp4|b.mp4", "pipe:0", "data:video/mp4;base64,AAAA"] {
            #expect(problem(name) == .notFound(file: name))
        }
        let playlist = """
            #EXTM3U
            #EXT-X-VERSION:3
            #EXT-X-TARGETDURATION:10
            #EXTINF:9.0,
            http://localhost/a.ts
            #EXT-X-ENDLIST

            """
        #expect(try reason(Array(playlist.utf8), "a.m3u8") == "it is a playlist")
        try Clip().write(to: folder.path("a.mp4"))
        let list = "ffconcat version 1.0\nfile a.mp4\n"
        #expect(try reason(Array(list.utf8), "list.ffconcat") == "it is a playlist")
        let description =
            "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=a\nc=IN IP4 127.0.0.1\nt=0 0\n"
            + "m=video 9000 RTP/AVP 96\na=rtpmap:96 H264/90000\n"
        #expect(try reason(Array(description.utf8), "a.sdp") == "it describes a broadcast")
    }

    @Test(
        "A truncated file delivers its frames, then one error, then nil",
        arguments: ["mp4", "matroska", "avi"])
    func cutTail(_ format: String) throws {
        var clip = Clip()
        clip.format = format
        clip.formatOptions = format == "mp4" ? ["movflags": "faststart"] : [:]
        clip.times = (0..<50).map { $0 * 40 }
        clip.size = PixelSize(width: 160, height: 120)
        clip.color = { frame, x, y in
            (Double((x * 7 + frame) % 32) / 32, Double((y * 5 + frame) % 32) / 32, 0.5)
        }
        try clip.write(to: folder.path("whole"))
        let whole = try VideoFile(path: folder.path("whole")).all()
        #expect(whole.frames.count == 50)
        #expect(whole.error == nil)
        let bytes = try folder.bytes("whole")
        let path = try folder.put(Array(bytes[..<(bytes.count * 6 / 10)]), as: "cut")
        let warnings = Warnings()
        var options = VideoOptions()
        options.logger = warnings.logger
        let file = try VideoFile(path: path, options: options)
        let (frames, error) = file.all()
        #expect(10..<50 ~= frames.count)
        guard case .damaged(path, frames.count, 1..., _) = error else {
            Issue.record("\(error.map(String.init(describing:)) ?? "no error")")
            return
        }
        for (frame, expected) in zip(frames.dropLast(2), whole.frames) {
            #expect(frame.timestamp == expected.timestamp)
            #expect(frame.image.packed == expected.image.packed)
        }
        #expect(try file.next() == nil)
        #expect(!warnings.all.isEmpty)
    }

    @Test("A file without its index is rejected with the reason")
    func noIndex() throws {
        try Clip().write(to: folder.path("a.mp4"))
        let bytes = try folder.bytes("a.mp4")
        #expect(try reason(Array(bytes[..<(bytes.count / 2)]), "b.mp4") == "moov atom not found")
    }

    @Test("Damage in the middle costs its frames only, and is reported after the last")
    func damagedMiddle() throws {
        var clip = Clip()
        clip.format = "matroska"
        clip.times = (0..<40).map { $0 * 40 }
        clip.color = { frame, x, y in (Double((x * y + frame) % 16) / 16, 0.5, 0.5) }
        try clip.write(to: folder.path("a.mkv"))
        var bytes = try folder.bytes("a.mkv")
        for index in bytes.count / 2..<bytes.count / 2 + 400 { bytes[index] = 0 }
        let path = try folder.put(bytes, as: "b.mkv")
        let (frames, error) = try VideoFile(path: path).all()
        #expect(frames.count > 20)
        #expect(frames.milliseconds == frames.milliseconds.sorted())
        guard case .damaged(path, frames.count, 1..., _) = error else {
            Issue.record("\(error.map(String.init(describing:)) ?? "no error")")
            return
        }
    }

    @Test("A change of size ends the video with an error, or is scaled")
    func sizeChange() throws {
        var clip = Clip()
        clip.format = "h264"
        clip.codecOptions["tune"] = "zerolatency"
        clip.color = ClipTests.corners
        try clip.write(to: folder.path("a.h264"))
        clip.size = PixelSize(width: 96, height: 80)
        try clip.write(to: folder.path("b.h264"))
        let bytes = try folder.bytes("a.h264") + folder.bytes("b.h264")
        let path = try folder.put(bytes, as: "c.h264")
        let file = try VideoFile(path: path)
        let (frames, error) = file.all()
        #expect(frames.count == 10)
        #expect(
            error
                == .sizeChanged(
                    file: path, frame: 10, from: PixelSize(width: 64, height: 48), to: clip.size))
        #expect(try file.next() == nil)
        var options = VideoOptions()
        options.sizeChange = .scaleToFirst
        let scaled = try VideoFile(path: path, options: options).all()
        #expect(scaled.error == nil)
        #expect(
            scaled.frames.map(\.image.size)
                == Array(repeating: PixelSize(width: 64, height: 48), count: 20))
        #expect(scaled.frames[15].image.color(x: 5, y: 5).map { $0 > 127 } == [true, false, false])
        let notes = Warnings()
        options.sizeChange = .deliver
        options.logger = notes.logger
        let all = try VideoFile(path: path, options: options).all()
        #expect(all.error == nil)
        #expect(
            all.frames.map(\.image.size)
                == Array(repeating: PixelSize(width: 64, height: 48), count: 10)
                + Array(repeating: clip.size, count: 10))
        #expect(all.frames.map(\.number) == Array(0..<20))
        #expect(
            notes.all
                == ["\(path): its images change size from 64×48 to 96×80 at frame 10"])
    }

    @Test("What a file declares and images do not follow is said once")
    func notes() throws {
        var clip = Clip()
        clip.codecOptions["x264-params"] = "sar=2/1:transfer=smpte2084"
        try clip.write(to: folder.path("a.mp4"))
        clip.codecOptions["x264-params"] = nil
        clip.size = PixelSize(width: 1280, height: 720)
        clip.times = [0, 40]
        try clip.write(to: folder.path("b.mp4"))
        clip.codecOptions["x264-params"] = "colormatrix=bt709"
        try clip.write(to: folder.path("c.mp4"))
        func notes(_ path: String) throws -> [String] {
            let notes = Warnings()
            var options = VideoOptions()
            options.logger = notes.logger
            _ = try VideoFile(path: path, options: options).all()
            return notes.all.map { String($0.dropFirst(path.count)) }
        }
        #expect(
            try notes(folder.path("a.mp4")) == [
                ": its images have pixels of 2:1, which are treated as square",
                ": its images are HDR (PQ) and are not mapped to standard brightness",
            ])
        #expect(
            try notes(folder.path("b.mp4")) == [
                ": its images do not specify their colors; BT.601 is assumed, not BT.709"
            ])
        #expect(try notes(folder.path("c.mp4")) == [])
    }

    @Test("Images above the pixel limit are rejected")
    func pixelLimit() throws {
        try Clip().write(to: folder.path("a.mp4"))
        var options = VideoOptions()
        options.pixelLimit = 64 * 48 - 1
        let error = failure { () throws(CaptureError) in
            try VideoFile(path: folder.path("a.mp4"), options: options)
        }
        switch error {
        case .imageTooLarge, .undecodable: break
        default: Issue.record("\(error.map(String.init(describing:)) ?? "no error")")
        }
        options.pixelLimit = 1 << 16
        #expect(
            try VideoFile(path: folder.path("a.mp4"), options: options).all().frames.count == 10)
    }

    @Test(
        "Arbitrary damage results in frames or a typed error",
        arguments: ["mp4", "matroska", "avi", "mpegts"])
    func fuzz(_ format: String) throws {
        var clip = Clip()
        clip.format = format
        clip.times = (0..<6).map { $0 * 40 }
        try clip.write(to: folder.path("a"))
        let whole = try folder.bytes("a")
        var random = SplitMix64(seed: 11)
        var opened = 0
        for round in 0..<60 {
            var bytes = whole
            for _ in 0...random.below(6) {
                bytes[random.below(bytes.count)] = UInt8(random.below(256))
            }
            if round % 4 == 0 { bytes.removeLast(random.below(bytes.count - 1)) }
            let path = try folder.put(bytes, as: "b")
            var options = VideoOptions()
            options.pixelLimit = 1 << 22
            guard let file = try? VideoFile(path: path, options: options) else { continue }
            opened += 1
            let (frames, error) = file.all()
            #expect(frames.count <= 200)
            #expect(error?.description.isEmpty != true)
        }
        #expect(opened > 5)
    }
}
#endif

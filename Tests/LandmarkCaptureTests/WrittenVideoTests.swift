#if !canImport(AVFoundation)
import CFFmpeg
import Foundation
import LandmarkCapture
import LandmarkCore
import LandmarkImaging
import LandmarkTestSupport
import Testing

@Suite("Written videos")
struct WrittenVideoTests {
    private let size = PixelSize(width: 64, height: 48)

    /// Writes images one after another.
    private func write(
        _ images: [PixelBuffer], to path: String, _ options: VideoWriterOptions
    ) throws {
        let writer = try VideoWriter(
            path: path, size: try #require(images.first).size, options: options)
        for (index, image) in images.enumerated() {
            try writer.write(image, at: .milliseconds(index * 40))
        }
        try writer.finish()
    }

    private func images(_ count: Int) throws -> [PixelBuffer] {
        try (0..<count).map {
            try TestImage.make(width: 64, height: 48, phase: Double($0) / Double(count))
        }
    }

    @Test("A finished file is an ordinary one with its index at the start")
    func ordinary() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.mp4")
        try write(images(100), to: path, VideoWriterOptions())
        let boxes = try Tracks.boxes(of: path)
        #expect(boxes.filter { $0 != "free" } == ["ftyp", "moov", "mdat"], "\(boxes)")
        #expect(folder.names == ["a.mp4"])
    }

    @Test("A name of 250 bytes can be written")
    func longName() throws {
        let folder = try TemporaryFolder()
        let name = String(repeating: "a", count: 246) + ".mp4"
        try write(images(1), to: folder.path(name), VideoWriterOptions())
        #expect(folder.names == [name])
    }

    @Test("What was encoded can be played after a kill")
    func killed() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "landmark-killed-\(getpid())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        await #expect(processExitsWith: .signal(SIGKILL)) {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
                "landmark-killed-\(getppid())")
            let writer = try VideoWriter(
                path: folder.appendingPathComponent("a.mp4").path,
                size: PixelSize(width: 64, height: 48))
            for index in 0..<200 {
                let image = try TestImage.make(width: 64, height: 48, phase: Double(index) / 200)
                try writer.write(image, at: .milliseconds(index * 40))
            }
            kill(getpid(), SIGKILL)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let left = try #require(names.first)
        #expect(names.count == 1 && left != "a.mp4")
        let frames = try VideoFile(path: folder.appendingPathComponent(left).path).all().frames
        // At most the last fragment of two seconds and the encoder's lookahead are lost.
        #expect(frames.count >= 200 - 50 - 20, "\(frames.count) of 200 frames")
    }

    @Test("An odd size is told")
    func odd() throws {
        let folder = try TemporaryFolder()
        let writer = try VideoWriter(
            path: folder.path("a.mp4"), size: PixelSize(width: 321, height: 181))
        #expect(writer.codedSize == PixelSize(width: 322, height: 182))
    }

    // MARK: Planes

    /// An image whose planes have 8 bytes between rows.
    private func planes(
        _ size: PixelSize, _ matrix: YUVMatrix, isFullRange: Bool = false, phase: Int = 0
    ) throws -> YUVImage {
        func plane(_ size: PixelSize, _ step: Int) throws -> YUVImage.Plane {
            let stride = size.width + 8
            let owner = NSMutableData(length: stride * size.height) ?? NSMutableData()
            for y in 0..<size.height {
                for x in 0..<size.width {
                    owner.mutableBytes.storeBytes(
                        of: UInt8(40 + (x * step + y * 2 + phase) % 160),
                        toByteOffset: y * stride + x, as: UInt8.self)
                }
            }
            return try YUVImage.Plane(
                size: size, bytesPerRow: stride,
                memory: UnsafeRawBufferPointer(start: owner.bytes, count: owner.length),
                owner: owner)
        }
        let chroma = YUVImage.chromaSize(of: size)
        return try YUVImage(
            luma: plane(size, 1), cb: plane(chroma, 2), cr: plane(chroma, 3), matrix: matrix,
            isFullRange: isFullRange)
    }

    private func bytes(_ yuv: YUVImage) -> [UInt8] {
        [yuv.luma, yuv.cb, yuv.cr].flatMap { plane in
            plane.withUnsafeBytes { bytes in
                (0..<plane.size.height).flatMap { y in
                    bytes[y * plane.bytesPerRow..<y * plane.bytesPerRow + plane.size.width]
                }
            }
        }
    }

    /// Writes images without loss, so that any conversion would show, and returns them.
    private func write(
        _ matrix: YUVMatrix, isFullRange: Bool, to path: String
    ) throws -> [YUVImage] {
        var options = VideoWriterOptions()
        options.rateFactor = 0
        let sources = try (0..<5).map {
            try planes(size, matrix, isFullRange: isFullRange, phase: $0 * 3)
        }
        try write(sources.map { PixelBuffer($0) }, to: path, options)
        return sources
    }

    @Test(
        "Planes are written with their matrix and range",
        arguments: YUVMatrix.allCases, [false, true])
    func described(_ matrix: YUVMatrix, _ isFullRange: Bool) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.mp4")
        _ = try write(matrix, isFullRange: isFullRange, to: path)
        let track = try #require(try Tracks.all(of: path).first)
        let spaces: [YUVMatrix: AVColorSpace] = [
            .bt601: AVCOL_SPC_SMPTE170M, .bt709: AVCOL_SPC_BT709, .bt2020: AVCOL_SPC_BT2020_NCL,
        ]
        #expect(track.matrix == spaces[matrix])
        #expect(track.range == (isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG))
    }

    @Test(
        "Planes are encoded as they are",
        .enabled(if: FFmpegProgram.isInstalled, FFmpegProgram.isNotInstalled),
        arguments: YUVMatrix.allCases, [false, true])
    func unconverted(_ matrix: YUVMatrix, _ isFullRange: Bool) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.mp4")
        let sources = try write(matrix, isFullRange: isFullRange, to: path)
        let format = isFullRange ? "yuvj420p" : "yuv420p"
        let decoded = try FFmpegProgram.output(
            ["-i", path, "-f", "rawvideo", "-pix_fmt", format, "-"])
        let isSame = decoded == sources.flatMap(bytes)
        #expect(isSame)
    }

    @Test("Images of another matrix, or without planes, are converted to the first one's")
    func mixed() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.mp4")
        var options = VideoWriterOptions()
        options.rateFactor = 1
        let first = try PixelBuffer(planes(size, .bt709))
        let second = try PixelBuffer(planes(size, .bt601, isFullRange: true))
        let third = try TestImage.make(width: 64, height: 48)
        try write([first, second, third], to: path, options)
        #expect(try Tracks.all(of: path).map(\.matrix) == [AVCOL_SPC_BT709])
        let frames = try VideoFile(path: path).all().frames
        #expect(frames.count == 3)
        for (frame, image) in zip(frames, [first, second]) {
            #expect(frame.image.meanDifference(from: image) < 3)
        }
        let color = try #require(frames.last).image.color(x: 50, y: 8)
        #expect(zip(color, [30, 220, 30]).allSatisfy { abs($0 - $1) <= 8 }, "\(color)")
    }

    @Test("Planes of an odd size are padded")
    func oddPlanes() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.mp4")
        let image = try PixelBuffer(planes(PixelSize(width: 61, height: 47), .bt709))
        try write([image], to: path, VideoWriterOptions())
        #expect(try VideoFile(path: path).information.size == PixelSize(width: 62, height: 48))
    }

    // MARK: Options

    @Test("Every codec can be written and read", arguments: VideoCodec.allCases)
    func codecs(_ codec: VideoCodec) throws {
        let folder = try TemporaryFolder()
        let path = folder.path("a.mp4")
        for quality in VideoQuality.allCases {
            var options = VideoWriterOptions()
            options.codec = codec
            options.quality = quality
            do {
                try write(images(12), to: path, options)
            } catch CaptureError.noEncoder(_, let name, let tried) {
                try Test.cancel("FFmpeg here has no encoder for \(name): \(tried)")
            }
            #expect(try Tracks.codecs(of: path) == [codec.rawValue])
            #expect(try Tracks.boxes(of: path).contains("moov"))
            let frames = try VideoFile(path: path).all().frames
            #expect(frames.milliseconds == (0..<12).map { $0 * 40 })
            let color = try #require(frames.first).image.color(x: 50, y: 8)
            #expect(zip(color, [30, 220, 30]).allSatisfy { abs($0 - $1) <= 12 }, "\(color)")
        }
    }

    @Test("Rate factors are limited, and higher ones give smaller files")
    func rateFactors() throws {
        let folder = try TemporaryFolder()
        var random = SplitMix64(seed: 5)
        let noise = try (0..<5).map { _ in
            try PixelBuffer(
                width: 64, height: 48, format: .gray8,
                bytes: (0..<64 * 48).map { _ in UInt8.random(in: 0...255, using: &random) })
        }
        var sizes: [Int] = []
        for factor in [10, 20, 40] {
            var options = VideoWriterOptions()
            options.rateFactor = factor
            try write(noise, to: folder.path("a.mp4"), options)
            sizes.append(try folder.bytes("a.mp4").count)
        }
        #expect(sizes[0] > sizes[1] && sizes[1] > sizes[2], "\(sizes)")
        for factor in [-1, 52] {
            var options = VideoWriterOptions()
            options.rateFactor = factor
            let error = failure { () throws(CaptureError) in
                try VideoWriter(path: folder.path("b.mp4"), size: size, options: options)
            }
            #expect(
                error
                    == .invalidOption(
                        name: "rateFactor", value: "\(factor)", expected: "from 0 to 51"))
        }
    }

    /// Writes three images with a hardware encoder, if one opens, and returns what was logged.
    private func writeWithHardware(ifThereIs exists: Bool) throws -> Warnings {
        let folder = try TemporaryFolder()
        let path = folder.path("a.mp4")
        let log = Warnings()
        var options = VideoWriterOptions()
        options.usesHardware = true
        options.hasDevice = { _ in exists }
        options.logger = log.everyLevel
        try write(images(3), to: path, options)
        #expect(try VideoFile(path: path).all().frames.count == 3)
        return log
    }

    @Test("Videos can be written with a hardware encoder or without one", arguments: [false, true])
    func hardware(exists: Bool) throws { _ = try writeWithHardware(ifThereIs: exists) }

    private static let hasGraphicsProcessor = ["/dev/nvidia0", "/dev/dri"].contains {
        FileManager.default.fileExists(atPath: $0)
    }

    /// No device has the name here that encoders look for, so every one fails to open.
    @Test(
        "A hardware encoder is tried where there is a device, and replaced if it does not open",
        .enabled(if: !hasGraphicsProcessor, "the graphics processor here may encode"))
    func hardwareThatDoesNotOpen() throws {
        for exists in [false, true] {
            let log = try writeWithHardware(ifThereIs: exists)
            for name in ["h264_nvenc", "h264_vaapi"]
            where avcodec_find_encoder_by_name(name) != nil {
                let isTried = log.all.contains { $0.hasPrefix("\(name) is not used") }
                #expect(isTried == exists, "\(name)")
            }
        }
    }

    // MARK: Sound

    private static let footage = Fixtures.footage("bigbuckbunny.mp4")

    /// Writes a copy of `footage` whose audio the ffmpeg program makes.
    private func copy(
        _ arguments: [String], as name: String, in folder: TemporaryFolder,
        part: FramePart = FramePart()
    ) throws -> (source: String, copy: String) {
        let source = folder.path(name)
        _ = try FFmpegProgram.output(
            ["-i", Self.footage, "-t", "1", "-c:v", "copy"] + arguments + [source])
        var reading = VideoOptions()
        reading.part = part
        let file = try VideoFile(path: source, options: reading)
        let warnings = Warnings()
        var options = VideoWriterOptions()
        options.logger = warnings.logger
        let writer = try VideoWriter(
            path: folder.path("copy.mp4"), size: try #require(file.information.size), source: file,
            options: options)
        #expect(writer.copiesAudio)
        while let frame = try file.next() { try writer.write(frame.image, at: frame.timestamp) }
        try writer.finish()
        #expect(!warnings.all.contains { $0.contains("omitted") }, "\(warnings.all)")
        return (source, folder.path("copy.mp4"))
    }

    @Test(
        "FLAC is copied bit for bit",
        .enabled(if: FFmpegProgram.isInstalled, FFmpegProgram.isNotInstalled),
        .enabled(if: Fixtures.available(footage)))
    func flac() throws {
        let folder = try TemporaryFolder()
        let (source, copy) = try copy(["-c:a", "flac"], as: "a.mkv", in: folder)
        #expect(try Tracks.codecs(of: copy) == ["h264", "flac"])
        #expect(
            try Packets.audio(of: copy).map(\.bytes) == Packets.audio(of: source).map(\.bytes))
    }

    @Test(
        "PCM becomes AAC of the same length",
        .enabled(if: FFmpegProgram.isInstalled, FFmpegProgram.isNotInstalled),
        .enabled(if: Fixtures.available(footage)),
        arguments: [
            ["-c:a", "pcm_s16le"], ["-c:a", "pcm_s24le", "-ar", "192000", "-ac", "4"],
            ["-c:a", "pcm_u8", "-ar", "11025", "-ac", "1"],
        ])
    func pcm(_ arguments: [String]) throws {
        let folder = try TemporaryFolder()
        let (source, copy) = try copy(arguments, as: "a.mkv", in: folder)
        #expect(try Tracks.codecs(of: copy) == ["h264", "aac"])
        let (before, after) = (
            try Packets.audio(of: source).map(\.time), try Packets.audio(of: copy).map(\.time)
        )
        let (first, last) = (try #require(after.first), try #require(after.last))
        // A packet of AAC holds up to 0.1 s, and the first one only prepares the decoder.
        #expect(abs(first - (before.first ?? 0)) <= 100_000)
        #expect(abs(last - (before.last ?? 0)) <= 150_000)
    }

    @Test(
        "A transport stream's copy begins with its first image, its sound in sync",
        .enabled(if: FFmpegProgram.isInstalled, FFmpegProgram.isNotInstalled),
        .enabled(if: Fixtures.available(footage)),
        arguments: ["0", "1000"])
    func transportStream(_ offset: String) throws {
        let folder = try TemporaryFolder()
        let arguments = ["-c:a", "copy", "-output_ts_offset", offset]
        let (source, copy) = try copy(arguments, as: "a.ts", in: folder)
        let (before, after) = (try Tracks.starts(of: source), try Tracks.starts(of: copy))
        #expect(before.count == 2 && after.count == 2)
        #expect(after.first == 0)
        let (distance, kept) = (before[1] - before[0], after[1] - after[0])
        #expect(abs(max(0, distance) - kept) <= 25, "\(before) \(after)")
    }

    @Test(
        "The sound of a part is that of its images",
        .enabled(if: FFmpegProgram.isInstalled, FFmpegProgram.isNotInstalled),
        .enabled(if: Fixtures.available(footage)))
    func part() throws {
        let folder = try TemporaryFolder()
        let part = FramePart(start: 0.4, end: 0.8)
        let (source, copy) = try copy(["-c:a", "copy"], as: "a.mp4", in: folder, part: part)
        #expect(try VideoFile(path: copy).all().frames.milliseconds == (0..<10).map { $0 * 40 })
        let (whole, kept) = (try Packets.audio(of: source), try Packets.audio(of: copy))
        for packet in kept {
            let original = try #require(whole.first { $0.bytes == packet.bytes })
            #expect(abs(original.time - 400_000 - packet.time) <= 1000)
        }
        #expect(350_000...400_000 ~= (try #require(kept.last)).time)
    }
}
#endif

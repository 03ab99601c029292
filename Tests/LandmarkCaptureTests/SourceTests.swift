import Foundation
import LandmarkCapture
import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging
import LandmarkTestSupport
import Testing

@Suite("Folders, raw frames and sequences")
struct SourceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "A folder's images come in byte order at their own sizes; reading continues after a bad one"
    )
    func imageFolder() throws {
        let empty = folder.url.path
        _ = try folder.put([1], as: "notes.txt")
        #expect(
            failure { () throws(CaptureError) in try ImageFolder(path: empty) }
                == .emptyFolder(folder: empty))
        for (name, width) in [("b.png", 5), ("B.PNG", 6), ("a10.png", 7), ("a9.png", 8)] {
            try PNGFile.write(
                try TestImage.make(width: width, height: 4), to: folder.path(name))
        }
        _ = try folder.put([0x89, 0x50], as: "a11.png")
        _ = try folder.put([1], as: ".hidden.png")
        let source = try ImageFolder(path: empty, frameRate: try #require(FrameRate(25)))
        #expect(source.information.frameCount == 5)
        #expect(source.information.duration == 0.2)
        var widths: [Int] = []
        var times: [Int] = []
        var errors: [CaptureError] = []
        for _ in 0..<6 {
            do throws(CaptureError) {
                guard let frame = try source.next() else { break }
                widths.append(frame.image.width)
                times.append(frame.timestamp.milliseconds)
            } catch {
                errors.append(error)
            }
        }
        #expect(widths == [6, 7, 8, 5])
        #expect(times == [0, 40, 120, 160])
        #expect(errors == [.image(.truncated(file: "\(empty)/a11.png", offset: 2))])
        let absent = folder.path("absent")
        #expect(
            failure { () throws(CaptureError) in try ImageFolder(path: absent) }
                == .notFound(file: absent))
    }

    @Test("A sequence over a folder continues after bad images that are skipped")
    func skippedImages() async throws {
        for name in ["a.png", "c.png"] {
            try PNGFile.write(try TestImage.make(width: 4, height: 4), to: folder.path(name))
        }
        for name in ["b.png", "d.png"] { _ = try folder.put([0x89, 0x50], as: name) }
        let path = folder.url.path
        let (errors, reported) = AsyncStream.makeStream(of: CaptureError.self)
        let source = try ImageFolder(path: path, frameRate: try #require(FrameRate(25))) {
            reported.yield($0)
        }
        var times: [Int] = []
        for try await frame in source.frames() { times.append(frame.timestamp.milliseconds) }
        #expect(times == [0, 80])
        reported.finish()
        var skipped: [CaptureError] = []
        for await error in errors { skipped.append(error) }
        #expect(
            skipped
                == ["b.png", "d.png"].map {
                    .image(.truncated(file: "\(path)/\($0)", offset: 2))
                })
        #expect(try source.next() == nil)
    }

    private func raw(
        _ bytes: [UInt8], _ size: PixelSize, _ format: PixelFormat
    ) throws -> (RawFrames, FileHandle) {
        let path = try folder.put(bytes, as: "raw")
        let handle = try #require(FileHandle(forReadingAtPath: path))
        let rate = try #require(FrameRate(30000, 1001))
        let source = try RawFrames(
            descriptor: handle.fileDescriptor, name: "raw", size: size, format: format,
            frameRate: rate)
        return (source, handle)
    }

    @Test("Raw frames are read from the stream", arguments: [PixelFormat.rgb24, .bgra32])
    func rawFrames(_ format: PixelFormat) throws {
        let images = try (0..<4).map {
            try TestImage.make(width: 7, height: 5, phase: Double($0) / 4, format: format)
        }
        let (source, handle) = try raw(
            images.flatMap(\.packed), PixelSize(width: 7, height: 5), format)
        let (frames, error) = source.all()
        #expect(error == nil)
        #expect(frames.map(\.image.packed) == images.map(\.packed))
        #expect(frames.allSatisfy { $0.image.format == format })
        #expect(frames.milliseconds == [0, 33, 67, 100])
        try handle.close()
    }

    @Test("A stream that ends within a frame reports expected and actual bytes")
    func wrongSize() throws {
        let (source, handle) = try raw(
            [UInt8](repeating: 9, count: 250), PixelSize(width: 6, height: 6), .rgb24)
        let (frames, error) = source.all()
        #expect(frames.count == 2)
        #expect(error == .incompleteFrame(source: "raw", frame: 2, expected: 108, got: 34))
        #expect(
            error?.description == "raw ended within frame 2: expected 108 bytes, got 34")
        #expect(try source.next() == nil)
        try handle.close()
        let none = PixelSize(width: 0, height: 6)
        let rate = FrameRate.thirty
        #expect(
            failure { () throws(CaptureError) in
                try RawFrames(size: none, format: .rgb24, frameRate: rate)
            } == .invalidOption(name: "size", value: "0×6", expected: "from 1×1 to 16384×16384"))
    }

    @Test("An unreadable descriptor is an error with errno")
    func unreadable() throws {
        let source = try RawFrames(
            descriptor: -1, name: "raw", size: PixelSize(width: 2, height: 2), format: .rgb24,
            frameRate: .thirty)
        #expect(source.all().error == .readFailed(file: "raw", code: EBADF))
        #expect(try source.next() == nil)
    }

    @Test("A sequence delivers every frame and the source's error")
    func loop() async throws {
        var times: [Int] = []
        for try await frame in ListSource([1, 2, 3]).frames() {
            times.append(frame.timestamp.milliseconds)
        }
        #expect(times == [1, 2, 3])
        var iterator = ListSource([1], error: .outOfMemory).frames().makeAsyncIterator()
        #expect(try await iterator.next() != nil)
        await #expect(throws: CaptureError.outOfMemory) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    @Test("Cancellation ends a sequence whose source is blocked")
    func cancelledLoop() async throws {
        let pipe = Pipe()
        let source = try RawFrames(
            descriptor: pipe.fileHandleForReading.fileDescriptor, name: "pipe",
            size: PixelSize(width: 1, height: 1), format: .gray8, frameRate: .thirty)
        try pipe.fileHandleForWriting.write(contentsOf: Data([5]))
        let (arrivals, arrived) = AsyncStream.makeStream(of: Int.self)
        let task = Task {
            for try await frame in source.frames() {
                arrived.yield(frame.timestamp.milliseconds)
            }
            return true
        }
        for await time in arrivals {
            #expect(time == 0)
            break
        }
        task.cancel()
        #expect(try await task.value)
        try pipe.fileHandleForWriting.close()
    }

    @Test("Rates are parsed from text and give exact timestamps")
    func rates() throws {
        #expect(FrameRate("30") == FrameRate(30))
        #expect(FrameRate("29.97") == FrameRate(30000, 1001))
        #expect(FrameRate("23.976") == FrameRate(24000, 1001))
        #expect(FrameRate("59.94") == FrameRate(60000, 1001))
        #expect(FrameRate("119.88") == FrameRate(120_000, 1001))
        #expect(FrameRate("12.5") == FrameRate(25, 2))
        // Close to a television frame rate, but not one.
        #expect(FrameRate("1.004") == FrameRate(251, 250))
        #expect(FrameRate("9.99") == FrameRate(999, 100))
        #expect(FrameRate("24.975") == FrameRate(999, 40))
        #expect(FrameRate("0.001") == FrameRate(1, 1000))
        #expect(FrameRate("0.0064") == FrameRate(4, 625))
        #expect(FrameRate("30000/1001")?.description == "30000/1001")
        for text in ["", "0", "-5", "nan", "inf", "30/0", "a", "1/2/3", "100000", "1e400"] {
            #expect(FrameRate(text) == nil, "\(text)")
        }
        let rate = try #require(FrameRate(16))
        // Halves are rounded up: 62.5 and 187.5.
        #expect((0..<5).map { rate.timestamp(ofFrame: $0).milliseconds } == [0, 63, 125, 188, 250])
        let film = try #require(FrameRate(24000, 1001))
        #expect(film.timestamp(ofFrame: 24000 * 100).milliseconds == 1001 * 1000 * 100)
    }

    @Test("Equal, backward and missing times are corrected")
    func timing() {
        var timing = FrameTiming(
            unit: (numerator: 1, denominator: 1000), rate: nil, isConstant: false)
        let times: [Int64?] = [100, 140, 140, 120, 200, nil]
        let uneven = times.map { timing.timestamp(of: $0).milliseconds }
        #expect(uneven == [0, 40, 41, 42, 100, 101])
        timing = FrameTiming(
            unit: (numerator: 1, denominator: 90000), rate: .thirty, isConstant: true)
        let none: [Int64?] = [nil, nil, nil]
        let even = none.map { timing.timestamp(of: $0).milliseconds }
        #expect(even == [0, 33, 67])
        timing = FrameTiming(
            unit: (numerator: 1, denominator: 90000), rate: .thirty, isConstant: true)
        let extremes: [Int64?] = [.min, .max, 0]
        let mended = extremes.map { timing.timestamp(of: $0).milliseconds }
        #expect(mended == mended.sorted() && Set(mended).count == 3)
    }

    @Test("When a camera's clock is set, its frames continue after the real time")
    func setClock() {
        var timing = FrameTiming(
            unit: (numerator: 1, denominator: 1000), rate: nil, isConstant: false, isLive: true)
        // The time of the camera, and the time that has really passed.
        let frames: [(Int64?, Int64)] = [
            (5000, 0), (5040, 40), (5020, 80), (5120, 120),
            // An hour back, and two hours forward.
            (-3_594_840, 160), (-3_594_800, 200), (3_605_240, 240), (3_605_280, 280),
            // A minute without frames, and then several at once.
            (3_665_280, 60_280), (3_665_320, 60_280), (3_665_360, 60_281),
            (.min, 61_000), (.max, 62_000), (nil, 62_040),
        ]
        let times = frames.map { time, passed in
            timing.timestamp(of: time, at: MonotonicTime(nanoseconds: passed * 1_000_000))
                .milliseconds
        }
        #expect(times.prefix(8) == [0, 40, 41, 120, 160, 200, 240, 280])
        #expect(times.dropFirst(8) == [60_280, 60_320, 60_360, 61_079, 62_079, 62_080])
    }

    @Test("Products of more than 64 bits are divided exactly")
    func scaling() {
        #expect(7.scaled(by: 1, over: 2) == 4)
        #expect(10.scaled(by: 1, over: 3) == 3)
        #expect(Int.max.scaled(by: 1000, over: 1000) == .max)
        #expect(Int.max.scaled(by: 1001, over: 1000) == nil)
        #expect(Int.max.scaled(by: .max, over: 1) == nil)
    }

    @Test("Any time base gives exact timestamps")
    func oddUnits() throws {
        var timing = FrameTiming(
            unit: (numerator: 999_999_937, denominator: 1_000_000_000), rate: nil, isConstant: false
        )
        let times: [Int64?] = [0, 1, 7_936_508, 7_936_509, 1 << 40]
        let placed = times.map { timing.timestamp(of: $0).milliseconds }
        #expect(placed == [0, 1000, 7_936_507_500, 7_936_508_500, 1_099_511_558_506_767])
        timing = FrameTiming(
            unit: (numerator: 16_777_213, denominator: 1_000_000_000), rate: nil, isConstant: false)
        let few: [Int64?] = [0, 2, 5, 59]
        #expect(few.map { timing.timestamp(of: $0).milliseconds } == [0, 34, 84, 990])
        // Just above one frame per second.
        let rate = try #require(FrameRate(2_147_483_647, 2_147_483_646))
        let far = 2_147_483_646
        #expect(rate.timestamp(ofFrame: far).milliseconds == 2_147_483_645_000)
        let slow = try #require(FrameRate(1, 2_147_483_647))
        #expect(slow.timestamp(ofFrame: 1 << 40).milliseconds == Int.max / 4)
        timing = FrameTiming(unit: (numerator: 1, denominator: 1), rate: slow, isConstant: false)
        let last: [Int64?] = [.max - 1, nil, nil]
        #expect(last.map { timing.timestamp(of: $0).milliseconds } == [0, 1, 2])
    }
}

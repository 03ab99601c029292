import Foundation
import LandmarkImageFiles
import LandmarkImaging
import LandmarkTestSupport
import Testing

@Suite("Raw frames on standard input", .enabled(if: Clips.isReady))
struct RawFrameTests {
    private func run(_ bytes: [UInt8], _ arguments: String...) throws -> Landmark.Outcome {
        let scratch = try Scratch()
        let input = try #require(FileHandle(forReadingAtPath: try scratch.file("raw", bytes)))
        return try Landmark.launch(Landmark.path, arguments, input: input).finish()
    }

    @Test("give the results of the same frames in a folder, in either format")
    func sameResults() throws {
        let frames = try Clips.frames(4)
        let scratch = try Scratch()
        for (index, frame) in frames.enumerated() {
            try PNGFile.write(frame.image, to: scratch.path("\(index).png"))
        }
        let folder = try Landmark.run(
            "face", scratch.folder, "--mode", "video", "--fps", "29.97")
        let expected = folder.output.replacingOccurrences(of: scratch.folder, with: "-")
        #expect(expected.contains("\"timestampMs\":67,"))
        let rgb = try run(
            Clips.raw(frames), "face", "-", "--size", "176x144", "--fps", "30000/1001")
        #expect(rgb.code == 0, "\(rgb.errors)")
        #expect(rgb.output == expected)
        let bgra = try run(
            Clips.raw(frames, .bgra32), "face", "-", "--size", "176x144", "--pixel-format", "bgra",
            "--fps", "29.97")
        #expect(bgra.code == 0, "\(bgra.errors)")
        #expect(bgra.output == expected)
    }

    @Test("that are rotated are processed with --orientation; results are in the frames as stored")
    func turned() throws {
        let frames = try Clips.frames(3)
        let upright = try run(Clips.raw(frames), "face", "-", "--size", "176x144").objects()
        // A quarter turn counterclockwise, which “right” reverses.
        var bytes: [UInt8] = []
        for frame in frames {
            let pixels = Clips.raw([frame])
            for column in (0..<176).reversed() {
                for row in 0..<144 {
                    let start = 3 * (row * 176 + column)
                    bytes += pixels[start..<start + 3]
                }
            }
        }
        let outcome = try run(
            bytes, "face", "-", "--size", "144x176", "--orientation", "right")
        let turned = try outcome.objects()
        #expect(upright.count == 3 && turned.count == 3, "\(outcome.errors)")
        for (a, b) in zip(upright, turned) {
            let a = try points(a)
            let b = try points(b)
            for (a, b) in zip(a, b) {
                #expect(abs(b[0] - a[1]) < 0.02 && abs(1 - b[1] - a[0]) < 0.02)
            }
        }
    }

    @Test("that end within a frame are an error with both sizes; earlier results are kept")
    func incomplete() throws {
        let scratch = try Scratch()
        let bytes = Clips.raw(try Clips.frames(3)).dropLast(1000)
        let outcome = try run(
            Array(bytes), "pose", "-", "--size", "176x144", "--json", scratch.path("a.jsonl"),
            "--overlay", scratch.path("a.mp4"))
        #expect(outcome.code == 1 && !outcome.crashed)
        #expect(outcome.errors.contains("expected 76032 bytes, got 75032"), "\(outcome.errors)")
        #expect(outcome.errors.contains("frame 2"))
        #expect(try Landmark.objects(scratch.text("a.jsonl")).count == 2)
        #expect(try Clips.times(of: scratch.path("a.mp4")) == [0, 33])
    }

    @Test("without any bytes give no results")
    func empty() throws {
        let outcome = try run([], "pose", "-", "--size", "176x144", "--overlay", "/dev/null/a.mp4")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
    }

    @Test("are written as soon as each result is known")
    func streaming() throws {
        let pipe = Pipe()
        let running = try Landmark.launch(
            Landmark.path, ["face", "-", "--size", "176x144"], input: pipe.fileHandleForReading)
        let bytes = Clips.raw(try Clips.frames(1))
        for count in 1...3 {
            try pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
            #expect(running.waits { $0.filter(\.isNewline).count == count })
        }
        try pipe.fileHandleForWriting.close()
        #expect(running.finish().code == 0)
    }

    @Test("that do not arrive do not block Ctrl-C")
    func idle() throws {
        let pipe = Pipe()
        let running = try Landmark.launch(
            Landmark.path, ["face", "-", "--size", "176x144"], input: pipe.fileHandleForReading)
        try pipe.fileHandleForWriting.write(contentsOf: Data(Clips.raw(try Clips.frames(1))))
        #expect(running.waits { !$0.isEmpty })
        running.interrupt()
        let outcome = running.finish()
        #expect(outcome.code == 130 && !outcome.crashed)
        #expect(try outcome.objects().count == 1)
    }

    @Test("that stop within a frame do not block the first Ctrl-C")
    func stalled() throws {
        let scratch = try Scratch()
        let frame = Clips.raw(try Clips.frames(1))
        for mode in ["image", "video", "live"] {
            let pipe = Pipe()
            let running = try Landmark.launch(
                Landmark.path,
                [
                    "face", "-", "--size", "176x144", "--mode", mode, "--json", "-", "--csv",
                    scratch.path("a.csv"), "--overlay", scratch.path("a.mp4"),
                ], input: pipe.fileHandleForReading)
            try pipe.fileHandleForWriting.write(contentsOf: Data(frame + frame.prefix(100)))
            #expect(running.waits { !$0.isEmpty })
            running.interrupt()
            let outcome = running.finish()
            #expect(outcome.code == 130 && !outcome.crashed, "\(mode): \(outcome.errors)")
            #expect(try outcome.objects().count == 1)
            #expect(scratch.text("a.csv").split(separator: "\n").count == 1 + 478)
            #expect(try Clips.times(of: scratch.path("a.mp4")) == [0])
        }
    }

    @Test("a second Ctrl-C ends the program immediately")
    func secondInterrupt() throws {
        let pipe = Pipe()
        let running = try Landmark.launch(
            Landmark.path, ["face", "-", "--size", "176x144"], input: pipe.fileHandleForReading)
        let frame = Clips.raw(try Clips.frames(1))
        try pipe.fileHandleForWriting.write(contentsOf: Data(frame + frame.prefix(100)))
        #expect(running.waits { !$0.isEmpty })
        // Which of the two happens first depends on the machine.
        while !running.hasEnded { running.interrupt() }
        let outcome = running.finish()
        #expect(outcome.code == (outcome.crashed ? SIGINT : 130))
    }

    private func points(_ object: [String: Any]) throws -> [[Double]] {
        let face = try #require((object["faces"] as? [[String: Any]])?.first)
        return try #require(face["landmarks"] as? [[Double]])
    }
}

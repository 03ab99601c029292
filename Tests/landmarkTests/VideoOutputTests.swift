import Foundation
import LandmarkCapture
import LandmarkImaging
import LandmarkTestSupport
import Testing

@Suite("Overlays of videos", .enabled(if: Clips.isReady))
struct VideoOutputTests {
    @Test("have the size, the frames and the timestamps of the input, and other pixels")
    func overlay() throws {
        let scratch = try Scratch()
        let outcome = try Landmark.run("face", Clips.carphone, "--overlay", scratch.path("a.mp4"))
        #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.errors)")
        #expect(
            try Clips.times(of: scratch.path("a.mp4")) == Clips.times(of: Clips.carphone))
        let (a, b) = (
            try VideoFile(path: Clips.carphone), try VideoFile(path: scratch.path("a.mp4"))
        )
        #expect(a.information.size == b.information.size)
        #expect(a.information.frameRate == b.information.frameRate)
        let (plain, drawn) = (try #require(try a.next()), try #require(try b.next()))
        let different = Clips.raw([plain]).elementsEqual(Clips.raw([drawn])) {
            abs(Int($0) - Int($1)) < 60
        }
        #expect(!different, "nothing was drawn")
    }

    @Test(
        "keep the sound",
        .enabled(if: Fixtures.available(Fixtures.footage("bigbuckbunny.mp4"))))
    func sound() throws {
        let scratch = try Scratch()
        let bunny = Fixtures.footage("bigbuckbunny.mp4")
        let outcome = try Landmark.run("face", bunny, "--overlay", scratch.path("a.mp4"))
        #expect(outcome.code == 0, "\(outcome.errors)")
        let (a, b) = (
            try VideoFile(path: bunny).information,
            try VideoFile(path: scratch.path("a.mp4")).information
        )
        #expect(a.hasAudio && b.hasAudio)
        #expect(a.frameCount == b.frameCount && a.frameRate == b.frameRate)
    }

    @Test(
        "keep sound that MP4 has to have in another codec",
        .enabled(
            if: Clips.canEncode && Fixtures.available(Fixtures.footage("bigbuckbunny.mp4"))),
        arguments: ["pcm_s16le", "flac"])
    func otherSound(_ codec: String) throws {
        let scratch = try Scratch()
        let loud = scratch.path("loud.mkv")
        let made = try Landmark.shell(
            "ffmpeg -v error -i '\(Fixtures.footage("bigbuckbunny.mp4"))' -frames:v 3 -t 0.2"
                + " -c:v copy -c:a \(codec) '\(loud)'")
        #expect(made.code == 0, "\(made.errors)")
        let drawn = scratch.path("a.mp4")
        let outcome = try Landmark.run("face", loud, "--overlay", drawn)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(!outcome.errors.contains("sound"), "\(outcome.errors)")
        #expect(try VideoFile(path: drawn).information.hasAudio)
    }

    @Test("of an odd size say that they are larger")
    func oddSize() throws {
        let scratch = try Scratch()
        let frame = try #require(try Clips.frames(1).first).image
        let pixels = 61 * 47 * 3
        let input = frame.withUnsafeBytes { Array($0.prefix(pixels)) }
        let raw = scratch.path("a.rgb")
        try Data(input).write(to: URL(fileURLWithPath: raw))
        let drawn = scratch.path("a.mp4")
        let outcome = try Landmark.shell(
            "'\(Landmark.path)' face - --size 61x47 --overlay '\(drawn)' < '\(raw)'")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("\(drawn) is 62×48, not 61×47"), "\(outcome.errors)")
    }

    @Test("are encoded as asked, and only videos are")
    func quality() throws {
        let scratch = try Scratch()
        let clip = try Clips.write(3, to: scratch.path("a.mp4"))
        let drawn = scratch.path("b.mp4")
        for choice in [["--quality", "small"], ["--quality", "40"], ["--hardware-encoder"]] {
            let outcome = try Landmark.run(["face", clip, "--overlay", drawn] + choice)
            #expect(outcome.code == 0, "\(choice): \(outcome.errors)")
            #expect(try Clips.times(of: drawn).count == 3)
        }
        for (wrong, message) in [
            (["--quality", "best"], "fast, balanced, small or a rate factor from 0 to 51"),
            (["--quality", "52"], "fast, balanced, small or a rate factor from 0 to 51"),
            (["--codec", "vp9"], "h264, hevc"),
        ] {
            let outcome = try Landmark.run(["face", clip, "--overlay", drawn] + wrong)
            #expect(outcome.code == 2 && outcome.errors.contains(message), "\(outcome.errors)")
        }
        let needless = try Landmark.run("face", clip, "--quality", "fast")
        #expect(needless.code == 2)
        #expect(
            needless.errors.contains("--quality can only be used with videos that --overlay writes")
        )
    }

    @Test("of several inputs go to a folder under the inputs' names")
    func names() throws {
        let scratch = try Scratch()
        let a = try Clips.write(2, to: scratch.path("a.mp4"))
        try FileManager.default.createDirectory(
            atPath: scratch.path("other"), withIntermediateDirectories: true)
        let b = try scratch.copy(a, as: "other/a.mp4")
        let image = try scratch.copy(Landmark.astronaut, as: "b.png")
        let results = try Scratch()
        let outcome = try Landmark.run(
            "pose", a, b, image, "--overlay", results.path("drawn"), "--masks",
            results.path("masks"))
        #expect(outcome.code == 0, "\(outcome.errors)")
        let drawn = try FileManager.default.contentsOfDirectory(atPath: results.path("drawn"))
        #expect(drawn.sorted() == ["a-2.mp4", "a.mp4", "b.png"])
        let masks = try FileManager.default.contentsOfDirectory(atPath: results.path("masks"))
        #expect(
            masks.sorted() == [
                "a-000000-1.png", "a-000001-1.png", "a-2-000000-1.png", "a-2-000001-1.png",
                "b-1.png",
            ])
    }

    @Test("never replace their video")
    func overInput() throws {
        let scratch = try Scratch()
        let clip = try Clips.write(2, to: scratch.path("a.mp4"))
        let before = FileManager.default.contents(atPath: clip)
        for overlay in [clip, scratch.folder] {
            let outcome = try Landmark.run("face", clip, "--overlay", overlay)
            #expect(outcome.code == 2)
            #expect(outcome.errors.contains("--overlay would overwrite an input"))
        }
        #expect(FileManager.default.contents(atPath: clip) == before)
        #expect(scratch.names == ["a.mp4"])
    }

    @Test("end where the frame size changes, and are complete up to there")
    func sizes() throws {
        let scratch = try Scratch()
        _ = try scratch.copy(Repository.image("rgb.png"), as: "a.png")
        _ = try scratch.copy(Repository.image("rgb.png"), as: "b.png")
        _ = try scratch.copy(Landmark.astronaut, as: "c.png")
        let results = try Scratch()
        let outcome = try Landmark.run(
            "face", scratch.folder, "--mode", "video", "--json", "-", "--overlay",
            results.path("a.mp4"))
        #expect(outcome.code == 1 && !outcome.crashed)
        #expect(outcome.errors.contains("512×512"), "\(outcome.errors)")
        #expect(try Clips.times(of: results.path("a.mp4")) == [0, 33])
        // JSON does not depend on the size.
        let plain = try Landmark.run("face", scratch.folder, "--mode", "video")
        #expect(try plain.code == 0 && plain.objects().count == 3)
    }

    @Test("on a full disk are an error: the old video stays, and what was written is beside it")
    func fullDisk() throws {
        let scratch = try Scratch()
        let mount = try Landmark.shell("mount -t tmpfs -o size=128k tmpfs '\(scratch.folder)'")
        guard mount.code == 0 else {
            try Test.cancel("a small file system cannot be mounted here")
        }
        defer { _ = try? Landmark.shell("umount '\(scratch.folder)'") }
        let old = try scratch.file("a.mp4", [1, 2, 3])
        let results = try Scratch()
        _ = try results.file("a.csv", Array("old\n".utf8))
        let outcome = try Landmark.run(
            "face", Clips.carphone, "--draw-region", "--overlay", old,
            "--json", results.path("a.jsonl"), "--csv", results.path("a.csv"))
        #expect(outcome.code == 1 && !outcome.crashed)
        #expect(outcome.errors.contains("\(old) cannot be written: No space left"))
        #expect(outcome.errors.contains("a.partial.mp4 contains what was written before the error"))
        #expect(outcome.errors.contains("\(results.path("a.csv")) is unchanged"))
        #expect(outcome.errors.contains("\(results.path("a.jsonl")) was not written"))
        #expect(scratch.names == ["a.mp4", "a.partial.mp4"])
        #expect(FileManager.default.contents(atPath: old) == Data([1, 2, 3]))
        #expect(try Clips.times(of: scratch.path("a.partial.mp4")).count > 40)
        #expect(results.names == ["a.csv", "a.partial.csv", "a.partial.jsonl"])
        #expect(results.text("a.csv") == "old\n")
        #expect(try Landmark.objects(results.text("a.partial.jsonl")).count > 40)
    }
}

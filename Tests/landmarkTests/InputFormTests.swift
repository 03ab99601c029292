import Foundation
import LandmarkTestSupport
import Testing

@Suite("Folders, patterns, names and standard input", .enabled(if: Clips.isReady))
struct InputFormTests {
    private static func tree() throws -> Scratch {
        let scratch = try Scratch()
        try FileManager.default.createDirectory(
            atPath: scratch.path("tree/sub"), withIntermediateDirectories: true)
        _ = try scratch.copy(Landmark.astronaut, as: "tree/a.png")
        _ = try scratch.copy(Landmark.astronaut, as: "tree/sub/b.PNG")
        try Clips.write(2, to: scratch.path("tree/c.mp4"))
        try Clips.write(2, to: scratch.path("tree/sub/d.mp4"))
        _ = try scratch.file("tree/notes.txt", Array("hi".utf8))
        return scratch
    }

    /// The names of the inputs in the results, in order.
    private static func files(_ outcome: Landmark.Outcome, in folder: String) throws -> [String] {
        var names: [String] = []
        for object in try outcome.objects() {
            let name = try #require(object["file"] as? String).dropFirst(folder.count + 1)
            if names.last != String(name) { names.append(String(name)) }
        }
        return names
    }

    @Test("a folder stands for its images and videos, and what is neither is named")
    func folder() throws {
        let scratch = try Self.tree()
        let flat = try Landmark.run("face", scratch.path("tree"))
        #expect(flat.code == 0)
        #expect(try Self.files(flat, in: scratch.path("tree")) == ["a.png", "c.mp4"])
        #expect(flat.errors.contains("skipped 1 file, expected an image or a video: notes.txt"))
        let deep = try Landmark.run("face", scratch.path("tree"), "--recursive", "--quiet")
        let all = ["a.png", "c.mp4", "sub/b.PNG", "sub/d.mp4"]
        #expect(try Self.files(deep, in: scratch.path("tree")) == all)
        #expect(deep.errors.isEmpty)
    }

    @Test("in mode video, images are one sequence and videos their own")
    func sequences() throws {
        let scratch = try Self.tree()
        let outcome = try Landmark.run(
            "face", scratch.path("tree"), "--recursive", "--mode", "video")
        let folder = String(scratch.folder)
        #expect(
            try Self.files(outcome, in: folder)
                == ["tree", "tree/c.mp4", "tree/sub", "tree/sub/d.mp4"])
    }

    @Test("a video drawn into a folder of videos would be read next time")
    func overlayAmongVideos() throws {
        let scratch = try Self.tree()
        let outcome = try Landmark.run(
            "face", scratch.path("tree"), "--overlay", scratch.path("tree"))
        #expect(outcome.code == 2)
    }

    @Test("patterns are expanded, and one that nothing matches is an error beside the others")
    func patterns() throws {
        let scratch = try Self.tree()
        let outcome = try Landmark.run(
            "face", scratch.path("tree/**/*.mp4"), scratch.path("*.zzz"))
        #expect(outcome.code == 1)
        #expect(try Self.files(outcome, in: scratch.path("tree")) == ["c.mp4", "sub/d.mp4"])
        #expect(outcome.errors.contains("nothing matches the pattern"))
    }

    @Test("names that are not UTF-8 are read and written, also in folders")
    func bytes() throws {
        let scratch = try Scratch()
        let clip = try Clips.write(2, to: scratch.path("clip.mp4"))
        let outcome = try Landmark.shell(
            """
            cd '\(scratch.folder)' && mkdir in && out=$(printf 'out\\351')
            cp '\(Landmark.astronaut)' "$(printf 'in/caf\\351.png')"
            mv '\(clip)' "$(printf 'in/\\377.mp4')"
            $LANDMARK face in --overlay "$out" --json "$out.json" &&
            $LANDMARK face "$(printf 'in/caf\\351.png')" --csv - | sed -n 2p | cut -c1-10 &&
            cat "$out.json" | cut -c1-40 && ls "$out" | od -An -c
            """)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output.contains(#"{"file":"in/caf\udce9.png""#))
        #expect(outcome.output.contains(#"{"file":"in/\udcff.mp4""#))
        #expect(outcome.output.contains("in/caf\u{FFFD}"))
        #expect(outcome.output.contains("c   a   f 351   .   p   n   g"))
        let measured = try Landmark.shell(
            """
            cd '\(scratch.folder)' && $LANDMARK pose "$(printf 'in/\\377.mp4')" --raw --json l.jsonl &&
            $LANDMARK motion l.jsonl --angles trunk.forward --json - --quiet
            """)
        #expect(measured.code == 0, "\(measured.errors)")
        let missing = try Landmark.shell("$LANDMARK face \"$(printf 'no\\351.png')\"")
        #expect(missing.errors.contains("no\u{FFFD}.png cannot be read: No such file"))
    }

    @Test("a dash without --size is a video or an image as a file holds it")
    func standardInput() throws {
        let scratch = try Scratch()
        let clip = try Clips.write(3, to: scratch.path("clip.mp4"))
        let direct = try Landmark.run("face", clip)
        let expected = direct.output.replacingOccurrences(of: clip, with: "/dev/stdin")
        let redirected = try Landmark.shell("$LANDMARK face - < '\(clip)'")
        #expect(redirected.code == 0 && redirected.output == expected)
        let image = try Landmark.shell("$LANDMARK face - < '\(Landmark.astronaut)'")
        #expect(try image.objects().count == 1)
        let drive = try Landmark.shell("$LANDMARK drive - --quiet < '\(clip)'")
        #expect(try drive.objects().count == 3)
        let nothing = try Landmark.shell("$LANDMARK face - < /dev/null")
        #expect(nothing.code == 1 && nothing.errors.contains("/dev/stdin"))
    }

    @Test(
        "a pipe may have a video of another format, or one with its index at the end",
        .enabled(if: Clips.canEncode, "the ffmpeg program is not installed"))
    func pipes() throws {
        let scratch = try Scratch()
        let clip = try Clips.write(3, to: scratch.path("clip.mp4"))
        let matroska = try Landmark.shell(
            "ffmpeg -v error -i '\(clip)' -c copy -f matroska - | $LANDMARK face -")
        #expect(matroska.code == 0)
        #expect(try matroska.objects().count == 3)
        // With its index at the end, complete and in pieces, the first of which cuts off a box.
        let end = scratch.path("end.mp4")
        let moved = try Landmark.shell("ffmpeg -v error -i '\(clip)' -c copy '\(end)'")
        #expect(moved.code == 0, "\(moved.errors)")
        for source in ["cat '\(end)'", "(head -c 20 '\(end)'; sleep 0.3; tail -c +21 '\(end)')"] {
            let piped = try Landmark.shell("\(source) | $LANDMARK face -")
            #expect(try piped.code == 0 && piped.objects().count == 3, "\(piped.errors)")
            #expect(piped.errors.contains("its index is at the end"))
        }
    }

    @Test("an address is refused with the option that allows it", arguments: ["a.png", "b.mp4"])
    func address(name: String) throws {
        let outcome = try Landmark.run("face", "https://example.org/\(name)")
        #expect(outcome.code == 1)
        #expect(
            outcome.errors.contains(
                "https://example.org/\(name) is an address: reading from the network requires"
                    + " --allow-network"))
    }

    @Test("a report to standard output is a page, and no file")
    func report() throws {
        let scratch = try Scratch()
        let clip = try Clips.write(3, to: scratch.path("clip.mp4"))
        let outcome = try Landmark.run(["drive", clip, "--report", "-"], folder: scratch.folder)
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("<html"))
        #expect(scratch.names == ["clip.mp4"])
        let twice = try Landmark.run("drive", clip, "--report", "-", "--json", "-")
        #expect(twice.code == 2)
    }

    @Test(
        "images of other formats are read, and drawn as PNG",
        .enabled(if: Clips.canEncode, "the ffmpeg program is not installed"),
        arguments: ["bmp", "webp", "tiff"])
    func formats(suffix: String) throws {
        let scratch = try Scratch()
        let image = scratch.path("x.\(suffix)")
        // Lossless, so that the results are those of the PNG.
        let encoded = try Landmark.shell(
            "ffmpeg -v error -i '\(Landmark.astronaut)' -pix_fmt \(suffix == "webp" ? "bgra" : "\(suffix == "bmp" ? "bgr24" : "rgb24")")"
                + " -lossless 1 '\(image)' || ffmpeg -v error -i '\(Landmark.astronaut)' '\(image)'"
        )
        guard encoded.code == 0 else {
            try Test.cancel("ffmpeg here cannot write \(suffix)")
        }
        let outcome = try Landmark.run(
            "face", image, "--json", "-", "--overlay", scratch.path("x.png"))
        let direct = try Landmark.run("face", Landmark.astronaut)
        #expect(
            outcome.output
                == direct.output.replacingOccurrences(of: Landmark.astronaut, with: image))
        #expect(scratch.names.contains("x.png"))
    }
}

import Foundation
import LandmarkTestSupport
import Testing

@Suite("Closed standard streams and limits", .enabled(if: Landmark.isReady))
struct StandardStreamTests {
    @Test("no file gets the descriptor of a closed stream")
    func closed() throws {
        let scratch = try Scratch()
        let json = scratch.path("a.jsonl")
        let call = "\"$LANDMARK\" face '\(Landmark.astronaut)'"
        let plain = try Landmark.shell("\(call) --quiet")
        let outcome = try Landmark.shell("\(call) --json '\(json)' <&- >&- 2>&-")
        #expect(outcome.code == 0)
        #expect(scratch.text("a.jsonl") == plain.output)
        let lost = try Landmark.shell("\(call) >&-")
        #expect(lost.code == 1)
        #expect(lost.errors.contains("standard output cannot be written"), "\(lost.errors)")
        let raw = try Landmark.shell("\"$LANDMARK\" face - --size 2x2 <&-")
        #expect(raw.code == 1)
        #expect(raw.errors.contains("standard input cannot be read"), "\(raw.errors)")
    }

    @Test("a file that exceeds the size limit is an error and is removed")
    func largestFile() throws {
        let scratch = try Scratch()
        let outcome = try Landmark.shell(
            "ulimit -f 4; \"$LANDMARK\" face '\(Landmark.astronaut)' --json"
                + " '\(scratch.path("a.jsonl"))'")
        #expect(outcome.code == 1 && !outcome.crashed)
        #expect(outcome.errors.contains("File too large"), "\(outcome.errors)")
        #expect(scratch.names.isEmpty)
    }
}

@Suite("FFmpeg's libraries are loaded when a video needs them", .enabled(if: Landmark.isReady))
struct LibraryTests {
    @Test("images work without them, and the error for a video names what is missing")
    func missing() throws {
        let scratch = try Scratch()
        // Files that hide the real libraries of any version.
        for major in 56...62 { _ = try scratch.file("libavutil.so.\(major)", []) }
        let environment = ["LD_LIBRARY_PATH": scratch.folder]
        let image = try Landmark.run(
            ["face", Fixtures.footage("astronaut.png")], environment: environment)
        #expect(image.code == 0)
        #expect(image.output.contains("\"faces\":[{"))
        let video = try Landmark.run(
            ["face", Fixtures.footage("carphone_pristine.mp4")], environment: environment)
        #expect(video.code == 1)
        #expect(video.output.isEmpty)
        #expect(video.errors.contains("videos and cameras require FFmpeg's libraries: "))
        let doctor = try Landmark.run(["doctor"], environment: environment)
        #expect(doctor.output.contains(/libavcodec\s+missing/))
    }

    #if os(Linux)
    @Test("a program that opens no video starts without them")
    func unlinked() throws {
        let started = try Landmark.run(["--version"], environment: ["LD_DEBUG": "files"])
        #expect(started.errors.contains("libcairo"))
        #expect(!started.errors.contains("libav"))
    }

    @Test(
        "the library of filters is loaded for a video that needs one, and only then",
        .enabled(if: Clips.isReady && Clips.canEncode))
    func filters() throws {
        let scratch = try Scratch()
        let colors = scratch.path("colors.mkv")
        let encoded = try Landmark.shell(
            "ffmpeg -v error -i '\(Clips.carphone)' -frames:v 2 -pix_fmt gbrp -c:v ffv1 '\(colors)'"
        )
        #expect(encoded.code == 0, "\(encoded.errors)")
        let runs = try [Clips.carphone, colors].map {
            try Landmark.run(
                "face", $0, "--end", "0.1", "--overlay", scratch.path("drawn.mp4"),
                environment: ["LD_DEBUG": "files"])
        }
        #expect(runs.allSatisfy { $0.code == 0 && $0.errors.contains("libavcodec") })
        #expect(runs.map { $0.errors.contains("libavfilter") } == [false, true])
    }
    #endif
}

import Foundation
import LandmarkTestSupport
import Testing

@Suite("Bad videos are reported by name, and the others are processed", .enabled(if: Clips.isReady))
struct BadVideoTests {
    @Test("videos that cannot be read")
    func unreadable() throws {
        let scratch = try Scratch()
        let clip = try Clips.write(8, to: scratch.path("good.mp4"))
        let whole = try #require(FileManager.default.contents(atPath: clip))
        let bad = [
            (try scratch.file("empty.mp4", []), "is empty"),
            (try scratch.file("cut.mp4", [UInt8](whole.prefix(200))), "cut.mp4"),
            (try scratch.file("text.mp4", Array("no video at all\n".utf8)), "not a video"),
            (try scratch.file("notes.txt", Array("no video at all\n".utf8)), "not a video"),
            (scratch.path("absent.mp4"), "no such file"),
            (scratch.path("absent"), "no such file"),
            ("http://localhost/a.mp4", "is an address"),
            ("camera:99", "camera:99"),
            ("/dev/video99", "is not a camera here"),
        ]
        for (path, fact) in bad {
            let outcome = try Landmark.run("face", path)
            #expect(outcome.code == 1 && !outcome.crashed, "\(path)")
            #expect(outcome.errors.contains(path) && outcome.errors.contains(fact))
            #expect(outcome.output.isEmpty)
        }
        let results = try Scratch()
        let all = try Landmark.run(
            ["face"] + bad.map(\.0) + [
                clip, "--json", results.path("a.jsonl"), "--overlay", results.path("drawn"),
            ])
        #expect(all.code == 1 && !all.crashed)
        for (path, _) in bad { #expect(all.errors.contains(path)) }
        let files = try Landmark.objects(results.text("a.jsonl")).map { $0["file"] as? String }
        #expect(files == Array(repeating: clip, count: 8))
        let drawn = try FileManager.default.contentsOfDirectory(atPath: results.path("drawn"))
        #expect(drawn == ["good.mp4"])
        #expect(try Clips.times(of: results.path("drawn/good.mp4")).count == 8)
    }

    @Test("a video that is damaged midway gives what can be decoded, and an error")
    func damaged() throws {
        let scratch = try Scratch()
        let bytes = try #require(FileManager.default.contents(atPath: Clips.carphone))
        var damaged = [UInt8](bytes)
        for index in damaged.count / 2..<damaged.count / 2 + 20_000 { damaged[index] = 0xa5 }
        let clip = try scratch.file("damaged.mp4", damaged)
        let outcome = try Landmark.run(
            "face", clip, "--json", scratch.path("a.jsonl"), "--overlay", scratch.path("a.mp4"))
        #expect(outcome.code == 1 && !outcome.crashed)
        #expect(outcome.errors.contains("\(clip) is damaged"), "\(outcome.errors)")
        let count = try Landmark.objects(scratch.text("a.jsonl")).count
        #expect(count > 30)
        #expect(try Clips.times(of: scratch.path("a.mp4")).count == count)
    }

    @Test(
        "a video that is cut off, or changes its size, is processed up to there",
        .enabled(if: Clips.canEncode))
    func endsEarly() throws {
        let scratch = try Scratch()
        let made = try Landmark.shell(
            """
            cd '\(scratch.folder)'; ffmpeg() { command ffmpeg -v error -i '\(Clips.carphone)' "$@"; }
            ffmpeg -c copy whole.mkv; head -c 200000 whole.mkv > cut.mkv; rm whole.mkv
            ffmpeg -frames:v 6 -c:v libx264 -bf 0 -f h264 - > sizes.h264
            ffmpeg -frames:v 6 -vf scale=352:288 -c:v libx264 -bf 0 -f h264 - >> sizes.h264
            """)
        #expect(made.code == 0, "\(made.errors)")
        for (name, fact) in [
            ("cut.mkv", "is damaged in one place"), ("sizes.h264", "from 176×144 to 352×288"),
        ] {
            let results = try Scratch()
            let outcome = try Landmark.run(
                "face", scratch.path(name), Clips.carphone, "--csv", results.path("a.csv"),
                "--json", results.path("a.jsonl"), "--overlay", results.path("drawn"))
            #expect(outcome.code == 1 && !outcome.crashed)
            #expect(outcome.errors.contains(scratch.path(name)), "\(outcome.errors)")
            #expect(outcome.errors.contains(fact), "\(outcome.errors)")
            let files = try Landmark.objects(results.text("a.jsonl")).map { $0["file"] as? String }
            let count = files.count(where: { $0 == scratch.path(name) })
            #expect(count >= 6 && files.count == count + 120)
            let stem = name.prefix { $0 != "." }
            #expect(try Clips.times(of: results.path("drawn/\(stem).mp4")).count == count)
        }
    }
}

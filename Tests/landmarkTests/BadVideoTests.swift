import Foundation
import LandmarkTestSupport
import Testing

@Suite("Bad videos are named, and the others worked through", .enabled(if: Clips.isReady))
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

    @Test("a video that is damaged midway gives what can be decoded, and says so")
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
}

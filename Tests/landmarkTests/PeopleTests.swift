import Foundation
import LandmarkTestSupport
import Testing

@Suite("Bodies, faces and hands of people", .enabled(if: Landmark.isReady))
struct PeopleTests {
    private typealias Object = [String: Any]

    private func people(_ object: Object) throws -> [Object] {
        try #require(object["people"] as? [Object])
    }

    private func points(_ part: Any?) -> [[Double]] {
        (part as? Object)?["landmarks"] as? [[Double]] ?? []
    }

    @Test("are those that the single commands find")
    func parts() throws {
        let all = try Landmark.run("all", Landmark.astronaut)
        #expect(all.code == 0, "\(all.errors)")
        let person = try #require(people(all.objects()[0]).first)
        for (verb, plural, part) in [("pose", "poses", "pose"), ("face", "faces", "face")] {
            let alone = try Landmark.run(verb, Landmark.astronaut).objects()[0][plural] as? [Object]
            let (one, other) = (person[part] as? NSDictionary, alone?.first as? NSDictionary)
            #expect(one != nil && one == other, "\(part)")
        }
        #expect(person["leftHand"] is NSNull && person["rightHand"] is NSNull)
    }

    @Test("belong to the body that they are on")
    func twoPeople() throws {
        let scratch = try Scratch()
        let pair = scratch.path("pair.png")
        let made = try Landmark.shell(
            "ffmpeg -v error -i '\(Fixtures.footage("carphone_0000.png"))' -filter_complex '[0]split[a][b];[b]hflip[c];[a][c]hstack' '\(pair)'"
        )
        #expect(made.code == 0, "\(made.errors)")
        let object = try Landmark.run("all", pair, "--max", "2").objects()[0]
        let found = try people(object)
        #expect(found.count == 2)
        var sides: Set<Bool> = []
        for person in found {
            let (pose, face) = (points(person["pose"]), points(person["face"]))
            let (nose, tip) = try (#require(pose.first), #require(face.dropFirst().first))
            #expect(abs(nose[0] - tip[0]) < 0.03 && abs(nose[1] - tip[1]) < 0.05)
            sides.insert(nose[0] < 0.5)
        }
        #expect(sides.count == 2)
    }

    /// Images of people who gesture.
    private static let gestures: [String] = {
        let names = try? FileManager.default.contentsOfDirectory(atPath: Fixtures.shared("assets"))
        return (names ?? []).filter { $0.hasPrefix("gest_") }.sorted()
    }()

    @Test(
        "hands go to the arms that they are on",
        .enabled(if: !gestures.isEmpty, "the images of gestures are not beside the package"))
    func hands() throws {
        var hands = 0
        for name in Self.gestures {
            let image = Fixtures.shared("assets/\(name)")
            let object = try Landmark.run("all", image).objects()[0]
            for person in try people(object) {
                let pose = points(person["pose"])
                for (part, wrist, other) in [("leftHand", 15, 16), ("rightHand", 16, 15)] {
                    guard let start = points(person[part]).first, !pose.isEmpty else { continue }
                    hands += 1
                    let (own, far) = (
                        hypot(start[0] - pose[wrist][0], start[1] - pose[wrist][1]),
                        hypot(start[0] - pose[other][0], start[1] - pose[other][1])
                    )
                    #expect(own < far && own < 0.2, "\(name): \(part)")
                }
            }
        }
        #expect(hands >= 8)
    }

    @Test("are written and drawn in one run")
    func outputs() throws {
        let scratch = try Scratch()
        let outcome = try Landmark.run(
            "all", Landmark.astronaut, "--csv", scratch.path("a.csv"), "--overlay",
            scratch.path("a.png"), "--openpose", scratch.path("op"), "--coco",
            scratch.path("c.json"),
            "--crops", scratch.path("crops"))
        #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.errors)")
        let lines = scratch.text("a.csv").split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        #expect(lines.allSatisfy { $0.count == lines[0].count })
        #expect(lines.count == 1 + 33 + 478)
        #expect(Set(lines.dropFirst().map { $0[4] }) == ["pose", "face"])
        let crop = try Landmark.run("face", scratch.path("crops/astronaut-1.png"))
        let face = try #require((crop.objects()[0]["faces"] as? [Object])?.first)
        #expect(!points(face).isEmpty)
        #expect(try Landmark.run("face", scratch.path("a.png")).objects().count == 1)
    }

    @Test("crops are the pixels of the image")
    func crops() throws {
        let scratch = try Scratch()
        let outcome = try Landmark.run(
            "face", Clips.carphone, "--end", "0.2", "--crops", scratch.path("crops"))
        #expect(outcome.code == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path("crops"))
            .sorted()
        #expect(names.count == 6 && names[0].hasSuffix("-000000-1.png"), "\(names)")
        let again = try Landmark.run("face", scratch.path("crops/\(names[0])"))
        let object = try again.objects()[0]
        #expect((object["faces"] as? [Object])?.count == 1)
        #expect((object["width"] as? Int).map { (40..<176).contains($0) } == true)
        let wrong = try Landmark.run(
            "face", Landmark.astronaut, "--masks", "x", "--crops", "x")
        #expect(wrong.code == 2)
    }

    #if os(Linux)
    @Test(
        "a window needs a display, and leaves other outputs alone",
        .enabled(if: Fixtures.available("/usr/lib/\(machine)-linux-gnu/libSDL2-2.0.so.0")))
    func window() throws {
        let scratch = try Scratch()
        let none = ["DISPLAY": "", "WAYLAND_DISPLAY": ""]
        let blind = try Landmark.run(
            ["pose", Clips.carphone, "--end", "0.5", "--show"], environment: none)
        #expect(
            blind.code == 1 && blind.errors.contains("--show cannot open a window"),
            "\(blind.errors)")
        let shown = try Landmark.run(
            ["pose", Clips.carphone, "--end", "0.5", "--show", "--json", scratch.path("a.jsonl")],
            environment: ["SDL_VIDEODRIVER": "dummy"])
        #expect(shown.code == 0, "\(shown.errors)")
        #expect(scratch.text("a.jsonl").split(separator: "\n").count == 15)
    }

    static let machine: String = {
        #if arch(arm64)
        "aarch64"
        #else
        "x86_64"
        #endif
    }()
    #endif
}

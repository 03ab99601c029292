import Foundation
import LandmarkTestSupport
import Testing

@Suite("Results have the documented shape", .enabled(if: Landmark.isReady))
struct ResultTests {
    @Test("one object per image, with file, frame, time and size first")
    func frameFacts() throws {
        let outcome = try Landmark.run("pose", Landmark.astronaut)
        #expect(outcome.code == 0)
        let start = """
            {"file":"\(Landmark.astronaut)","frame":0,"timestampMs":0,"width":512,"height":512,\
            "poses":[{"id":1,"landmarks":[[
            """
        #expect(outcome.output.hasPrefix(start), "\(outcome.output.prefix(200))")
        #expect(try outcome.objects().count == 1)
    }

    @Test("a pose has 33 landmarks of five numbers, and as many in meters")
    func pose() throws {
        let pose = try first("poses", of: "pose")
        #expect(shape(pose["landmarks"]) == [33, 5])
        #expect(shape(pose["worldLandmarks"]) == [33, 5])
    }

    @Test(
        "a hand has 21 landmarks of three numbers, as many in meters, handedness and a score",
        .enabled(if: Fixtures.available(Clips.rabbit)))
    func hand() throws {
        let hand = try first("hands", of: "hand", in: Clips.rabbit)
        #expect(["Left", "Right"].contains(hand["handedness"] as? String))
        #expect((0.5...1).contains(try #require(hand["score"] as? Double)))
        #expect(shape(hand["landmarks"]) == [21, 3])
        #expect(shape(hand["worldLandmarks"]) == [21, 3])
    }

    @Test("a face has 478 landmarks, 52 blendshapes and a matrix")
    func face() throws {
        let face = try first("faces", of: "face")
        #expect(shape(face["landmarks"]) == [478, 3])
        let shapes = try #require(face["blendshapes"] as? [String: Double])
        #expect(shapes.count == 52)
        #expect(shapes["_neutral"] != nil && shapes["jawOpen"] != nil)
        let matrix = try #require(face["transformationMatrix"] as? [Double])
        #expect(matrix.count == 16)
        #expect(Array(matrix[12...]) == [0, 0, 0, 1])
        #expect(matrix[11] < 0, "the face is in front of the camera, which looks down −z")
    }

    @Test("numbers have at most six decimals")
    func decimals() throws {
        let output = try Landmark.run("face", Landmark.astronaut).output
        #expect(output.firstMatch(of: /\.\d{7}/) == nil)
        #expect(output.firstMatch(of: /\d[eE]/) == nil)
        #expect(output.firstMatch(of: /\.\d{6}\b/) != nil)
    }

    @Test("a folder is processed in the order of names; the summary goes to standard error")
    func folder() throws {
        let scratch = try Scratch()
        for name in ["b.png", "a.PNG", "c.png"] {
            _ = try scratch.copy(Repository.image("rgb.png"), as: name)
        }
        _ = try scratch.file("notes.txt", [])
        let outcome = try Landmark.run("hand", scratch.folder)
        #expect(outcome.code == 0)
        let files = try outcome.objects().map { $0["file"] as? String }
        #expect(files == ["a.PNG", "b.png", "c.png"].map(scratch.path))
        #expect(outcome.errors.contains("3 images, 0 hands"))
        #expect(try Landmark.run("hand", scratch.folder, "--quiet").errors.isEmpty)
    }

    @Test("no detection is an empty array and a success")
    func nothingFound() throws {
        let outcome = try Landmark.run("hand", Repository.image("rgb.png"))
        #expect(outcome.code == 0)
        #expect(try #require(outcome.objects().first?["hands"] as? [Any]).isEmpty)
    }

    @Test(
        "CSV has a header and a line per landmark",
        arguments: [
            (
                "pose", 33,
                "file,frame,timestampMs,pose,landmark,name,x,y,z,visibility,presence,"
                    + "worldX,worldY,worldZ"
            ), ("face", 478, "file,frame,timestampMs,face,landmark,x,y,z"),
        ])
    func csv(task: String, count: Int, header: String) throws {
        let scratch = try Scratch()
        let image = try scratch.copy(Landmark.astronaut, as: "a \"b\", c.png")
        let outcome = try Landmark.run(task, image, "--csv", scratch.path("a.csv"))
        #expect(outcome.code == 0 && outcome.output.isEmpty)
        let lines = scratch.text("a.csv").split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first.map(String.init) == header)
        #expect(lines.count == count + 2 && lines.last == "")
        #expect(lines[1].hasPrefix("\"\(scratch.folder)/a \"\"b\"\", c.png\",0,0,1,0,"))
    }

    @Test("JSON and CSV have the same numbers")
    func formatsAgree() throws {
        let scratch = try Scratch()
        let csv = scratch.path("a.csv")
        let outcome = try Landmark.run("pose", Landmark.astronaut, "--json", "-", "--csv", csv)
        let object = try #require(outcome.objects().first)
        let pose = try #require((object["poses"] as? [[String: Any]])?.first)
        let points = try #require(pose["landmarks"] as? [[Double]])
        let rows = scratch.text("a.csv").split(separator: "\n").dropFirst()
        for (row, point) in zip(rows, points) {
            let fields = row.split(separator: ",", omittingEmptySubsequences: false)
            #expect(fields[6...10].map { Double($0) } == point)
        }
    }

    @Test("the same image gives the same bytes on one thread and on two")
    func threads() throws {
        let one = try Landmark.run("pose", Landmark.astronaut, "--threads", "1")
        let two = try Landmark.run("pose", Landmark.astronaut, "--threads", "2")
        #expect(one.code == 0 && one.output == two.output)
    }

    @Test("a mirrored image gives mirrored landmarks with --mirrored")
    func mirrored() throws {
        let plain = try first("faces", of: "face")
        let outcome = try Landmark.run("face", Landmark.astronaut, "--mirrored")
        let object = try #require(outcome.objects().first)
        let face = try #require((object["faces"] as? [[String: Any]])?.first)
        let a = try #require(plain["landmarks"] as? [[Double]])
        let b = try #require(face["landmarks"] as? [[Double]])
        // The tip of the nose is the same landmark on either side.
        #expect(abs(a[1][0] - b[1][0]) < 0.02 && abs(a[1][1] - b[1][1]) < 0.02)
        // The outer corners of the eyes are swapped.
        #expect(abs(a[33][0] - b[263][0]) < 0.02 && abs(a[33][1] - b[263][1]) < 0.02)
    }

    private func first(
        _ key: String, of task: String, in image: String = Landmark.astronaut
    ) throws -> [String: Any] {
        let outcome = try Landmark.run(task, image)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let found = try #require(outcome.objects().first?[key] as? [[String: Any]])
        return try #require(found.first)
    }

    private func shape(_ value: Any?) -> [Int] {
        guard let rows = value as? [[Double]] else { return [] }
        return Set(rows.map(\.count)).count == 1 ? [rows.count, rows[0].count] : []
    }
}

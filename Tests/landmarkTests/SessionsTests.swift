#if os(Linux)
import Foundation
import LandmarkTestSupport
import Testing

@Suite("landmark sessions", .enabled(if: Landmark.isReady && Clips.isReady))
struct SessionsTests {
    /// Records `task` on a clip for some seconds, and then stops as specified.
    private func record(
        _ task: String, into path: String, options: [String] = [],
        stop: (Running) -> Void = { $0.interrupt() }
    ) throws -> Landmark.Outcome {
        let before = try list(path).count
        let running = try Landmark.launch(
            Landmark.path,
            ["serve", Clips.carphone, "--task", task, "--port", "0", "--record", path] + options)
        #expect(running.waits { $0.contains("http://") })
        // Other programs can read during the recording what is written every second. The newest
        // session is first.
        let isReadable = running.waits { _ in
            Thread.sleep(forTimeInterval: 0.1)
            guard let sessions = try? list(path), sessions.count > before else { return false }
            return (Int(sessions[0][4]) ?? 0) >= 30
        }
        #expect(isReadable, "30 frames of a \(task) session, read while it is recorded")
        stop(running)
        return running.finish()
    }

    /// The fields of every session.
    private func list(_ path: String) throws -> [[String]] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        return try Landmark.run("sessions", "list", path).output.split(separator: "\n").map {
            $0.split(separator: "\t").map(String.init)
        }
    }

    @Test("lists, shows, exports and deletes what was recorded")
    func recorded() throws {
        let scratch = try Scratch()
        let path = scratch.path("h.sqlite")
        #expect(try record("pose", into: path).code == 130)
        #expect(try record("drive", into: path).code == 130)
        let sessions = try list(path)
        #expect(
            sessions.map { $0[0] } == ["2", "1"] && sessions.map { $0[3] } == ["drive", "pose"])
        try #require(sessions.count == 2)
        let shown = try Landmark.run("sessions", "show", path, "2")
        #expect(shown.output.contains("task      drive"))

        let exported = try Landmark.run("sessions", "export", path, "1")
        let lines = try Landmark.objects(exported.output)
        #expect(lines.count == Int(sessions[1][4]))
        let items = try #require(lines.last?["items"] as? [[String: Any]])
        let points = try #require(items.first?["landmarks"] as? [[Double]])
        #expect(points.count == 33 && points.allSatisfy { $0.count == 3 })
        // The nose is in the image.
        #expect((0.2...0.8).contains(points[0][0]) && (0.2...0.8).contains(points[0][1]))
        let times = lines.compactMap { $0["timestampMs"] as? Int }
        #expect(times.count == lines.count && times == times.sorted())

        let csv = scratch.path("a.csv")
        #expect(try Landmark.run("sessions", "export", path, "2", "--csv", csv).code == 0)
        let rows = try String(contentsOfFile: csv, encoding: .utf8).split(separator: "\n")
        #expect(rows.count == 1 + (Int(sessions[0][4]) ?? 0))
        let names = rows[0].split(separator: ",")
        #expect(names.first == "timestamp_ms" && names.contains("driver.signals.openness"))
        #expect(
            rows.allSatisfy {
                $0.split(separator: ",", omittingEmptySubsequences: false).count == names.count
            })

        let report = scratch.path("a.html")
        #expect(try Landmark.run("sessions", "export", path, "2", "--report", report).code == 0)
        #expect(try String(contentsOfFile: report, encoding: .utf8).contains("Driver report"))
        let none = try Landmark.run("sessions", "export", path, "1", "--report", report)
        #expect(none.code == 1 && none.errors.contains("session 1 has no report"))

        #expect(try Landmark.run("sessions", "delete", path, "1", "9").code == 1)
        #expect(try list(path).count == 2)
        #expect(try Landmark.run("sessions", "delete", path, "1").code == 0)
        #expect(try list(path).map { $0[0] } == ["2"])
    }

    @Test(
        "exports the parts of a person, and where people are, from recordings of those",
        .enabled(if: Landmark.hasSolutions))
    func solutions() throws {
        let scratch = try Scratch()
        let path = scratch.path("h.sqlite")
        let models = try SolutionsModels.fetched.get()
        let parts = [
            "--hand-model", models.path("holistic_hands.task"), "--face-model",
            models.path("face_mesh_with_attention.task"),
        ]
        #expect(try record("holistic", into: path, options: parts).code == 130)
        let selfie = models.path("selfie_segmentation.tflite")
        #expect(try record("segment", into: path, options: ["--model", selfie]).code == 130)

        let people = try Landmark.objects(
            Landmark.run("sessions", "export", path, "1").output)
        let found = people.compactMap { $0["items"] as? [[String: Any]] }.joined()
        let counts = found.map { item in
            let points = item["landmarks"] as? [[Double]] ?? []
            return "\(item["id"] ?? "") \(item["label"] ?? "") \(points.count)"
        }
        // There are hands in some frames of the clip only.
        #expect(Set(counts).isSuperset(of: ["1 pose 33", "2 face 478"]), "\(Set(counts))")
        #expect(
            Set(counts).isSubset(
                of: ["1 pose 33", "2 face 478", "3 leftHand 21", "4 rightHand 21"]))

        let csv = try Landmark.run("sessions", "export", path, "2", "--csv", "-")
        let rows = csv.output.split(separator: "\n").map { $0.split(separator: ",") }
        let share = try #require(rows.first?.firstIndex(of: "masks.0.share"), "\(csv)")
        // The driver covers between a third and two thirds of the image.
        #expect(rows.count > 30)
        #expect(rows.dropFirst().allSatisfy { (0.3...0.7).contains(Double($0[share]) ?? -1) })
    }

    @Test("keeps all but the last second of a program that is killed")
    func killed() throws {
        let scratch = try Scratch()
        let path = scratch.path("h.sqlite")
        _ = try record("hand", into: path) { $0.send(SIGKILL) }
        let session = try #require(try list(path).first)
        #expect(try #require(Int(session[4])) >= 30)
        #expect(
            try Landmark.run("sessions", "show", path, "1").output.contains("not properly"))
        // The next run continues in the same file.
        #expect(try record("hand", into: path, options: ["--keep-days", "1"]).code == 130)
        #expect(try list(path).count == 2)
    }

    @Test("refuses what it cannot record into, or does not know")
    func refusals() throws {
        let scratch = try Scratch()
        let clip = try scratch.copy(Clips.carphone, as: "a.mp4")
        for (words, part) in [
            (["serve", clip, "--record", clip], "would overwrite an input"),
            (["serve", clip, "--keep-mb", "5"], "--record is required"),
            (["serve", clip, "--record", scratch.path("no/h.sqlite")], "cannot open"),
            (["sessions", "list", clip], "is not a recording"),
            (["sessions", "list", scratch.path("none")], "no such file"),
            (["sessions", "show", clip], "needs a value"),
            (["sessions", "show", clip, "0"], "a session's number"),
            (
                ["sessions", "list", clip, "--csv", "-"],
                "--csv can only be used with sessions export"
            ),
            (
                ["sessions", "list", clip, "--report", "-"],
                "--report can only be used with sessions export"
            ),
            (
                ["sessions", "list", clip, "--port", "1"],
                "--port can only be used with sessions serve"
            ),
            (["sessions", "serve", clip], "is not a recording"),
            (["sessions", "serve", clip, "3"], "unexpected argument"),
            (["serve", clip, "--record-video"], "--record is required"),
            (["sessions", "play", clip], "list, show, serve, export or delete"),
        ] {
            let outcome = try Landmark.run(words)
            #expect(outcome.code != 0 && !outcome.crashed, "\(words)")
            #expect(outcome.errors.contains(part), "\(words): \(outcome.errors)")
        }
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: clip))
                == Data(contentsOf: URL(fileURLWithPath: Clips.carphone)))
    }
}
#endif

import Foundation
import LandmarkTestSupport
import Testing

@Suite("exercise: repetitions from landmarks", .enabled(if: Landmark.isReady))
struct ExerciseTests {
    /// Ten seconds of squats, five of them.
    static let squats = StickFigure.lines(seconds: 10) { [StickFigure.squatting(at: $0)] }

    /// Writes lines to a file of a scratch folder and follows an exercise in them.
    private func run(
        _ lines: String, _ arguments: [String], exercise: String = "squat", scratch: Scratch
    ) throws -> Landmark.Outcome {
        let input = try scratch.file("in.jsonl", Array(lines.utf8))
        return try Landmark.run(["exercise", exercise, input] + arguments)
    }

    /// The events with a name.
    static func events(_ name: String, in scratch: Scratch) throws -> [[String: Any]] {
        try Landmark.objects(scratch.text("e.jsonl")).filter { $0["event"] as? String == name }
    }

    @Test("five squats: state and count in every frame, an event and a line of CSV for each")
    func squats() throws {
        let scratch = try Scratch()
        let outcome = try run(
            Self.squats,
            [
                "--json", "-", "--events", scratch.path("e.jsonl"), "--csv", scratch.path("a.csv"),
                "--report", scratch.path("r"),
            ], scratch: scratch)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let states = try outcome.objects().map { frame in
            let people = try #require(frame["people"] as? [[String: Any]])
            return try #require(people.first?["exercise"] as? [String: Any])
        }
        #expect(states.count == 300)
        #expect(Set(states.flatMap(\.keys)) == ["state", "reps", "value", "plane", "faults"])
        #expect(states.last?["reps"] as? Int == 5 && states.last?["state"] as? String == "top")
        #expect(states.contains { $0["state"] as? String == "bottom" })

        let reps = try Self.events("rep", in: scratch)
        #expect(reps.map { $0["number"] as? Int } == [1, 2, 3, 4, 5])
        for (index, rep) in reps.enumerated() {
            #expect(abs(try #require(rep["peak"] as? Double) - 90) < 4)
            let times = ["startMs", "peakMs", "endMs"].compactMap { rep[$0] as? Double }
            #expect(times.count == 3 && times == times.sorted())
            #expect(abs(times[1] - Double(2000 * index + 1000)) < 100, "\(times)")
            #expect(rep["id"] as? Int == 1 && rep["side"] == nil && rep["faults"] is [String])
            let tempo = try #require(rep["tempo"] as? [String: Any])
            #expect(Set(tempo.keys) == ["down", "bottom", "up", "top"])
            // Events are written at the end of a recording, when the whole tempo is known.
            #expect(tempo["up"] is Double, "\(rep)")
            #expect(tempo["top"] is Double || index == 4, "\(rep)")
        }
        #expect(try Self.events("phase", in: scratch).count >= 15)

        let rows = scratch.text("a.csv").split(separator: "\n")
        #expect(rows.count == 6)
        // All parts of the tempo are known at the end, except the pause after the last repetition.
        let fields = try #require(rows.dropFirst(2).first)
            .split(separator: ",", omittingEmptySubsequences: false)
        #expect(fields.count == 16 && fields[4] == "2")
        let tempo = fields[10...13].compactMap { Double($0) }
        #expect(tempo.count == 4 && abs(tempo.reduce(0, +) - 2) < 0.1, "\(fields)")
        #expect(scratch.names.contains("r.html") && scratch.names.contains("r.png"))
        #expect(outcome.errors.contains("5 repetitions"), "\(outcome.errors)")
    }

    @Test("shallow bends count with another bottom and with the person's own range")
    func thresholds() throws {
        let scratch = try Scratch()
        let bend = #"{"name":"bend","signal":"kneeFlexion.mean","top":30,"bottom":60}"#
        let exercise = try scratch.file("bend.json", Array(bend.utf8))
        // Between 10° and 45°.
        let lines = StickFigure.lines(seconds: 8) { time in
            [StickFigure(knees: 10 + 17.5 * (1 - cos(Double.pi * time)))]
        }
        let plain = try run(
            lines, ["--events", scratch.path("e.jsonl")], exercise: exercise, scratch: scratch)
        #expect(plain.errors.contains("0 repetitions, 4 incomplete"), "\(plain.errors)")
        let failed = try Self.events("incomplete", in: scratch)
        #expect(failed.count == 4 && failed.allSatisfy { $0["needed"] as? Double == 60 })
        #expect(failed.allSatisfy { abs(($0["peak"] as? Double ?? 0) - 45) < 3 })
        for options in [["--bottom", "40"], ["--own-range"]] {
            let outcome = try run(
                lines, options, exercise: exercise, scratch: scratch)
            #expect(outcome.errors.contains("4 repetitions"), "\(options) \(outcome.errors)")
        }
    }

    @Test("each person has a count")
    func people() throws {
        let scratch = try Scratch()
        let lines = StickFigure.lines(seconds: 8) { time in
            var one = StickFigure.squatting(at: time)
            one.place = 0.25
            // The other person pauses in between.
            var two = StickFigure.squatting(at: time > 4 ? 0 : time)
            (two.id, two.place) = (7, 0.75)
            return [one, two]
        }
        let outcome = try run(
            lines, ["--person", "all", "--events", scratch.path("e.jsonl"), "--csv", "-"],
            scratch: scratch)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let ids = try Self.events("rep", in: scratch).map { $0["id"] as? Int }
        #expect(ids.count { $0 == 1 } == 4 && ids.count { $0 == 7 } == 2 && ids.count == 6)
        #expect(outcome.errors.contains("person 1: 4 repetitions"), "\(outcome.errors)")
        #expect(outcome.errors.contains("person 7: 2 repetitions"), "\(outcome.errors)")
        #expect(outcome.output.split(separator: "\n").count == 7)
    }

    @Test(
        "of several people one is measured: the most prominent, or whom the option names",
        arguments: [
            (nil, 1, 4), ("largest", 1, 4), ("center", 7, 2), ("7", 7, 2), ("0.9,0.5", 7, 2),
        ] as [(String?, Int, Int)])
    func person(who: String?, id: Int, count: Int) throws {
        let scratch = try Scratch()
        let lines = StickFigure.lines(seconds: 8) { time in
            var one = StickFigure.squatting(at: time)
            one.place = 0.25
            var two = StickFigure.squatting(at: time > 4 ? 0 : time)
            (two.id, two.place) = (7, 0.7)
            // The first one stands in front.
            one.scale = 1.4
            return [two, one]
        }
        let outcome = try run(
            lines, (who.map { ["--person", $0] } ?? []) + ["--events", scratch.path("e.jsonl")],
            scratch: scratch)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let ids = try Self.events("rep", in: scratch).map { $0["id"] as? Int }
        #expect(ids == Array(repeating: id, count: count), "\(outcome.errors)")
    }

    @Test("an id that no one has is reported with the ids that there were")
    func unknownID() throws {
        let scratch = try Scratch()
        let lines = StickFigure.lines(seconds: 1) { _ in
            [StickFigure(id: 2), StickFigure(id: 5, place: 0.8)]
        }
        let outcome = try run(lines, ["--person", "99"], scratch: scratch)
        #expect(outcome.code == 0)
        #expect(
            outcome.errors.contains("no one had the id 99; the ids were 2, 5"), "\(outcome.errors)")
    }

    @Test("a recording that lies on its side is turned, unless the option says otherwise")
    func onSide() throws {
        for option in [nil, "left", "up"] {
            let scratch = try Scratch()
            let lines = StickFigure.lines(seconds: 8) { time in
                var person = StickFigure.squatting(at: time)
                person.isOnSide = true
                return [person]
            }
            let outcome = try run(
                lines,
                (option.map { ["--orientation", $0] } ?? [])
                    + ["--angles", "trunk.inclination", "--json", scratch.path("a.jsonl")],
                scratch: scratch)
            #expect(outcome.code == 0 && outcome.errors.contains("4 repetitions"))
            let frames = try Landmark.objects(scratch.text("a.jsonl"))
            let reading = try #require(
                try MotionTests.readings("trunk.inclination", in: frames).last)
            let degrees = try #require(reading["degrees"] as? Double)
            #expect(abs(degrees - (option == "up" ? 90 : 0)) < 0.1, "\(option ?? "")")
            let isFound = outcome.errors.contains("lies on its side: using --orientation left")
            #expect(isFound == (option == nil))
            let frame = try #require(frames.last)
            #expect(frame["orientation"] as? String == (option == nil ? "left" : nil))
        }
    }

    @Test("the vertical is estimated and reported, or stated")
    func vertical() throws {
        let lines = StickFigure.lines(seconds: 4) { [StickFigure.squatting(at: $0)] }
        let scratch = try Scratch()
        let json = scratch.path("a.jsonl")
        let found = try run(lines, ["--up", "auto", "--json", json], scratch: scratch)
        #expect(found.code == 0 && found.errors.contains("vertical: the camera looks down by 0°"))
        let up = try #require(
            try Landmark.objects(scratch.text("a.jsonl")).last?["up"] as? [Double])
        #expect(up.count == 3 && up[1] < -0.99)
        let stated = try run(
            lines, ["--up", "0.5,-0.87,0", "--json", json], scratch: scratch)
        let frame = try #require(try Landmark.objects(scratch.text("a.jsonl")).last)
        #expect(stated.code == 0 && frame["up"] == nil)
        let wrong = try run(lines, ["--up", "0,0,0"], scratch: scratch)
        #expect(wrong.code == 2 && wrong.errors.contains("--up takes"), "\(wrong.errors)")
        let who = try run(lines, ["--person", "tall"], scratch: scratch)
        #expect(who.code == 2 && who.errors.contains("--person takes"), "\(who.errors)")
    }

    @Test(
        "someone who steps out for seconds keeps the count, and is new after a long time",
        arguments: [(5.0, [1, 2, 3, 4]), (12.0, [1, 2, 1, 2])])
    func leaving(gap: Double, numbers: [Int]) throws {
        let scratch = try Scratch()
        let lines = StickFigure.lines(seconds: 8 + gap) { time in
            if time < 4 { return [StickFigure.squatting(at: time)] }
            return time < 4 + gap ? [] : [StickFigure.squatting(at: time - 4 - gap)]
        }
        let outcome = try run(lines, ["--events", scratch.path("e.jsonl")], scratch: scratch)
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try Self.events("rep", in: scratch).map { $0["number"] as? Int } == numbers)
    }

    @Test("a live run ends when the target is reached, and says so; a recording goes on")
    func target() throws {
        let scratch = try Scratch()
        let file = try run(
            Self.squats, ["--target", "2", "--events", scratch.path("e.jsonl")], scratch: scratch)
        #expect(try file.code == 0 && Self.events("rep", in: scratch).count == 5)
        let live = try Landmark.shell(
            "cat '\(scratch.path("in.jsonl"))' | \"$LANDMARK\" exercise squat - --target 2 --events"
                + " '\(scratch.path("e.jsonl"))' --report '\(scratch.path("r.html"))'")
        #expect(live.code == 0, "\(live.errors)")
        #expect(try Self.events("rep", in: scratch).count == 2)
        #expect(live.errors.contains("squat 1 of 2, 89°"), "\(live.errors)")
        #expect(live.errors.contains("target reached: 2 repetitions"), "\(live.errors)")
        #expect(!scratch.text("r.html").contains("report so far"))
    }

    @Test("every exercise of --list can be printed, and what is printed does the same")
    func definitions() throws {
        let list = try Landmark.run("exercise", "--list")
        let names = list.output.split(separator: "\n").compactMap { $0.split(separator: " ").first }
        #expect(list.code == 0 && names.contains("squat") && names.count >= 14)
        let scratch = try Scratch()
        for name in names {
            let printed = try Landmark.run("exercise", String(name), "--print")
            #expect(printed.code == 0, "\(printed.errors)")
            let file = try scratch.file("\(name).json", Array(printed.output.utf8))
            let again = try Landmark.run("exercise", file, "--print")
            #expect(again.output == printed.output, "\(again.errors)")
        }
        let named = try run(Self.squats, [], scratch: scratch)
        let own = try run(Self.squats, [], exercise: scratch.path("squat.json"), scratch: scratch)
        #expect(named.code == 0 && own.output == named.output)
    }

    /// A definition's text, and a part of the expected message.
    static let mistakes: [(String, String)] = [
        ("{", "line 1, column 2: expected a key in quotation marks, found the end of the text"),
        (
            #"{"name":"x","signal":"kneeFlexion.left","top":NaN,"bottom":60}"#,
            "line 1, column 47, in \"top\": expected a value, found \"N\""
        ),
        (String(repeating: "[", count: 1_000_000), "expected at most 512 levels"),
        ("[]", "object"),
        (#"{"name":"x"}"#, "missing key"),
        (
            #"{"name":"x","signal":"kneFlexion.left","top":30,"bottom":60}"#,
            "names an unknown measure \"kneFlexion.left\"; did you mean \"kneeFlexion.left\"?"
        ),
        (
            #"{"name":"x","signal":"kneeFlexion.left","top":60,"bottom":30}"#, "top 60"
        ),
        (
            #"{"name":"x","signal":"kneeFlexion.left","top":30,"bottom":60,"fautls":[]}"#,
            "did you mean \"faults\"?"
        ),
        (
            #"{"name":"x","signal":"kneeFlexion.left","top":30,"bottom":60,"faults":[{"id":"a","phase":"rep","measure":"peek","below":1}]}"#,
            "faults[0].measure"
        ),
    ]

    @Test("a mistake in a definition file is reported with file and key", arguments: mistakes)
    func mistake(text: String, message: String) throws {
        let scratch = try Scratch()
        let file = try scratch.file("mine.json", Array(text.utf8))
        let outcome = try run(
            Self.squats, ["--csv", scratch.path("a")], exercise: file, scratch: scratch)
        #expect(outcome.code == 1 && !outcome.crashed)
        #expect(outcome.errors.contains("\(file): "), "\(outcome.errors)")
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        #expect(scratch.names == ["in.jsonl", "mine.json"])
    }

    @Test("no output replaces landmarks, a definition or another output")
    func overwriting() throws {
        let scratch = try Scratch()
        let printed = try Landmark.run("exercise", "squat", "--print")
        let file = try scratch.file("mine.json", Array(printed.output.utf8))
        for (option, path) in [
            ("--csv", "in.jsonl"), ("--events", "in.jsonl"), ("--json", "mine.json"),
        ] {
            let outcome = try run(
                Self.squats, [option, scratch.path(path)], exercise: file, scratch: scratch)
            #expect(outcome.code == 2)
            #expect(outcome.errors.contains("would overwrite an input"), "\(outcome.errors)")
        }
        let same = try run(
            Self.squats, ["--csv", scratch.path("a"), "--events", scratch.path("a")],
            scratch: scratch)
        #expect(same.code == 2 && same.errors.contains("would both write"))
        #expect(scratch.names == ["in.jsonl", "mine.json"])
    }

    @Test(
        "an output that cannot be written is an error before the work",
        arguments: ["--json", "--csv", "--events", "--report"])
    func unwritable(option: String) throws {
        let scratch = try Scratch()
        let file = try scratch.file("file", [])
        let outcome = try run(Self.squats, [option, "\(file)/a.html"], scratch: scratch)
        #expect(outcome.code == 1 && outcome.errors.contains(file), "\(outcome.errors)")
        #expect(scratch.names == ["file", "in.jsonl"])
    }

    @Test("Ctrl-C while landmarks are awaited leaves whole files and a report that says so")
    func interrupt() throws {
        let scratch = try Scratch()
        let pipe = Pipe()
        let running = try Landmark.launch(
            Landmark.path,
            [
                "exercise", "squat", "-", "--json", "-", "--events", scratch.path("e.jsonl"),
                "--csv", scratch.path("a.csv"), "--report", scratch.path("r.html"),
            ], input: pipe.fileHandleForReading)
        let lines = Self.squats.split(separator: "\n", omittingEmptySubsequences: false)
        let part = lines.prefix(200).joined(separator: "\n") + "\n"
        DispatchQueue.global().async { pipe.fileHandleForWriting.write(Data(part.utf8)) }
        #expect(running.waits { $0.filter(\.isNewline).count == 200 })
        running.interrupt()
        let outcome = running.finish()
        #expect(outcome.code == 130 && !outcome.crashed, "\(outcome.errors)")
        #expect(try outcome.objects().count == 200)
        #expect(scratch.names == ["a.csv", "e.jsonl", "r.html"])
        #expect(try Self.events("rep", in: scratch).count == 3)
        #expect(scratch.text("a.csv").split(separator: "\n").count == 4)
        #expect(scratch.text("r.html").contains("interrupted: the report so far"))
    }

    @Test("a closed pipe ends only its own output")
    func closedPipe() throws {
        let scratch = try Scratch()
        let input = try scratch.file("in.jsonl", Array(Self.squats.utf8))
        let outcome = try Landmark.shell(
            "\"$LANDMARK\" exercise squat '\(input)' --quiet --json - --events"
                + " '\(scratch.path("e.jsonl"))' | head -n 1; exit ${PIPESTATUS[0]}")
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        #expect(try outcome.objects().count == 1 && Self.events("rep", in: scratch).count == 5)
    }
}

import Foundation
import LandmarkTestSupport
import Testing

@Suite("motion: angles from landmarks", .enabled(if: Landmark.isReady))
struct MotionTests {
    /// Writes lines to a file of a scratch folder and measures them.
    private func run(_ lines: String, _ arguments: String..., scratch: Scratch) throws
        -> Landmark.Outcome
    {
        let input = try scratch.file("in.jsonl", Array(lines.utf8))
        return try Landmark.run(["motion", input] + arguments)
    }

    /// The readings of a person's angle, one per frame.
    static func readings(
        _ name: String, of id: Int = 1, in frames: [[String: Any]]
    ) throws -> [[String: Any]] {
        try frames.map { frame in
            let people = try #require(frame["people"] as? [[String: Any]])
            let person = try #require(people.first { $0["id"] as? Int == id })
            let angles = try #require(person["angles"] as? [String: Any])
            return try #require(angles[name] as? [String: Any])
        }
    }

    @Test("a line per frame with the angles asked for, of both sides where no side is named")
    func frames() throws {
        let scratch = try Scratch()
        let lines = StickFigure.lines(seconds: 1) { _ in [StickFigure(knees: 40)] }
        let outcome = try run(
            lines, "--angles", "kneeFlexion,trunk.inclination,footLift.left", scratch: scratch)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let frames = try outcome.objects()
        #expect(frames.count == 30)
        for (index, frame) in frames.enumerated() {
            #expect(
                Set(frame.keys) == ["file", "frame", "timestampMs", "width", "height", "people"])
            #expect(frame["file"] as? String == scratch.path("in.jsonl"))
            #expect(frame["frame"] as? Int == index)
            let person = try #require((frame["people"] as? [[String: Any]])?.first)
            #expect(Set(person.keys) == ["id", "present", "yaw", "view", "sidesSwapped", "angles"])
            let angles = try #require(person["angles"] as? [String: Any])
            #expect(
                Set(angles.keys) == [
                    "kneeFlexion.left", "kneeFlexion.right", "trunk.inclination", "footLift.left",
                ])
        }
        for reading in try Self.readings("kneeFlexion.left", in: frames).dropFirst(2) {
            #expect(reading["state"] as? String == "measured" && reading["reason"] == nil)
            #expect(abs(try #require(reading["degrees"] as? Double) - 40) < 0.001)
            #expect(reading["corrected"] == nil && reading["meters"] == nil)
        }
        let lift = try #require(try Self.readings("footLift.left", in: frames).last)
        #expect(abs(try #require(lift["meters"] as? Double)) < 0.001 && lift["degrees"] == nil)
        #expect(outcome.errors.contains("30 frames, people in 30"))
    }

    @Test("a joint that is not visible is missing, with the landmark")
    func missing() throws {
        let scratch = try Scratch()
        let lines = StickFigure.lines(seconds: 0.5) { _ in [StickFigure(visibility: [27: 0.2])] }
        let outcome = try run(lines, "--angles", "kneeFlexion", scratch: scratch)
        let frames = try outcome.objects()
        for reading in try Self.readings("kneeFlexion.left", in: frames) {
            #expect(reading["state"] as? String == "missing" && reading["degrees"] is NSNull)
            #expect(reading["reason"] as? String == "lowVisibility")
            #expect(reading["landmarks"] as? [String] == ["leftAnkle"])
        }
        let right = try #require(try Self.readings("kneeFlexion.right", in: frames).last)
        #expect(right["state"] as? String == "measured")
    }

    @Test("--fit keeps every frame, changes knees but not the trunk, and is for one camera")
    func fit() throws {
        let scratch = try Scratch()
        let lines = StickFigure.lines(seconds: 2) { time in
            time > 1 && time < 1.1 ? [] : [.squatting(at: time), StickFigure(id: 2, place: 0.8)]
        }
        let outcome = try run(
            lines, "--person", "all", "--angles", "kneeFlexion,trunk.inclination", "--fit",
            scratch: scratch)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let frames = try outcome.objects()
        #expect(frames.map { $0["frame"] as? Int } == Array(0..<60))
        for (frame, reading) in try Self.readings("kneeFlexion.left", in: frames).enumerated() {
            guard reading["state"] as? String == "measured", frame > 10 else { continue }
            let truth = StickFigure.squatting(at: Double(frame) / 30).knees
            // The figure is drawn without perspective, and the angle is smoothed.
            #expect(abs(try #require(reading["degrees"] as? Double) - truth) < 20)
        }
        // Not the same angles as without the fit, except those of the trunk.
        let plain = try run(
            lines, "--angles", "kneeFlexion,trunk.inclination", scratch: scratch
        ).objects()
        for name in ["kneeFlexion.left", "trunk.inclination"] {
            let pairs = zip(
                try Self.readings(name, in: frames), try Self.readings(name, in: plain))
            let same = pairs.allSatisfy { $0["degrees"] as? Double == $1["degrees"] as? Double }
            #expect(same == (name == "trunk.inclination"), "\(name)")
        }
        let refused = try run(lines, "--fit", "--calibration", "x.toml", scratch: scratch)
        #expect(refused.code == 2 && refused.output.isEmpty)
        #expect(refused.errors.contains("--fit"), "\(refused.errors)")
    }

    @Test("--calibrate adds angles from the neutral position")
    func calibrate() throws {
        let scratch = try Scratch()
        let lines = StickFigure.lines(seconds: 3) {
            [StickFigure(knees: $0 < 2 ? 15 : min(15 + 60 * ($0 - 2), 60))]
        }
        let outcome = try run(
            lines, "--angles", "kneeFlexion.left", "--calibrate", scratch: scratch)
        let last = try #require(
            try Self.readings("kneeFlexion.left", in: outcome.objects()).last)
        let (raw, corrected) = (last["degrees"] as? Double, last["corrected"] as? Double)
        #expect(abs(try #require(raw) - (try #require(corrected)) - 15) < 0.5, "\(last)")
    }

    @Test("CSV has a line per frame, person and angle")
    func csv() throws {
        let scratch = try Scratch()
        let lines = StickFigure.lines(seconds: 0.5) { _ in
            [StickFigure(knees: 20, place: 0.3), StickFigure(id: 2, knees: 50, place: 0.7)]
        }
        let outcome = try run(
            lines, "--person", "all", "--angles", "kneeFlexion", "--csv", scratch.path("a.csv"),
            scratch: scratch)
        #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.errors)")
        let rows = scratch.text("a.csv").split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        #expect(rows.count == 1 + 15 * 2 * 2)
        #expect(rows.allSatisfy { $0.count == 12 })
        #expect(
            rows.first?.joined(separator: ",")
                == "file,frame,timestampMs,person,angle,value,unit,speed,confidence,state,reason,landmarks"
        )
        let last = try #require(rows.last)
        #expect(last[3] == "2" && last[4] == "kneeFlexion.right" && last[9] == "measured")
        #expect(abs(try #require(Double(last[5])) - 50) < 0.001)
        #expect(outcome.errors.contains("person 2: 15 frames"))
    }

    @Test("TRC and MOT are one file, for several people one each, for no one none")
    func tables() throws {
        for count in 0...2 {
            let scratch = try Scratch()
            let lines = StickFigure.lines(seconds: 0.5) { _ in
                (0..<count).map { StickFigure(id: $0 + 3, place: 0.3 + 0.4 * Double($0)) }
            }
            let outcome = try run(
                lines, "--person", "all", "--trc", scratch.path("a.trc"), "--mot",
                scratch.path("b.mot"), scratch: scratch)
            #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.errors)")
            let expected =
                switch count {
                case 0: ["in.jsonl"]
                case 1: ["a.trc", "b.mot", "in.jsonl"]
                default: ["a-3.trc", "a-4.trc", "b-3.mot", "b-4.mot", "in.jsonl"]
                }
            #expect(scratch.names == expected)
            #expect(outcome.errors.contains("no one was found") == (count == 0))
            guard count == 1 else { continue }
            let rows = scratch.text("a.trc").split(separator: "\n")
            #expect(rows[2].hasPrefix("30\t30\t15\t33\tm"), "\(rows[2])")
            #expect(scratch.text("b.mot").contains("knee_angle_l"))
        }
    }

    @Test("landmarks on standard input give the same, line by line as they come")
    func standardInput() throws {
        let scratch = try Scratch()
        let lines = StickFigure.lines(seconds: 1) { [StickFigure(knees: 10 * $0)] }
        let file = try run(lines, "--angles", "kneeFlexion", scratch: scratch)
        let piped = try Landmark.shell(
            "cat '\(scratch.path("in.jsonl"))' | \"$LANDMARK\" motion - --angles kneeFlexion")
        #expect(file.code == 0 && piped.code == 0, "\(piped.errors)")
        #expect(
            piped.output.replacingOccurrences(of: "\"-\"", with: "\"\(scratch.path("in.jsonl"))\"")
                == file.output)
    }

    @Test("smoothed landmarks are measured, with a note that sides are not put right")
    func smoothed() throws {
        let scratch = try Scratch()
        let raw = try run(
            StickFigure.lines(seconds: 0.5) { _ in [StickFigure(knees: 30)] }, scratch: scratch)
        #expect(!raw.errors.contains("--raw"))
        let smoothed = try run(
            StickFigure.lines(seconds: 0.5) { _ in [StickFigure(knees: 30, isRaw: false)] },
            scratch: scratch)
        #expect(smoothed.code == 0 && smoothed.output == raw.output)
        #expect(smoothed.errors.split(separator: "landmark pose --raw").count == 2)
    }

    @Test("sides that the pose landmarker has exchanged stay so, and are reported")
    func exchanged() throws {
        let scratch = try Scratch()
        let lines = StickFigure.lines(seconds: 1) { [StickFigure(isExchanged: $0 >= 0.5)] }
        let outcome = try run(
            lines, "--angles", "kneeFlexion", "--json", "-", "--trc", scratch.path("a.trc"),
            scratch: scratch)
        let swapped = try outcome.objects().map { frame in
            (frame["people"] as? [[String: Any]])?.first?["sidesSwapped"] as? Bool
        }
        #expect(swapped == (0..<30).map { $0 >= 15 }, "\(outcome.errors)")
        // The left hip, which is marker 24, does not change its side.
        let hips = scratch.text("a.trc").split(separator: "\n").dropFirst(5).map { row in
            row.split(separator: "\t").dropFirst(2 + 3 * 23).first.flatMap { Double($0) }
        }
        #expect(hips.count == 30 && hips.allSatisfy { $0 == 0.1 }, "\(hips)")
    }

    @Test("an input without a line, or without a person, is no error")
    func noOne() throws {
        let scratch = try Scratch()
        let empty = try run("", "--report", scratch.path("r"), scratch: scratch)
        #expect(empty.code == 0 && !empty.crashed, "\(empty.errors)")
        #expect(scratch.names == ["in.jsonl", "r.html", "r.png"])
        let absent = try run(StickFigure.lines(seconds: 0.5) { _ in [] }, scratch: scratch)
        #expect(absent.code == 0 && absent.errors.contains("no one was found"))
        #expect(try absent.objects().count == 15)
    }
}

import LandmarkMotion
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A person's thresholds in place of those of definitions.
@Suite struct PatientThresholdsTests {
    private static func thresholds(_ json: String) throws -> PatientThresholds {
        try JSONDecoder().decode(PatientThresholds.self, from: Data(json.utf8))
    }

    /// The error of thresholds for the squat.
    private static func error(_ exercises: String) throws -> String {
        let squat = try ExerciseDefinition.named("squat")
        do {
            _ = try thresholds(#"{"exercises":{\#(exercises)}}"#).applied(to: squat)
        } catch {
            return "\(error)"
        }
        return "none"
    }

    @Test("what is given replaces the definition's, and all else stays")
    func applied() throws {
        let squat = try ExerciseDefinition.named("squat")
        let thresholds = try Self.thresholds(
            #"""
            {"note": "knee replacement, week 6", "exercises": {
              "squat": {"bottom": 50, "minRep": 1, "target": {"rom": [40, null]},
                "faults": {"shallow": {"below": 55}, "leaning": false}},
              "plank": {"minHold": 5}}}
            """#)
        #expect(thresholds.note == "knee replacement, week 6")
        let own = try thresholds.applied(to: squat)
        let (rule, old) = (
            try #require(own.repetitions), try #require(squat.repetitions)
        )
        guard case .absolute(let top, let bottom) = rule.thresholds,
            case .absolute(let oldTop, _) = old.thresholds
        else {
            Issue.record("the squat has fixed thresholds")
            return
        }
        #expect(top == oldTop && bottom == 50)
        #expect(rule.minDuration == 1 && rule.maxDuration == old.maxDuration)
        #expect(own.target == ExerciseTarget(rangeOfMotion: Bounds(40, nil)))
        #expect(own.faults.first { $0.id == "shallow" }?.below == 55)
        #expect(!own.faults.contains { $0.id == "leaning" })
        #expect(own.faults.count == squat.faults.count - 1)

        let changes = own.changes(since: squat)
        let first = try #require(changes.first)
        #expect(first.name == "bottom" && first.before == 60 && first.after == 50)
        #expect(changes.contains { $0.name == "faults.leaning.above" && $0.after == nil })
        #expect(changes.contains { $0.name == "target.rom[0]" && $0.after == 40 })
        #expect(squat.changes(since: squat).isEmpty)

        let plank = try ExerciseDefinition.named("plank")
        #expect(try thresholds.applied(to: plank).hold?.minDuration == 5)
    }

    @Test("the person's own range replaces the fixed thresholds")
    func ownRange() throws {
        let squat = try ExerciseDefinition.named("squat")
        let own = try Self.thresholds(#"{"exercises":{"squat":{"ownRange":true}}}"#)
            .applied(to: squat)
        #expect(own.repetitions?.thresholds == .adaptive(minRange: 20))
        #expect(own.changes(since: squat).map(\.name) == ["top", "bottom", "minRange"])
    }

    @Test("fixed thresholds replace the person's own range, and both are needed")
    func fixedRange() throws {
        let adaptive = try Self.thresholds(#"{"exercises":{"squat":{"ownRange":true}}}"#)
            .applied(to: .named("squat"))
        func fixed(_ members: String) throws -> ExerciseDefinition {
            try Self.thresholds(#"{"exercises":{"squat":{"ownRange":false\#(members)}}}"#)
                .applied(to: adaptive)
        }
        let both = try fixed(#","top":20,"bottom":50"#)
        #expect(both.repetitions?.thresholds == .absolute(top: 20, bottom: 50))
        for (members, missing) in [("", "top"), (#","top":20"#, "bottom")] {
            #expect(throws: ExerciseError.missingKey(path: "exercises.squat", key: missing)) {
                try fixed(members)
            }
        }
        let squat = try ExerciseDefinition.named("squat")
        let same = try Self.thresholds(#"{"exercises":{"squat":{"ownRange":false}}}"#).applied(
            to: squat)
        #expect(same == squat)
    }

    @Test("an exercise of one's own has thresholds by its name")
    func ownExercise() throws {
        var mine = try ExerciseDefinition.named("squat")
        mine.name = "half-squat"
        let thresholds = try Self.thresholds(
            #"{"exercises":{"half-squat":{"bottom":45},"squat":{"bottom":70}}}"#)
        let own = try thresholds.applied(to: mine)
        guard case .absolute(_, 45)? = own.repetitions?.thresholds else {
            Issue.record("\(own)")
            return
        }
        let squat = try ExerciseDefinition.named("squat")
        #expect(throws: ExerciseError.self) { try thresholds.applied(to: squat) }
        #expect(try thresholds.applied(to: squat, with: [mine]) != squat)
    }

    @Test("mistakes are errors with their place, in other exercises, too")
    func mistakes() throws {
        for (json, words) in [
            (
                #""squat":{"botom":50}"#,
                #"unknown key "exercises.squat.botom"; did you mean "bottom"?"#
            ),
            (#""squats":{}"#, #"unknown key "exercises.squats"; did you mean "squat"?"#),
            (
                #""squat":{"faults":{"shalow":false}}"#,
                #"unknown key "exercises.squat.faults.shalow"; did you mean "shallow"?"#
            ),
            (
                #""squat":{},"lunge":{"faults":{"x":false}}"#,
                #"unknown key "exercises.lunge.faults.x""#
            ),
            (#""lunge":{}"#, #"missing key "exercises.squat""#),
            (
                #""squat":{"faults":{"shallow":true}}"#,
                #""exercises.squat.faults.shallow" must be false or an object"#
            ),
            (
                #""squat":{"faults":{"shallow":{"below":9e9}}}"#,
                #""exercises.squat.faults.shallow.below" is 9000000000.0"#
            ),
            (
                #""squat":{"top":90,"bottom":50}"#,
                #""exercises.squat" has top 90.0 and bottom 50.0"#
            ),
            (
                #""squat":{"ownRange":true,"top":9}"#,
                #""exercises.squat" has ownRange and top, which exclude each other"#
            ),
            (#""squat":{"range":[1,2]}"#, #""exercises.squat.range" does not apply: squat counts"#),
            (
                #""squat":{},"plank":{"bottom":2}"#,
                #""exercises.plank.bottom" does not apply: plank is a hold"#
            ),
            (
                #""squat":{},"chair-stand":{"bottom":2}"#,
                #""exercises.chair-stand.bottom" does not apply: chair-stand is a clinical test"#
            ),
            (#""squat":{"bottom":"deep"}"#, #""exercises.squat.bottom" must be a number"#),
            (#""squat":{"minRep":9,"maxRep":3}"#, #""exercises.squat.maxRep" is not a range"#),
            (#""squat":7"#, #""exercises.squat" must be an object"#),
        ] {
            let error = try Self.error(json)
            #expect(error.hasPrefix(words), "\(json): \(error)")
        }
        for json in ["{}", "[]", #"{"exercises":[]}"#, #"{"exercises":{},"patient":1}"#] {
            #expect(throws: ExerciseError.self) { try Self.thresholds(json) }
        }
    }
}

import Foundation
import LandmarkMotion
import LandmarkTestSupport
import Testing

/// Definitions as JSON: what is read, and the message of every mistake.
@Suite("Exercise definitions as JSON")
struct ExerciseCodingTests {
    /// The example of the specification.
    static let squat = """
        {"name":"squat","signal":{"mean":["kneeFlexion.left","kneeFlexion.right"],"needs":1},
         "view":"any","top":30,"bottom":60,"minRep":0.5,"maxRep":15,"lostAfter":0.5,
         "counts":"onReturn",
         "target":{"rom":[90,null],"tempo":{"down":[1,4],"up":[0.8,4]},"hold":null},
         "faults":[{"id":"shallow","phase":"rep","measure":"peak","below":80,"say":"lower"},
          {"id":"kneesIn","phase":"bottom","measure":"fppa.max","above":12,"for":0.2,"view":"front"},
          {"id":"leaning","phase":"bottom","measure":"trunk.forward","above":45,"for":0.2},
          {"id":"asymmetric","phase":"rep","measure":"symmetry","above":15}]}
        """

    static func read(_ json: String) throws -> ExerciseDefinition {
        try JSONDecoder().decode(ExerciseDefinition.self, from: Data(json.utf8))
    }

    /// The error of reading `json`.
    static func error(_ json: String) -> ExerciseError? {
        do {
            _ = try read(json)
            return nil
        } catch {
            return error as? ExerciseError
        }
    }

    /// The example with one part replaced.
    static func squat(_ old: String, _ new: String) -> String {
        let changed = squat.replacingOccurrences(of: old, with: new)
        #expect(changed != squat, "\(old)")
        return changed
    }

    @Test("the documented form is read completely")
    func example() throws {
        let squat = try Self.read(Self.squat)
        #expect(squat.name == "squat")
        #expect(squat.title == "squat")
        let rule = try #require(squat.repetitions)
        #expect(
            rule.signal
                == .combination(
                    .mean, [.measure(.kneeFlexionLeft), .measure(.kneeFlexionRight)], needs: 1))
        #expect(rule.thresholds == .absolute(top: 30, bottom: 60))
        #expect(squat.target.rangeOfMotion == Bounds(90, nil))
        #expect(squat.target.down == Bounds(1, 4))
        #expect(squat.target.hold == nil)
        #expect(squat.faults.map(\.id) == ["shallow", "kneesIn", "leaning", "asymmetric"])
        #expect(squat.faults[0].measure == .peak)
        #expect(squat.faults[1].measure == .expression(.both(.fppa, .max)))
        #expect(squat.faults[1].view == .front)
        #expect(squat.faults[2].duration == 0.2)
        #expect(squat.faults[3].measure == .symmetry)
    }

    @Test("every shipped definition is read from what it writes", arguments: ExerciseDefinition.all)
    func roundTrip(_ definition: ExerciseDefinition) throws {
        let data = try JSONEncoder().encode(definition)
        #expect(try JSONDecoder().decode(ExerciseDefinition.self, from: data) == definition)
        // Property lists have no null, which JSON has for the open end of a range.
        let list = try PropertyListEncoder().encode(definition)
        #expect(try PropertyListDecoder().decode(ExerciseDefinition.self, from: list) == definition)
    }

    @Test("every kind of expression, threshold and rule survives writing and reading")
    func kinds() throws {
        let texts = [
            #"{"name":"a","signal":"legSpread","thresholds":"adaptive","minRange":12.5}"#,
            #"{"name":"b","sides":"each","signal":{"difference":["kneeFlexion.side",{"max":["kneeFlexion.other","trunk.forward"]}]},"top":5,"bottom":-5,"decreasing":true,"minRep":0,"maxRep":2,"lostAfter":0,"requires":[{"measure":"hipFlexion.side","above":1,"below":2}]}"#,
            #"{"name":"c","signal":"footLift.left","range":[0.05,null],"hysteresis":0.01,"minHold":3,"requires":[{"measure":"fppa.min","below":3}],"target":{"hold":[10,null]},"faults":[{"id":"x","phase":"hold","measure":{"min":["trunk.forward"]},"above":1,"below":-1}]}"#,
            #"{"name":"d","test":"gait"}"#,
            #"{"name":"h","isOnFloor":true,"sides":"each","signal":"hipFlexion.side","top":20,"bottom":60}"#,
            #"{"name":"g","sides":"each","signal":{"first":["shoulderAbduction2D.side",{"min":["shoulderElevation.side","shoulderAbduction.side"]}]},"top":35,"bottom":70}"#,
            #"{"name":"e","test":"chairStand","signal":"kneeFlexion.mean","top":65,"bottom":30,"decreasing":true,"faults":[{"id":"arms","phase":"down","measure":"elbowFlexion.min","below":55,"voids":true}]}"#,
            #"{"name":"f","test":"singleLegStance","sides":"each","signal":"footLift.side","range":[0.05,null]}"#,
        ]
        for text in texts {
            let definition = try Self.read(text)
            let data = try JSONEncoder().encode(definition)
            #expect(try JSONDecoder().decode(ExerciseDefinition.self, from: data) == definition)
            _ = try ExerciseSession(definition)
        }
    }

    @Test("unknown keys are found at every level, with the nearest known one")
    func unknownKeys() {
        #expect(
            Self.error(Self.squat("\"top\"", "\"tops\""))
                == .unknownKey(path: "", key: "tops", nearest: "top"))
        #expect(
            Self.error(Self.squat("\"needs\"", "\"need\""))
                == .unknownKey(path: "signal", key: "need", nearest: "needs"))
        #expect(
            Self.error(Self.squat("\"rom\"", "\"zzz\""))
                == .unknownKey(path: "target", key: "zzz", nearest: nil))
        #expect(
            Self.error(Self.squat("\"down\"", "\"dwn\""))
                == .unknownKey(path: "target.tempo", key: "dwn", nearest: "down"))
        #expect(
            Self.error(Self.squat("\"for\":0.2,\"view\"", "\"four\":0.2,\"view\""))
                == .unknownKey(path: "faults[1]", key: "four", nearest: "for"))
        #expect(
            Self.error(
                Self.squat("\"counts\"", "\"requires\":[{\"measur\":\"legSpread\"}],\"counts\""))
                == .unknownKey(path: "requires[0]", key: "measur", nearest: "measure"))
    }

    @Test("mistakes are named with their path and facts")
    func mistakes() {
        func expect(_ json: String, _ expected: ExerciseError) {
            let error = Self.error(json)
            #expect(error == expected, "\(json)")
            let text = error?.description ?? ""
            #expect(!text.isEmpty && !text.hasSuffix(".") && text.count < 400)
        }
        expect(
            Self.squat("kneeFlexion.left", "kneeFlexio.left"),
            .unknownMeasure(
                path: "signal.mean[0]", name: "kneeFlexio.left", nearest: "kneeFlexion.left"))
        expect(Self.squat("fppa.max", "fppa.side"), .sideNotAllowed(path: "faults[1].measure"))
        expect(
            Self.squat("\"name\":\"squat\"", "\"name\":\"squat\",\"sides\":\"each\""),
            .sideNeeded(path: "signal"))
        expect(Self.squat("\"top\":30,", ""), .missingKey(path: "", key: "top"))
        expect(Self.squat("\"name\":\"squat\",", ""), .missingKey(path: "", key: "name"))
        expect(Self.squat("\"phase\":\"rep\",", ""), .missingKey(path: "faults[0]", key: "phase"))
        expect(
            Self.squat("\"top\":30", "\"top\":\"30\""),
            .wrongType(path: "top", expected: "a number"))
        expect(Self.squat("\"squat\"", "7"), .wrongType(path: "name", expected: "a string"))
        expect(
            Self.squat("[90,null]", "[90]"),
            .wrongCount(path: "target.rom", count: 1, expected: 2))
        expect(
            Self.squat("[90,null]", "[null,null]"),
            .invalidRange(path: "target.rom", lower: nil, upper: nil))
        expect(
            Self.squat("[1,4]", "[4,1]"),
            .invalidRange(path: "target.tempo.down", lower: 4, upper: 1))
        expect(
            Self.squat("\"bottom\":60", "\"bottom\":20"),
            .thresholdOrder(path: "", top: 30, bottom: 20, isDecreasing: false))
        expect(
            Self.squat("\"bottom\":60", "\"bottom\":60,\"decreasing\":true"),
            .thresholdOrder(path: "", top: 30, bottom: 60, isDecreasing: true))
        expect(
            Self.squat("\"minRep\":0.5", "\"minRep\":-1"),
            .outOfRange(path: "minRep", value: -1, allowed: 0...3600))
        expect(
            Self.squat("\"maxRep\":15", "\"maxRep\":0.1"),
            .invalidRange(path: "maxRep", lower: 0.5, upper: 0.1))
        expect(
            Self.squat("\"for\":0.2,\"view\"", "\"for\":-0.2,\"view\""),
            .outOfRange(path: "faults[1].for", value: -0.2, allowed: 0...3600))
        expect(
            Self.squat("\"needs\":1", "\"needs\":3"),
            .outOfRange(path: "signal.needs", value: 3, allowed: 1...2))
        expect(
            Self.squat("\"view\":\"any\"", "\"view\":\"back\""),
            .unknownValue(path: "view", value: "back", allowed: ["any", "front", "side"]))
        expect(
            Self.squat("\"counts\":\"onReturn\"", "\"counts\":\"later\""),
            .unknownValue(path: "counts", value: "later", allowed: ["onReturn"]))
        expect(Self.squat("\"below\":80,", ""), .noLimit(path: "faults[0]"))
        expect(
            Self.squat("\"id\":\"leaning\"", "\"id\":\"shallow\""),
            .duplicateFault(path: "faults[2].id", id: "shallow"))
        expect(
            Self.squat(
                "\"phase\":\"rep\",\"measure\":\"peak\"", "\"phase\":\"hold\",\"measure\":\"peak\""),
            .wrongPhase(path: "faults[0].phase", phase: "hold", allowed: ["rep"]))
        expect(
            Self.squat("\"name\":\"squat\"", "\"name\":\"../squat\""),
            .invalidName(path: "name", name: "../squat"))
        expect(
            Self.squat("\"name\":\"squat\"", "\"name\":\"\""),
            .invalidName(path: "name", name: ""))
        expect(
            Self.squat("[\"kneeFlexion.left\",\"kneeFlexion.right\"]", "[]"),
            .emptyList(path: "signal.mean"))
        expect(
            Self.squat("{\"mean\":[\"kneeFlexion.left\",\"kneeFlexion.right\"],\"needs\":1}", "{}"),
            .missingKey(path: "signal", key: "mean"))
        expect(
            Self.squat("\"needs\":1", "\"max\":[\"legSpread\"]"),
            .conflictingKeys(path: "signal", keys: ["mean", "max"]))
        expect(
            Self.squat("\"top\":30", "\"thresholds\":\"adaptive\",\"top\":30"),
            .conflictingKeys(path: "", keys: ["thresholds", "top"]))
        expect(
            Self.squat("\"top\":30", "\"range\":[1,2],\"top\":30"),
            .conflictingKeys(path: "", keys: ["range", "top"]))
        expect(#"{"name":"x","faults":[]}"#, .missingKey(path: "", key: "signal"))
        expect(
            #"{"name":"x","test":"gait","top":1}"#,
            .conflictingKeys(path: "", keys: ["test", "top"]))
        expect(#"[]"#, .wrongType(path: "", expected: "an object"))
        expect(
            #"{"name":"x","signal":7,"top":1,"bottom":2}"#,
            .wrongType(path: "signal", expected: "a measure's name or an object"))
    }

    @Test("an empty list of faults, too many, and numbers out of range are refused")
    func limits() {
        let fault = #"{"id":"f0","phase":"rep","measure":"peak","below":80}"#
        let many = (0..<40).map { fault.replacingOccurrences(of: "f0", with: "f\($0)") }.joined(
            separator: ",")
        func squat(_ faults: String) -> String {
            #"{"name":"s","signal":"legSpread","top":1,"bottom":2,"faults":["# + faults + "]}"
        }
        #expect(Self.error(squat(many)) == .tooMany(path: "faults", limit: 32))
        #expect(Self.error(squat("")) == .emptyList(path: "faults"))
        for number in ["1e999", "-1e999", "NaN", "1e308", "Infinity"] {
            let json = #"{"name":"s","signal":"legSpread","top":"# + number + #","bottom":2}"#
            #expect(throws: (any Error).self) { try Self.read(json) }
        }
        #expect(
            Self.error(#"{"name":"s","signal":"legSpread","top":-1e300,"bottom":2}"#)
                == .outOfRange(path: "top", value: -1e300, allowed: -1000...1000))
    }

    @Test("values made in code are checked alike")
    func code() throws {
        var squat = try ExerciseDefinition.named("squat")
        squat.kind = .repetitions(
            RepetitionRule(
                signal: .measure(.legSpread), thresholds: .absolute(top: .nan, bottom: 3)))
        #expect(throws: ExerciseError.notFinite(path: "top")) { try ExerciseSession(squat) }
        var deep = SignalExpression.measure(.legSpread)
        for _ in 0..<4 { deep = .combination(.mean, [deep], needs: nil) }
        squat.kind = .repetitions(
            RepetitionRule(signal: deep, thresholds: .absolute(top: 1, bottom: 3)))
        #expect(
            throws: ExerciseError.tooDeep(
                path: "signal.mean[0].mean[0].mean[0].mean[0]", limit: 4)
        ) { try squat.validate() }
    }

    @Test("hostile JSON is refused without a crash")
    func hostile() {
        let open = #"{"mean":["#
        for depth in [5, 100, 10_000, 120_000] {
            let nested =
                String(repeating: open, count: depth) + "\"legSpread\""
                + String(repeating: "]}", count: depth)
            let json = #"{"name":"s","top":1,"bottom":2,"signal":"# + nested + "}"
            #expect(throws: (any Error).self) { try Self.read(json) }
        }
        let brackets = String(repeating: "[", count: 1_000_000)
        #expect(throws: (any Error).self) { try Self.read(brackets) }
        #expect(throws: (any Error).self) { try Self.read(#"{"name":"s","signal":"# + brackets) }
        let terms = String(repeating: "\"legSpread\",", count: 80_000) + "\"legSpread\""
        #expect(
            Self.error(#"{"name":"s","top":1,"bottom":2,"signal":{"mean":["# + terms + "]}}")
                == .tooMany(path: "signal.mean", limit: 16))
        let name = String(repeating: "n", count: 1_000_000)
        #expect(
            (Self.error(#"{"name":""# + name + #"","test":"gait"}"#)?.description.count ?? 0) < 300)
        // A duplicate key: either one may count, and the result is valid.
        let twice = Self.squat.replacingOccurrences(of: "\"top\":30", with: "\"top\":30,\"top\":31")
        if let squat = try? Self.read(twice) {
            #expect(throws: Never.self) { try squat.validate() }
        }
        for text in ["", "null", "7", "\"squat\"", "{", "{\"name\":", "\u{0}", "{}"] {
            #expect(throws: (any Error).self) { try Self.read(text) }
        }
    }

    @Test("parts of a valid definition removed or replaced at random never crash")
    func fuzz() {
        var random = SplitMix64(seed: 99)
        let bytes = Array(Self.squat.utf8)
        var accepted = 0
        for _ in 0..<3000 {
            var changed = bytes
            for _ in 0...random.below(3) {
                let place = random.below(changed.count)
                switch random.below(3) {
                case 0: changed.remove(at: place)
                case 1: changed[place] = UInt8(truncatingIfNeeded: random.next())
                default: changed.insert(changed[random.below(changed.count)], at: place)
                }
            }
            guard
                let definition = try? JSONDecoder().decode(
                    ExerciseDefinition.self, from: Data(changed))
            else { continue }
            accepted += 1
            #expect(throws: Never.self) { try definition.validate() }
        }
        #expect(accepted > 50)
    }

    @Test("shipped exercises are found by name, and a wrong name says the nearest")
    func names() throws {
        #expect(try ExerciseDefinition.named("push-up").title == "Push-up")
        #expect(throws: ExerciseError.unknownExercise(name: "squats", nearest: "squat")) {
            try ExerciseDefinition.named("squats")
        }
        #expect(
            ExerciseError.unknownExercise(name: "squats", nearest: "squat").description
                == "unknown exercise \"squats\"; did you mean \"squat\"?")
    }
}

import LandmarkMotion
import LandmarkTasks
import LandmarkTestSupport
import Testing

@Suite("Exercise session")
struct ExerciseSessionTests {
    static let deep = Signals.cosine(3, period: 2, low: 10, high: 90)

    @Test("a session counts, keeps its status, and reports")
    func squats() throws {
        var session = try ExerciseSession(.named("squat"))
        var states: Set<ExerciseState> = []
        var events: [ExerciseEvent] = []
        for sample in Samples.squats(Self.deep) {
            events += session.update(sample)
            states.insert(session.status.counters[0].state)
            #expect(session.status.counters[0].value == sample[.kneeFlexionLeft].value)
        }
        #expect(session.status.count == 3)
        #expect(states == [.top, .down, .bottom, .up])
        #expect(session.finish().isEmpty)
        #expect(session.finish().isEmpty)
        #expect(session.update(Samples.sample(100, [:])).isEmpty)
        let report = session.report()
        #expect(report.exercise == "squat")
        #expect(report.duration == 6)
        #expect(report.measuredShare == 1)
        #expect(report.counters[0].repetitions.map(\.number) == [1, 2, 3])
        #expect(isClose(report.counters[0].rangeOfMotion?.mean, 80))
        #expect(isClose(report.counters[0].rangeOfMotion?.variation, 0, within: 1e-9))
        #expect(isClose(report.counters[0].period?.mean, 2, within: 1e-6))
        #expect(isClose(report.symmetry, 0))
        #expect(report.missing.isEmpty)
        #expect(report.test == nil)
        #expect(events.map(\.time) == events.map(\.time).sorted())
        #expect(events.allSatisfy { $0.id == 1 && $0.side == nil })
    }

    @Test("what is required beside the signal decides whether a repetition counts")
    func requirements() throws {
        // Knees as in squats, but hips straight: not a squat.
        let samples = Samples.squats(Self.deep) { _ in
            [.hipFlexionLeft: 15, .hipFlexionRight: 20]
        }
        let walking = try Exercised("squat", samples)
        #expect(walking.count == 0)
        #expect(walking.report.counters[0].incomplete == 3)
        // Hips not seen: nothing contradicts a squat.
        let unseen = Self.deep.map { time, value in
            Samples.sample(time, [.kneeFlexionLeft: value ?? .nan])
        }
        #expect(try Exercised("squat", unseen).count == 3)
    }

    @Test("faults are found in their phase, once a repetition, and never change the count")
    func faults() throws {
        let samples = Samples.squats(Signals.cosine(3, period: 3, low: 10, high: 75)) {
            [.trunkForward: $0 > 60 ? 50 : 5, .fppaLeft: 20]
        }
        let exercised = try Exercised("squat", samples)
        #expect(exercised.count == 3)
        // The knee's angle is beyond 12° all the time, and only counts at the bottom.
        #expect(
            exercised.faults.sorted()
                == [
                    "kneesIn 1", "kneesIn 2", "kneesIn 3", "leaning 1", "leaning 2", "leaning 3",
                    "shallow 1", "shallow 2", "shallow 3",
                ])
        #expect(exercised.repetitions[1].faults == ["shallow", "kneesIn", "leaning"])
        #expect(exercised.report.faults.map(\.count) == [3, 3, 3, 0])
        #expect(exercised.session.status.faults == ["shallow", "kneesIn", "leaning"])
        #expect(exercised.report.notJudged.isEmpty)
        // The instruction comes with the event, at its time.
        let first = exercised.events.first {
            if case .fault(let id, let say, _, _) = $0.kind {
                id == "leaning" && say == "chest up"
            } else {
                false
            }
        }
        #expect((first?.time ?? 0) > 1.2 && (first?.time ?? 9) < 1.7)
    }

    @Test("a fault must last as long as its definition says")
    func durations() throws {
        let samples = Samples.squats(Self.deep)
        let brief = samples.map { sample in
            let isBrief = sample.time > 0.95 && sample.time < 1.1
            return Samples.sample(
                sample.time,
                [
                    .kneeFlexionLeft: sample[.kneeFlexionLeft].value,
                    .kneeFlexionRight: sample[.kneeFlexionLeft].value,
                    .trunkForward: isBrief ? 60 : 10, .fppaLeft: 0,
                ])
        }
        #expect(try Exercised("squat", brief).faults.isEmpty)
    }

    @Test("faults that need another view are not judged, and the report says so")
    func views() throws {
        let samples = Samples.squats(Self.deep, yaw: 80) { _ in
            [.fppaLeft: 30, .trunkForward: 10]
        }
        let exercised = try Exercised("squat", samples)
        #expect(exercised.faults.isEmpty)
        let notJudged = exercised.report.notJudged
        #expect(notJudged.map(\.id) == ["kneesIn"])
        #expect(notJudged.map(\.wrongView) == [3])
        #expect(notJudged.map(\.notMeasured) == [0])
        #expect(notJudged.map(\.neededView) == [.front])
        // Seen from the front, but without the measure.
        let unmeasured = try Exercised("squat", Samples.squats(Self.deep))
        #expect(unmeasured.report.notJudged.map(\.id) == ["kneesIn", "leaning"])
        #expect(unmeasured.report.notJudged.map(\.notMeasured) == [3, 3])
    }

    @Test("symmetry compares peaks where both sides are measured, and is absent otherwise")
    func symmetry() throws {
        let samples = Samples.squats(Self.deep) { [.kneeFlexionRight: 0.8 * $0] }
        let exercised = try Exercised("squat", samples)
        let expected = 100 * (90 - 72) / 81.0
        #expect(exercised.repetitions.allSatisfy { isClose($0.symmetry, expected) })
        #expect(isClose(exercised.report.symmetry, expected))
        #expect(exercised.faults.count { $0.hasPrefix("asymmetric") } == 3)
        let oneSide = samples.map {
            Samples.sample($0.time, [.kneeFlexionLeft: $0[.kneeFlexionLeft].value])
        }
        let hidden = try Exercised("squat", oneSide)
        #expect(hidden.count == 3)
        #expect(hidden.repetitions.allSatisfy { $0.symmetry == nil })
        #expect(hidden.report.symmetry == nil)
        #expect(hidden.report.notJudged.contains { $0.id == "asymmetric" && $0.notMeasured == 3 })
        // Held values are not measurements.
        let held = samples.map { sample in
            Samples.sample(
                sample.time,
                [
                    .kneeFlexionLeft: sample[.kneeFlexionLeft].value,
                    .kneeFlexionRight: sample[.kneeFlexionRight].value,
                ], held: [.kneeFlexionRight])
        }
        #expect(try Exercised("squat", held).report.symmetry == nil)
    }

    @Test("alternating exercises have a counter for each side")
    func sides() throws {
        let left = Signals.cosine(4, period: 2, low: 10, high: 140)
        let samples = left.map { time, value in
            let wave = value ?? 0
            // The right arm is half a period behind, and reaches 70° once.
            let right = 150 - wave - (time > 3 ? 90 : 0)
            return Samples.sample(time, [.elbowFlexionLeft: wave, .elbowFlexionRight: right])
        }
        let exercised = try Exercised("biceps-curl", samples)
        #expect(exercised.session.status.counters.map(\.side) == [.left, .right])
        #expect(exercised.report.counters.map(\.repetitions.count) == [4, 1])
        #expect(exercised.count == 5)
        let sides = exercised.events.map(\.side)
        #expect(Set(sides) == [.left, .right])
        #expect(exercised.report.symmetry != nil)
    }

    @Test("the status says which landmarks are missing, and the report for how long")
    func missing() throws {
        var session = try ExerciseSession(.named("squat"))
        // A wheelchair user: the camera sees only the upper body.
        for index in 0..<90 {
            let events = session.update(
                Samples.sample(
                    Double(index) / 30, [.elbowFlexionLeft: 40],
                    missing: [
                        .kneeFlexionLeft: .lowVisibility(.leftAnkle),
                        .kneeFlexionRight: .outsideImage(.rightAnkle),
                    ]))
            #expect(events.isEmpty)
        }
        #expect(session.status.count == 0)
        #expect(session.status.counters[0].state == .unknown)
        #expect(session.status.counters[0].value == nil)
        #expect(
            session.status.missing == [.lowVisibility(.leftAnkle), .outsideImage(.rightAnkle)])
        let report = session.report()
        #expect(report.measuredShare == 0)
        #expect(report.missing.count == 2)
        #expect(report.missing.allSatisfy { isClose($0.seconds, 89.0 / 30) })
    }

    @Test("a person who leaves and returns goes on counting; the repetition between is lost")
    func leaves() throws {
        var session = try ExerciseSession(.named("squat"))
        var analyzer = MotionAnalyzer()
        var events: [ExerciseEvent] = []
        for (time, value) in Signals.cosine(5, period: 2, low: 10, high: 95) {
            var person = Skeleton()
            for side in BodySide.allCases {
                person.legs[side].kneeFlexion = value ?? 0
                person.legs[side].hipFlexion = value ?? 0
            }
            let isAway = time > 4.6 && time < 7
            events += session.update(
                isAway
                    ? try analyzer.updateAbsent(at: time)
                    : try analyzer.update(person.frame(at: time)))
            if time > 5.2, time < 7 { #expect(session.status.missing == [.absent]) }
        }
        #expect(session.status.count == 3)
        #expect(events.contains { $0.kind == .interrupted(reason: .absent) })
        #expect(session.report().counters[0].interrupted == 1)
        let away = session.report().missing.first { $0.reason == .absent }
        #expect((away?.seconds ?? 0) > 1.9)
    }

    @Test("a stream that pauses in a repetition loses it, and one of one frame a second counts")
    func pauses() throws {
        let samples = Samples.squats(Self.deep)
        let paused = samples.map { sample in
            let knee = sample[.kneeFlexionLeft].value
            return Samples.sample(
                sample.time + (sample.time < 1 ? 0 : 5),
                [.kneeFlexionLeft: knee, .hipFlexionLeft: knee])
        }
        let exercised = try Exercised("squat", paused)
        #expect(exercised.count == 2)
        #expect(exercised.report.counters[0].interrupted == 1)
        let slow = Samples.squats(Signals.cosine(4, period: 8, low: 10, high: 90, rate: 1))
        #expect(try Exercised("squat", slow).count == 4)
    }

    @Test("samples whose time does not increase, or is no number, are ignored")
    func times() throws {
        var session = try ExerciseSession(.named("squat"))
        var events: [ExerciseEvent] = []
        for sample in Samples.squats(Self.deep) {
            events += session.update(sample)
            let status = session.status
            for time in [sample.time, sample.time - 1, .nan, .infinity, -.infinity] {
                let ignored = session.update(Samples.sample(time, [.kneeFlexionLeft: 90]))
                #expect(ignored.isEmpty)
            }
            #expect(session.status == status)
        }
        #expect(session.status.count == 3)
        for time in [1e9, 1e300] { _ = session.update(Samples.sample(time, [.kneeFlexionLeft: 9])) }
        _ = session.report()
    }

    @Test("adaptive thresholds come from two repetitions, which count too")
    func adaptive() throws {
        var definition = try ExerciseDefinition.named("squat")
        definition.kind = .repetitions(
            RepetitionRule(signal: .mean(.kneeFlexion), thresholds: .adaptive(minRange: 20)))
        // Far less than the 60° of a squat: 15 to 55.
        let small = Signals.cosine(6, period: 2, low: 15, high: 55)
        let exercised = try Exercised(definition, Samples.squats(small))
        #expect(exercised.count == 6)
        #expect(exercised.report.counters[0].repetitions.map(\.number) == Array(1...6))
        // 20 % and 60 % of 15 to 55: 23 and 39.
        let fixed = Counted(small, try RepetitionCounter(top: 23, bottom: 39))
        for (a, b) in zip(exercised.report.counters[0].repetitions, fixed.repetitions) {
            #expect(isClose(a.start, b.start, within: 1e-6))
            #expect(isClose(a.end, b.end, within: 1e-6))
        }
        // They are counted as soon as the second has ended, and one alone at the end.
        for count in 1...2 {
            let few = Samples.squats(Signals.cosine(count, period: 2, low: 15, high: 55))
            var session = try ExerciseSession(definition)
            for sample in few { _ = session.update(sample) }
            #expect(session.status.count == (count == 2 ? 2 : 0))
            _ = session.finish()
            #expect(session.status.count == count)
        }
        // A person who stands still has no range.
        let still = try Exercised(
            definition, Samples.squats(Signals.cosine(5, period: 2, low: 10, high: 20)))
        #expect(still.count == 0)
    }

    @Test("targets are reported and do not decide")
    func targets() throws {
        var definition = try ExerciseDefinition.named("squat")
        definition.target = ExerciseTarget(rangeOfMotion: Bounds(79, nil), down: Bounds(0.5, 1))
        let exercised = try Exercised(definition, Samples.squats(Self.deep))
        #expect(exercised.report.counters[0].onTarget == 3)
        definition.target = ExerciseTarget(rangeOfMotion: Bounds(81, nil))
        let strict = try Exercised(definition, Samples.squats(Self.deep))
        #expect(strict.report.counters[0].onTarget == 0)
        #expect(strict.count == 3)
    }

    @Test("an exercise with a view does not count from another one")
    func exerciseView() throws {
        var definition = try ExerciseDefinition.named("squat")
        definition.view = .side
        let front = try Exercised(definition, Samples.squats(Self.deep))
        #expect(front.count == 0)
        #expect(front.session.status.missing == [.view])
        #expect(try Exercised(definition, Samples.squats(Self.deep, yaw: -90)).count == 3)
    }
}

@Suite("Cost of a session", .serialized)
struct ExerciseCostTests {
    @Test(
        "Frames without events allocate nothing",
        .enabled(if: Allocations.areCounted()),
        arguments: ["squat", "biceps-curl", "plank", "chair-stand", "timed-up-and-go", "gait"])
    func allocations(_ name: String) throws {
        var session = try ExerciseSession(.named(name))
        let samples = (0..<4000).map { index in
            let time = Double(index) / 30
            let wave = 50 + 45 * (index % 60 < 30 ? 1.0 : -1.0)
            return Samples.sample(
                time,
                [
                    .kneeFlexionLeft: wave, .kneeFlexionRight: wave, .hipFlexionLeft: wave,
                    .elbowFlexionLeft: wave, .elbowFlexionRight: 20, .trunkForward: wave,
                    .trunkInclination: wave, .fppaLeft: wave / 10, .heelForwardLeft: wave / 200,
                    .heelForwardRight: -wave / 200, .toeForwardLeft: wave / 200,
                    .toeForwardRight: -wave / 200,
                ])
        }
        var quiet = 0
        var allocating = 0
        for (index, sample) in samples.enumerated() {
            var isQuiet = false
            let count = Allocations.count {
                isQuiet = session.update(sample).isEmpty
            }
            if index > 300, isQuiet {
                quiet += 1
                if count > 0 { allocating += 1 }
            }
        }
        #expect(quiet > 2000)
        #expect(allocating == 0)
    }
}

import Foundation
import LandmarkMotion
import LandmarkTestSupport
import Testing

@Suite("Clinical tests")
struct ClinicalTestTests {
    /// Knees of a person who sits at 90° and stands up `count` times, `period` seconds each,
    /// beginning at 1 s.
    private static func stands(_ count: Int, period: Double, until end: Double) -> Signal {
        (0...Int(end * 30)).map { index in
            let time = Double(index) / 30
            let phase = time - 1
            guard phase > 0, phase < Double(count) * period else { return (time, 90) }
            return (time, 90 - 40 * (1 - cos(2 * .pi * phase / period)))
        }
    }

    private static func samples(_ signal: Signal, elbow: Double? = 110) -> [MotionSample] {
        signal.map { time, value in
            var values: [Measure: Double] = [
                .kneeFlexionLeft: value ?? 0, .kneeFlexionRight: value ?? 0,
                .hipFlexionLeft: value ?? 0, .hipFlexionRight: value ?? 0,
            ]
            values[.elbowFlexionLeft] = elbow
            return Samples.sample(time, values)
        }
    }

    private static func chairStand(_ exercised: Exercised) -> ChairStandResult? {
        if case .chairStand(let result) = exercised.report.test { result } else { nil }
    }

    @Test("stands within 30 seconds count, and one more than halfway up at the end")
    func chairStand() throws {
        // The chair is left at 60°, this share of a period after the rise has begun.
        let leaving = acos(1 - 30 / 40.0) / (2 * .pi)
        for (period, expected) in [(3.0, 10), (2.0, 15), (30 / 10.6, 11), (30 / 10.1, 10)] {
            let exercised = try Exercised(
                "chair-stand", Self.samples(Self.stands(40, period: period, until: 45)))
            let result = try #require(Self.chairStand(exercised))
            #expect(result.isComplete)
            #expect(result.duration == 30)
            #expect(result.usedArms == false)
            // Stands whose top, or more than half of the way to it, was before the end.
            let cycles = 30 / period + leaving
            let whole = cycles.rounded(.down)
            let counted = Int(whole) + (cycles - whole > 0.25 ? 1 : 0)
            #expect(result.stands == counted, "\(period)")
            #expect((result.stands - expected).magnitude <= 1)
            #expect(exercised.session.status.counters[0].state == .finished)
            let results = exercised.events.filter {
                if case .result = $0.kind { true } else { false }
            }
            #expect(results.count == 1)
        }
    }

    @Test("the time may begin at a signal, and a test that was cut short says so")
    func start() throws {
        var session = try ExerciseSession(.named("chair-stand"))
        session.startTest(at: 0)
        for sample in Self.samples(Self.stands(40, period: 3, until: 20)) {
            _ = session.update(sample)
        }
        let events = session.finish()
        guard case .result(.chairStand(let result)) = events.last?.kind else {
            Issue.record("\(events)")
            return
        }
        #expect(!result.isComplete)
        #expect(isClose(result.duration, 20))
        #expect(result.stands == 6)
        #expect(result.isBelowAverage(age: 70, sex: .male) == nil)
    }

    @Test("with the arms used the score is 0; arms that are not seen are not judged")
    func arms() throws {
        let signal = Self.stands(20, period: 3, until: 40)
        let used = try Exercised("chair-stand", Self.samples(signal, elbow: 20))
        #expect(Self.chairStand(used)?.stands == 0)
        #expect((Self.chairStand(used)?.counted ?? 0) >= 10)
        #expect(Self.chairStand(used)?.usedArms == true)
        let unseen = try Exercised("chair-stand", Self.samples(signal, elbow: nil))
        #expect(Self.chairStand(unseen)?.usedArms == nil)
        #expect((Self.chairStand(unseen)?.stands ?? 0) >= 10)
        #expect(unseen.report.notJudged.contains { $0.id == "armsUsed" })
    }

    @Test("the table of CDC STEADI gives the lowest average score by age and sex")
    func table() {
        let rows: [(ClosedRange<Int>, Int, Int)] = [
            (60...64, 14, 12), (65...69, 12, 11), (70...74, 12, 10), (75...79, 11, 10),
            (80...84, 10, 9), (85...89, 8, 8), (90...94, 7, 4),
        ]
        for (ages, men, women) in rows {
            for age in ages {
                #expect(ChairStandResult.lowestAverage(age: age, sex: .male) == men)
                #expect(ChairStandResult.lowestAverage(age: age, sex: .female) == women)
            }
        }
        for age in [Int.min, 0, 59, 95, Int.max] {
            #expect(ChairStandResult.lowestAverage(age: age, sex: .male) == nil)
        }
    }

    @Test("five stands are timed from leaving the seat to the fifth full stand")
    func fiveTimes() throws {
        let exercised = try Exercised(
            "five-times-sit-to-stand", Self.samples(Self.stands(6, period: 2.5, until: 18)))
        guard case .fiveTimesSitToStand(let result) = exercised.report.test else {
            Issue.record("no result")
            return
        }
        // From 60° to 25° on a cosine, four periods later.
        let leave = acos(1 - 30 / 40.0) / (2 * .pi), stand = acos(1 - 65 / 40.0) / (2 * .pi)
        #expect(isClose(result.duration, 2.5 * (4 + stand - leave), within: 2e-3))
        #expect(result.standTimes.count == 5)
        let four = try Exercised(
            "five-times-sit-to-stand", Self.samples(Self.stands(4, period: 2.5, until: 18)))
        guard case .fiveTimesSitToStand(let short) = four.report.test else {
            Issue.record("no result")
            return
        }
        #expect(short.duration == nil)
        #expect(short.standTimes.count == 4)
    }

    /// A Timed Up and Go test: up from 1 to 2.5 s, walking, turns at 5 to 6 and 9 to 10 s, down from
    /// 10.2 to 12 s.
    private static func upAndGo(slower factor: Double = 1) -> [MotionSample] {
        (0...Int(15 * 30 * factor)).map { index in
            let real = Double(index) / 30
            let time = real / factor
            func ramp(_ from: Double, _ to: Double) -> Double {
                min(max((time - from) / (to - from), 0), 1)
            }
            let walks = time > 2.5 && time < 10.2
            let knees = 90 - 78 * (ramp(1, 2.5) - ramp(10.2, 12))
            let swing = walks ? 12 * (1 + sin(2 * .pi * real)) : 0
            let yaw = 180 * (ramp(5, 6) + ramp(9, 10))
            return Samples.sample(
                real, yaw: yaw.remainder(dividingBy: 360),
                [
                    .kneeFlexionLeft: knees + swing, .kneeFlexionRight: knees + swing,
                    .hipFlexionLeft: knees, .hipFlexionRight: knees,
                ])
        }
    }

    @Test("Timed Up and Go is timed, and divided into its phases")
    func timedUpAndGo() throws {
        let exercised = try Exercised("timed-up-and-go", Self.upAndGo())
        guard case .timedUpAndGo(let result) = exercised.report.test else {
            Issue.record("no result")
            return
        }
        // Where the ramps cross 60°.
        let up = 1 + 1.5 * 30 / 78, down = 10.2 + 1.8 * 48 / 78
        #expect(isClose(result.duration, down - up, within: 0.01))
        #expect(result.hasRaisedRisk == false)
        #expect(
            result.phases.map(\.state)
                == [.standingUp, .walking, .turning, .walking, .turning, .walking, .sittingDown]
                || result.phases.map(\.state)
                    == [.standingUp, .walking, .turning, .walking, .turning, .sittingDown]
        )
        let turn = try #require(result.phases.first { $0.state == .turning })
        #expect(isClose(turn.start, 5, within: 0.2))
        #expect(isClose(turn.end, 6, within: 0.2))
        for (phase, next) in zip(result.phases, result.phases.dropFirst()) {
            #expect(phase.end == next.start)
            #expect(phase.duration > 0)
        }
        #expect(isClose(result.phases.first?.start, up, within: 0.01))
        #expect(isClose(result.phases.last?.end, down, within: 0.01))
        let slow = try Exercised("timed-up-and-go", Self.upAndGo(slower: 1.5))
        guard case .timedUpAndGo(let late) = slow.report.test else {
            Issue.record("no result")
            return
        }
        #expect(late.hasRaisedRisk == true)
        let unfinished = try Exercised(
            "timed-up-and-go", Self.upAndGo().filter { $0.time < 9 })
        guard case .timedUpAndGo(let open) = unfinished.report.test else {
            Issue.record("no result")
            return
        }
        #expect(open.duration == nil && open.hasRaisedRisk == nil)
        #expect(exercised.count == 1)
    }

    /// Walking: heels and toes swing about the pelvis, the right foot half a stride later.
    private static func walk(
        rate: Double, stride: Double = 1.1, length: Double = 0.6, noise: Double = 0,
        limp: Double = 0
    ) -> [MotionSample] {
        var random = SplitMix64(seed: 3)
        return (0...Int(12 * rate)).map { index in
            let time = Double(index) / rate
            var values: [Measure: Double] = [:]
            for (side, delay) in [(0, 0.0), (1, 0.5 + limp)] {
                let phase = 2 * .pi * (time / stride - delay)
                // Forward quickly in swing, back slowly in stance.
                let wave = length / 2 * cos(phase + 0.4 * sin(phase))
                values[side == 0 ? .heelForwardLeft : .heelForwardRight] =
                    wave - 0.05 + random.uniform(-noise, noise)
                values[side == 0 ? .toeForwardLeft : .toeForwardRight] =
                    wave + 0.12 + random.uniform(-noise, noise)
            }
            return Samples.sample(time, values)
        }
    }

    @Test("steps, their times and lengths are found at any frame rate", arguments: [15.0, 30, 60])
    func gait(_ rate: Double) throws {
        let exercised = try Exercised("gait", Self.walk(rate: rate, noise: 0.01))
        guard case .gait(let result) = exercised.report.test else {
            Issue.record("no result")
            return
        }
        #expect((result.strikes.left - 10).magnitude <= 1)
        #expect((result.strikes.right - 10).magnitude <= 1)
        #expect((result.offs.left - 10).magnitude <= 1)
        #expect(isClose(result.cadence, 120 / 1.1, within: 2))
        #expect(isClose(result.stepTime.left?.mean, 0.55, within: 0.02))
        #expect(isClose(result.strideTime.right?.mean, 1.1, within: 0.02))
        #expect(isClose(result.stepLength.left?.mean, 0.6, within: 0.06))
        #expect((result.stepTimeSymmetry ?? 99) < 8)
        let strikes = exercised.events.filter { $0.kind == .strike && $0.side == .left }
        for (index, strike) in strikes.enumerated() {
            let cycle = (strike.time / 1.1).rounded()
            #expect(isClose(strike.time, cycle * 1.1, within: 0.05), "\(index)")
        }
    }

    @Test("a limp shows in the symmetry of step times")
    func limp() throws {
        let exercised = try Exercised("gait", Self.walk(rate: 60, limp: 0.08))
        guard case .gait(let result) = exercised.report.test else {
            Issue.record("no result")
            return
        }
        // 0.58 and 0.42 of the stride.
        #expect(isClose(result.stepTimeSymmetry, 100 * 0.16 / 0.5, within: 3))
    }

    @Test("standing still has no steps")
    func still() throws {
        let exercised = try Exercised("gait", Self.walk(rate: 30, length: 0.02, noise: 0.015))
        #expect(exercised.count == 0)
        #expect(exercised.events.allSatisfy { $0.kind != .strike })
    }

    @Test("single-leg stance reports the longest time on each leg")
    func singleLegStance() throws {
        let samples = (0..<900).map { index in
            let time = Double(index) / 30
            let lift = time > 2 && time < 9 ? 0.2 : time > 12 && time < 24 ? -0.15 : 0
            return Samples.sample(
                time,
                [
                    .footLiftLeft: lift, .footLiftRight: -lift, .trunkInclination: 4,
                    .kneeFlexionLeft: lift > 0 ? 80 : 10, .kneeFlexionRight: lift < 0 ? 80 : 10,
                ])
        }
        let exercised = try Exercised("single-leg-stance", samples)
        guard case .singleLegStance(let result) = exercised.report.test else {
            Issue.record("no result")
            return
        }
        #expect(isClose(result.best(standingOn: .right), 7, within: 0.1))
        #expect(isClose(result.best(standingOn: .left), 12, within: 0.1))
        #expect(result.count == BySide(left: 1, right: 1))
    }
}

import LandmarkMotion
import LandmarkTestSupport
import Testing

@Suite("Holds")
struct HoldTests {
    private static let rule = HoldRule(
        signal: .measure(.trunkInclination), range: Bounds(60, 100), minDuration: 1)

    private static func count(_ signal: Signal) -> (HoldCounter, [ExerciseEvent]) {
        var counter = HoldCounter(rule)
        var events: [ExerciseEvent] = []
        for (time, value) in signal { counter.update(value, at: time, events: &events) }
        return (counter, events)
    }

    @Test("a hold lasts from entering the range to leaving it by 5°, both interpolated")
    func times() throws {
        // Rises 10° a sample of 0.1 s, stays at 80, falls.
        let signal = (0...45).map { index -> (time: Double, value: Double?) in
            let value = min(10 * index, 80, 10 * (46 - index))
            return (Double(index) / 10, Double(value))
        }
        let (counter, events) = Self.count(signal)
        #expect(counter.count == 1)
        // In at 60 at 0.6 s; out at 55 at 3.8 + 0.25 s.
        #expect(isClose(counter.best, 3.45))
        #expect(isClose(counter.total, 3.45))
        #expect(events.last?.kind == .phase(.top))
        #expect(isClose(events.last?.time, 4.05))
    }

    @Test("the range may be left by the hysteresis, and not by more")
    func hysteresis() throws {
        var random = SplitMix64(seed: 5)
        let wobble = Signal(
            (0..<300).map { (Double($0) / 30, 60 + ($0 < 3 ? 1 : random.uniform(-4.9, 4.9))) })
        #expect(Self.count(wobble).1.map(\.kind) == [.phase(.top), .phase(.holding)])
        let (counter, _) = Self.count(
            [(0, 70), (1, 70), (2, 70), (3, 54.9), (4, 58), (5, 70), (6, 70), (7, 70), (8, 20)])
        #expect(counter.count == 2)
        #expect(isClose(counter.total, 2 + 15 / 15.1 + 7.3 - (4 + 1 / 6.0)))
    }

    @Test("a gap ends a hold at the last value, a short one does not")
    func gaps() throws {
        let signal = Signal((0..<120).map { (Double($0) / 30, 80) })
        let (short, _) = Self.count(signal.without(1..<1.3))
        #expect(short.count == 0)
        #expect(isClose(short.current, 119.0 / 30))
        let (long, events) = Self.count(signal.without(2..<2.8))
        #expect(long.count == 1)
        #expect(isClose(long.finishedBest, 59.0 / 30))
        #expect(isClose(long.current, 119.0 / 30 - 2.8, within: 0.02))
        #expect(long.best == long.finishedBest)
        #expect(isClose(long.total, long.finishedBest + long.current))
        #expect(events.map(\.kind).contains(.phase(.unknown)))
    }

    @Test("a plank needs straight hips and knees, and arms that hold")
    func plank() throws {
        func plank(_ change: (Double, inout [Measure: Double]) -> Void) throws -> Exercised {
            try Exercised(
                "plank",
                (0..<600).map { index in
                    let time = Double(index) / 30
                    var values: [Measure: Double] = [
                        .trunkInclination: 82, .hipFlexionLeft: 5, .hipFlexionRight: 5,
                        .kneeFlexionLeft: 10, .kneeFlexionRight: 10, .shoulderFlexionLeft: 80,
                        .shoulderFlexionRight: 80,
                    ]
                    change(time, &values)
                    return Samples.sample(time, values)
                })
        }
        let straight = try plank { _, _ in }
        #expect(isClose(straight.session.status.bestHold, 599.0 / 30))
        #expect(straight.faults.isEmpty)
        #expect(straight.events.contains { if case .hold = $0.kind { true } else { false } })
        // Lying with the arms beside the trunk is not a plank.
        let lying = try plank {
            $1[.shoulderFlexionLeft] = 5; $1[.shoulderFlexionRight] = 5
        }
        #expect(lying.session.status.bestHold == 0)
        let knees = try plank {
            if $0 > 10 { $1[.kneeFlexionLeft] = 90; $1[.kneeFlexionRight] = 90 }
        }
        #expect(isClose(knees.session.status.bestHold, 10, within: 0.1))
        let sagging = try plank {
            if $0 > 5, $0 < 8 { $1[.hipFlexionLeft] = -25; $1[.hipFlexionRight] = -25 }
        }
        #expect(sagging.faults == ["hipsLow 1"])
        #expect(isClose(sagging.session.status.bestHold, 599.0 / 30))
    }
}

import LandmarkMotion
import LandmarkTestSupport
import Testing

/// The exact figures of the specification.
@Suite("Repetition counter")
struct RepetitionCounterTests {
    static let squats = Signals.cosine(5, period: 2, low: 10, high: 90)

    @Test("five cosine repetitions have interpolated times, peaks, and tempo by their own range")
    func cosine() throws {
        let counted = try Counted(Self.squats)
        #expect(counted.repetitions.count == 5)
        #expect(counted.outcomes.count == 5)
        for (index, repetition) in counted.repetitions.enumerated() {
            let begin = 2 * Double(index)
            #expect(repetition.number == index + 1)
            #expect(isClose(repetition.start, begin + 1 / 3.0))
            #expect(isClose(repetition.end, begin + 5 / 3.0))
            #expect(isClose(repetition.peak, 90))
            #expect(isClose(repetition.peakTime, begin + 1))
            #expect(isClose(repetition.rangeOfMotion, 80))
            #expect(isClose(repetition.timeAtBottom, 0.8389, within: 5e-5))
            #expect(isClose(repetition.tempo.down, 0.590334, within: 5e-6))
            #expect(isClose(repetition.tempo.bottom, 0.409666, within: 5e-6))
            #expect(isClose(repetition.tempo.up, 0.590334, within: 5e-6))
            if index < 4 {
                #expect(isClose(repetition.tempo.top, 0.409666, within: 5e-6))
                #expect(isClose(repetition.tempo.period, 2, within: 1e-6))
            } else {
                #expect(repetition.tempo.top == nil)
            }
        }
        let cycle: [ExerciseState] = [.down, .bottom, .up, .top]
        #expect(counted.phases == [.top] + cycle + cycle + cycle + cycle + cycle)
        #expect(counted.events.map(\.time) == counted.events.map(\.time).sorted())
    }

    @Test("repetitions that do not reach the bottom are incomplete")
    func incomplete() throws {
        let counted = try Counted(Signals.cosine(5, period: 2, low: 10, high: 55))
        #expect(counted.repetitions.isEmpty)
        #expect(counted.outcomes.count == 5)
        for (index, event) in counted.outcomes.enumerated() {
            guard case .incomplete(let start, let peak, let needed) = event.kind else {
                Issue.record("\(event)")
                continue
            }
            #expect(isClose(start, 2 * Double(index) + 0.464544, within: 1e-6))
            #expect(isClose(event.time, 2 * Double(index) + 1.535456, within: 1e-6))
            #expect(isClose(peak, 55))
            #expect(needed == 60)
        }
    }

    @Test("noise about a threshold gives no further repetitions")
    func noise() throws {
        var random = SplitMix64(seed: 1)
        var signal: Signal = [(0, 10), (1.0 / 30, 10)]
        signal += (2..<302).map { (Double($0) / 30, 60 + random.uniform(-8, 8)) }
        signal.append((302.0 / 30, 10))
        let bottom = try Counted(signal)
        #expect(bottom.repetitions.count == 1)
        #expect(bottom.outcomes.count == 1)
        let top = try Counted((0..<300).map { (Double($0) / 30, 30 + random.uniform(-8, 8)) })
        #expect(top.outcomes.isEmpty)
    }

    @Test("a position that is held is one repetition with the time at the bottom")
    func held() throws {
        var signal: Signal = (0..<15).map { (Double($0) / 30, 10) }
        signal += (0..<300).map { (0.5 + Double($0) / 30, 85) }
        signal += (0..<15).map { (10.5 + Double($0) / 30, 10) }
        let counted = try Counted(signal)
        #expect(counted.repetitions.count == 1)
        #expect(isClose(counted.repetitions.first?.timeAtBottom, 9.9889, within: 5e-5))
    }

    @Test("short gaps are bridged, longer ones interrupt")
    func gaps() throws {
        let short = try Counted(Self.squats.without(4.8..<5.2))
        #expect(short.repetitions.count == 5)
        #expect(isClose(short.repetitions[2].end, 5.6667, within: 5e-5))
        #expect(isClose(short.repetitions[2].peakTime, 5.2))
        let long = try Counted(Self.squats.without(4.8..<5.6))
        #expect(long.repetitions.count == 4)
        let interruptions = long.outcomes.filter { $0.kind == .interrupted(reason: nil) }
        #expect(interruptions.map(\.time) == [5.3])
    }

    @Test("repetitions outside the allowed durations do not count")
    func durations() throws {
        let fast = try Counted(Signals.cosine(5, period: 0.5, low: 10, high: 90))
        #expect(fast.repetitions.isEmpty)
        #expect(fast.outcomes.count == 5)
        for (index, event) in fast.outcomes.enumerated() {
            guard case .tooFast = event.kind else {
                Issue.record("\(event)")
                continue
            }
            #expect(isClose(event.time, 0.5 * Double(index) + 0.417678, within: 1e-6))
        }
        let slow = try Counted(Signals.cosine(1, period: 30, low: 10, high: 90))
        #expect(slow.repetitions.isEmpty)
        guard case .tooSlow = slow.outcomes.first?.kind else {
            Issue.record("\(slow.outcomes)")
            return
        }
    }

    @Test("counting begins with the first value at the top")
    func startsAtBottom() throws {
        let counted = try Counted(
            Self.squats.filter { $0.time >= 1 }.map { ($0.time - 1, $0.value) })
        #expect(counted.repetitions.count == 4)
        #expect(isClose(counted.repetitions.first?.start, 4 / 3.0, within: 1e-6))
    }

    @Test("low and high frame rates count alike", arguments: [7.5, 15, 24, 60, 240])
    func frameRates(_ rate: Double) throws {
        let counted = try Counted(Signals.cosine(5, period: 2, low: 10, high: 90, rate: rate))
        #expect(counted.repetitions.count == 5)
        if rate == 7.5 {
            #expect(isClose(counted.repetitions.first?.peak, 89.13, within: 5e-3))
            #expect(isClose(counted.repetitions.first?.start, 0.3293, within: 5e-5))
        }
        for repetition in counted.repetitions.dropLast() {
            #expect(isClose(repetition.tempo.down, 0.590334, within: rate < 10 ? 0.02 : 2e-3))
            #expect(isClose(repetition.tempo.period, 2, within: 0.01))
        }
    }

    @Test("a decreasing signal gives the same as its mirror image, with values as they are")
    func decreasing() throws {
        let mirrored = Signal(Self.squats.map { ($0.time, $0.value.map { 100 - $0 }) })
        let counted = Counted(
            mirrored, try RepetitionCounter(top: 70, bottom: 40, isDecreasing: true))
        let plain = try Counted(Self.squats)
        #expect(counted.phases == plain.phases)
        #expect(counted.repetitions.count == 5)
        for (mirror, repetition) in zip(counted.repetitions, plain.repetitions) {
            #expect(isClose(mirror.peak, 10))
            #expect(isClose(mirror.start, repetition.start))
            #expect(isClose(mirror.rangeOfMotion, 80))
            #expect(isClose(mirror.tempo.up, repetition.tempo.up ?? .nan, within: 1e-7))
        }
    }

    @Test("one sample may cross both thresholds")
    func oneSample() throws {
        let counted = try Counted([(0, 10), (1, 90), (2, 10)])
        #expect(counted.phases == [.top, .down, .bottom, .up, .top])
        #expect(isClose(counted.repetitions.first?.start, 0.25))
        #expect(isClose(counted.repetitions.first?.end, 1.75))
    }

    @Test("values that are not measured are no peaks, and no part of a range of motion")
    func unmeasured() throws {
        var counter = try RepetitionCounter(top: 30, bottom: 60)
        var events: [ExerciseEvent] = []
        let values: [(Double, Bool)] = [
            (20, true), (10, false), (20, true), (45, true), (80, true), (95, false), (70, true),
            (20, true), (20, true),
        ]
        for (index, (value, isMeasured)) in values.enumerated() {
            counter.update(
                value, at: Double(index) * 0.2, isMeasured: isMeasured, events: &events)
        }
        #expect(counter.repetitions.first?.peak == 80)
        #expect(counter.repetitions.first?.rangeOfMotion == 60)
    }

    @Test("times that do not increase and values that are no numbers change nothing")
    func hostile() throws {
        var counter = try RepetitionCounter(top: 30, bottom: 60)
        var events: [ExerciseEvent] = []
        for time: Double in [0, -1, 0, .nan, .infinity, -.infinity] {
            counter.update(10, at: time, events: &events)
        }
        #expect(counter.state == .top)
        #expect(events.count == 1)
        counter.update(.nan, at: 0.1, events: &events)
        counter.update(.infinity, at: 0.2, events: &events)
        #expect(counter.state == .top)
        for value in [1e308, -1e308, 1e308, -1e308] {
            counter.update(value, at: (events.last?.time ?? 0) + 1, events: &events)
        }
        #expect(throws: ExerciseError.self) { try RepetitionCounter(top: 60, bottom: 30) }
        #expect(throws: ExerciseError.self) { try RepetitionCounter(top: .nan, bottom: 30) }
        #expect(throws: ExerciseError.self) {
            try RepetitionCounter(top: 30, bottom: 60, isDecreasing: true)
        }
    }

    @Test("the parts of the tempo add up to the period, whatever the signal")
    func tempoSums() throws {
        var random = SplitMix64(seed: 7)
        for _ in 0..<200 {
            let rate = random.uniform(8, 60)
            let signal = Signal(
                Signals.cosine(6, period: 2, low: 10, high: 95, rate: rate).map {
                    ($0.time, $0.value.map { $0 + random.uniform(-4, 4) })
                })
            let repetitions = try Counted(signal).repetitions
            for (repetition, next) in zip(repetitions, repetitions.dropFirst()) {
                let tempo = repetition.tempo
                #expect(tempo.down > 0 && tempo.bottom > 0)
                #expect((tempo.up ?? -1) > 0 && (tempo.top ?? -1) > 0)
                #expect(isClose(tempo.period, next.start - repetition.start, within: 0.5))
            }
        }
    }
}

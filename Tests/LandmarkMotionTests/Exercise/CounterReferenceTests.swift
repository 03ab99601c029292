import Foundation
import LandmarkMotion
import LandmarkTestSupport
import Testing

/// The counter against a port of the reference, and against the reference itself.
@Suite("Repetition counter against the reference")
struct CounterReferenceTests {
    @Test("10,000 random signals give the events of the reference")
    func random() throws {
        var random = SplitMix64(seed: 42)
        var counts = [0, 0, 0, 0, 0]
        for index in 0..<10_000 {
            let signal = Self.signal(&random)
            let top = random.uniform(20, 45), bottom = top + random.uniform(8, 50)
            let isDecreasing = index % 3 == 0
            var reference = ReferenceCounter(top: top, bottom: bottom)
            for (time, value) in signal { reference.add(time, value) }
            let counted = Counted(
                isDecreasing ? signal.map { ($0.time, $0.value.map { -$0 }) } : signal,
                try RepetitionCounter(
                    top: isDecreasing ? -top : top, bottom: isDecreasing ? -bottom : bottom,
                    isDecreasing: isDecreasing))
            let events = Self.events(counted, sign: isDecreasing ? -1 : 1)
            if events != reference.events {
                Issue.record("signal \(index): \(events) instead of \(reference.events)")
                return
            }
            #expect(counted.repetitions.map(\.timeAtBottom) == reference.holds)
            #expect(
                (counted.counter.state == .up ? "bottom" : counted.counter.state.rawValue)
                    == reference.state)
            for event in events { counts[Self.index(event)] += 1 }
        }
        // Every kind has occurred often.
        #expect(counts.allSatisfy { $0 > 100 }, "\(counts)")
    }

    /// A walk between standing and squatting with noise, at a varying frame rate, with gaps.
    static func signal(_ random: inout SplitMix64) -> Signal {
        var signal: Signal = []
        var time = 0.0, value = random.uniform(0, 60), target = 10.0
        let noise = random.uniform(0, 6), rate = random.uniform(5, 60)
        var speed = 60.0, gapEnd = -1.0
        while time < 25 {
            time += random.uniform(0.5, 1.5) / rate
            if (value - target).magnitude < 3 {
                target = random.uniform(target < 40 ? 25 : 0, target < 40 ? 110 : 45)
                speed = random.below(6) == 0 ? random.uniform(3, 8) : random.uniform(15, 400)
            }
            let step = min((target - value).magnitude, speed / rate)
            value += target > value ? step : -step
            if random.uniform(0, 1) < 0.004 { gapEnd = time + random.uniform(0, 1.2) }
            signal.append((time, time < gapEnd ? nil : value + random.uniform(-noise, noise)))
        }
        return signal
    }

    /// The counter's events in the form of the reference; values times `sign`.
    private static func events(_ counted: Counted, sign: Double) -> [ReferenceCounter.Event] {
        counted.events.compactMap { event in
            switch event.kind {
            case .rep(let repetition):
                .rep(
                    ReferenceCounter.Rep(
                        start: repetition.start, end: repetition.end, peak: sign * repetition.peak,
                        peakTime: repetition.peakTime))
            case .interrupted: .interrupted(event.time)
            case .tooFast: .tooFast(event.time)
            case .tooSlow: .tooSlow(event.time)
            case .incomplete(let start, let peak, _): .incomplete(start, event.time, sign * peak)
            default: nil
            }
        }
    }

    private static func index(_ event: ReferenceCounter.Event) -> Int {
        switch event {
        case .rep: 0
        case .interrupted: 1
        case .tooFast: 2
        case .tooSlow: 3
        case .incomplete: 4
        }
    }
}

#if os(macOS) || os(Linux)
// Devices cannot run programs.
extension CounterReferenceTests {
    @Test(
        "300 random signals give the repetitions of the Python reference",
        .enabled(if: Fixtures.available(Fixtures.shared("spec/motion_reference.py"))),
        .enabled(if: python != nil, "python3 is not on the path"))
    func reference() throws {
        let python = try #require(Self.python)
        var random = SplitMix64(seed: 4711)
        let signals = (0..<300).map { _ in Self.signal(&random) }
        let lines = try Self.run(python, signals)
        #expect(lines.count == signals.count)
        for (signal, line) in zip(signals, lines) {
            let counted = try Counted(signal)
            let reps = counted.repetitions.map { [$0.start, $0.end, $0.peakTime, $0.peak] }
            #expect(line.reps == reps)
            #expect(line.others == counted.outcomes.count - reps.count)
            #expect(
                line.state
                    == (counted.counter.state == .up ? "bottom" : counted.counter.state.rawValue))
        }
    }

    private struct Line: Decodable {
        var reps: [[Double]]
        var others: Int
        var state: String
    }

    private static var python: String? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        return path.split(separator: ":").map { $0 + "/python3" }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private static func run(_ python: String, _ signals: [Signal]) throws -> [Line] {
        let script = """
            import sys, json, importlib.util
            spec = importlib.util.spec_from_file_location("reference", sys.argv[1])
            reference = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(reference)
            for signal in json.load(open(sys.argv[2])):
                r = reference.run(signal)
                print(json.dumps({"reps": [[a, b, *p] for a, b, p in r.reps],
                                  "others": len(r.events), "state": r.state}))
            """
        let folder = try TemporaryFolder()
        let numbers = try JSONEncoder().encode(signals.map { $0.map { [$0.time, $0.value] } })
        let file = try folder.put([UInt8](numbers), as: "signals.json")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = [
            "-c", script, Fixtures.shared("spec/motion_reference.py"), file,
        ]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return try data.split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(Line.self, from: Data($0))
        }
    }
}
#endif

import LandmarkCommandSupport
import LandmarkCore
import LandmarkSystem

/// What many runs told.
struct Measurement: Sendable {
    /// How many runs may be asked for at once, since each leaves its time in memory.
    static let counts = 1...1_000_000

    private(set) var runs: [BenchRun] = []
    /// From the first run's start to the last one's end.
    private(set) var wall = Duration.zero
    /// What all threads together took of the processors, also while they waited awake.
    private(set) var processor = Duration.zero

    /// The milliseconds of each run.
    var milliseconds: [Double] { runs.map { Rate.milliseconds($0.duration) } }

    /// The processors' milliseconds for one run.
    var processorMilliseconds: Double {
        Rate.milliseconds(processor) / Double(max(runs.count, 1))
    }

    /// How many runs end in a second.
    var runsPerSecond: Double { Double(runs.count) / max(Rate.seconds(wall), 1e-9) }

    /// Calls `body`, which makes runs, and adds them and what they took.
    mutating func add(_ body: () throws -> [BenchRun]) throws {
        let processorStart = CurrentProcess.cpuTime
        let start = ContinuousClock.now
        runs += try body()
        wall += ContinuousClock.now - start
        processor += CurrentProcess.cpuTime - processorStart
    }

    /// Runs `work` so many times, or until Ctrl-C; `report` is told how often so far.
    mutating func add(
        _ count: Int, of work: inout any Timed, report: (Int) -> Void = { _ in }
    ) throws {
        try add {
            var runs: [BenchRun] = []
            runs.reserveCapacity(count)
            while runs.count < count, !Interruption.isRequested {
                runs.append(try work.run())
                report(runs.count)
            }
            return runs
        }
    }

    /// The milliseconds of each stage that ran, in every run; empty for what is no task.
    var stages: [(stage: StageTimings.Stage, milliseconds: [Double])] {
        let timings = runs.compactMap { $0.sight?.timings }
        return (timings.first?.stages ?? []).compactMap { stage in
            let times = timings.map { Rate.milliseconds($0[stage]) }
            return stage == .total || times.allSatisfy { $0 == 0 } ? nil : (stage, times)
        }
    }

    /// The milliseconds of each run that went into judging a driver; empty where none was.
    var judging: [Double] { runs.compactMap { $0.sight?.judging.map(Rate.milliseconds) } }

    /// How many objects each run found; empty for what is no task.
    var found: [Int] { runs.compactMap { $0.sight?.found } }
}

import LandmarkCommandSupport
import LandmarkCore

/// Work that is timed repeatedly.
protocol Workload {
    /// The facts about the work, for the head of a report.
    var facts: BenchFacts { get }

    /// Does the work once.
    mutating func run() throws -> BenchRun
}

/// The outcome of one run.
struct BenchRun: Sendable {
    /// Seconds.
    let duration: Double
    /// The facts about the inference, or nil if the workload is not a task.
    var sample: BenchSample?
}

/// The outcome of many runs.
struct Measurement: Sendable {
    /// The possible numbers of runs in one measurement; each run takes memory.
    static let validCounts = BenchProgram.validCounts

    private(set) var runs: [BenchRun] = []
    /// The seconds from the start of the first run to the end of the last.
    private(set) var wall = 0.0
    /// The seconds of CPU time of all threads, including the time that they spent spinning.
    private(set) var processor = 0.0

    /// Adds the runs that `body` makes and the time they took.
    mutating func add(_ body: () throws -> [BenchRun]) throws {
        let processorStart = CurrentProcess.cpuTime
        let start = MonotonicTime.now
        runs += try body()
        wall += start.elapsedSeconds
        processor += CurrentProcess.cpuTime - processorStart
    }

    /// Adds `count` runs of `work`, or fewer if interrupted.
    ///
    /// - Parameter progress: Called after each run with the number of runs so far.
    mutating func add(
        _ count: Int, of work: inout any Workload, progress: (Int) -> Void = { _ in }
    ) throws {
        try add {
            var runs: [BenchRun] = []
            runs.reserveCapacity(count)
            while runs.count < count, !Interruption.isRequested {
                runs.append(try work.run())
                progress(runs.count)
            }
            return runs
        }
    }

    /// The milliseconds of each run.
    var milliseconds: [Double] { runs.map { $0.duration * 1000 } }

    /// The milliseconds of CPU time per run.
    var processorMilliseconds: Double {
        processor * 1000 / Double(max(runs.count, 1))
    }

    var runsPerSecond: Double { Double(runs.count) / max(wall, 1e-9) }

    /// The stages that took time, with their milliseconds in every run; empty if the workload is
    /// not a task.
    var stages: [(name: String, milliseconds: [Double])] {
        let samples = runs.compactMap(\.sample)
        var stages = (samples.first?.timings.stages ?? []).compactMap { stage in
            let times = samples.map { $0.timings[stage] * 1000 }
            return stage == .total || times.allSatisfy { $0 == 0 } ? nil : (stage.rawValue, times)
        }
        let assessments = samples.compactMap(\.assessment).map { $0 * 1000 }
        if !assessments.isEmpty, !stages.isEmpty { stages.append(("assessment", assessments)) }
        return stages
    }

    /// The number of instances that each run found; empty if the workload is not a task.
    var found: [Int] { runs.compactMap { $0.sample?.found } }
}

/// The distribution of a set of values.
struct Distribution: Sendable {
    private let sorted: [Double]

    init(_ values: [Double]) {
        sorted = values.sorted()
    }

    /// The mean; 0 without values.
    var mean: Double {
        sorted.isEmpty ? 0 : sorted.reduce(0, +) / Double(sorted.count)
    }

    /// The value below which `fraction` (0…1) of the values lie, interpolated linearly; 0 without
    /// values.
    func percentile(_ fraction: Double) -> Double {
        guard let last = sorted.last else { return 0 }
        let position = fraction * Double(sorted.count - 1)
        let index = Int(position)
        guard index + 1 < sorted.count else { return last }
        let weight = position - Double(index)
        return sorted[index] * (1 - weight) + sorted[index + 1] * weight
    }

    var median: Double { percentile(0.5) }

    /// p50, p95, p99, and the mean.
    var summary: [(name: String, value: Double)] {
        [
            ("p50", median), ("p95", percentile(0.95)), ("p99", percentile(0.99)),
            ("mean", mean),
        ]
    }
}

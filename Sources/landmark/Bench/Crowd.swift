import Dispatch
import LandmarkCommandSupport
import LandmarkSystem
import Synchronization

/// One task on several streams at the same time, each with a landmarker and a thread of its own.
struct Crowd {
    private var works: [TaskTiming]

    init(_ works: [TaskTiming]) {
        self.works = works
    }

    /// Warms every stream up, and then lets all of them make `runs` runs at the same time.
    func measure(runs: Int, warmup: Int) throws -> Measurement {
        var crowd = self
        var ignored = Measurement()
        try crowd.add(warmup, to: &ignored)
        var measurement = Measurement()
        try crowd.add(runs, to: &measurement)
        return measurement
    }

    /// Lets every stream make `count` runs, all at the same time and each from where it was.
    mutating func add(_ count: Int, to measurement: inout Measurement) throws {
        try measurement.add {
            let done = try Self.together(works) { work in
                var work = work
                var runs: [BenchRun] = []
                runs.reserveCapacity(count)
                while runs.count < count, !Interruption.isRequested { runs.append(try work.run()) }
                return (work, runs)
            }
            works = done.map(\.0)
            return done.flatMap(\.1)
        }
    }

    /// Does `body` for every work on a thread of its own, and waits for all; throws the first
    /// stream's error.
    private static func together<Result: Sendable>(
        _ works: [TaskTiming], _ body: @escaping @Sendable (TaskTiming) throws -> Result
    ) throws -> [Result] {
        let outcomes = Outcomes<Result>()
        let group = DispatchGroup()
        for (index, work) in works.enumerated() {
            // A serial queue has a thread also when all processors are busy.
            DispatchQueue(label: "landmark.bench.\(index)").async(group: group) {
                let outcome = Swift.Result { try body(work) }
                outcomes.byStream.withLock { $0[index] = outcome }
            }
        }
        group.wait()
        let all = outcomes.byStream.withLock { $0 }
        return try works.indices.compactMap { try all[$0]?.get() }
    }

    /// What the streams' threads hand over.
    private final class Outcomes<Value: Sendable>: Sendable {
        let byStream = Mutex<[Int: Result<Value, any Error>]>([:])
    }
}

import Dispatch
import Synchronization

/// One task on several streams at the same time, each with a landmarker and a thread of its own.
struct Crowd {
    private let works: [TaskTiming]

    init(_ works: [TaskTiming]) {
        self.works = works
    }

    /// Warms every stream up, and then lets all of them make `runs` runs at the same time.
    func measure(runs: Int, warmup: Int) throws -> Measurement {
        let warm = try Self.together(works) { work in
            var work = work
            for _ in 0..<warmup where !Interruption.isAsked { _ = try work.run() }
            return work
        }
        var measurement = Measurement()
        try measurement.add {
            try Self.together(warm) { work in
                var work = work
                var done: [BenchRun] = []
                done.reserveCapacity(runs)
                while done.count < runs, !Interruption.isAsked { done.append(try work.run()) }
                return done
            }.flatMap { $0 }
        }
        return measurement
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

import Dispatch
import LandmarkCore

/// A task on several streams at the same time, each with its own landmarker and thread.
struct ConcurrentStreams {
    private var streams: [TaskTiming]

    init(_ streams: [TaskTiming]) {
        self.streams = streams
    }

    /// Warms up all streams, then times `runs` runs of each.
    ///
    /// - Throws: The first stream's error, usually a `TaskError`.
    func measure(runs: Int, warmup: Int) throws -> Measurement {
        var streams = self
        var ignored = Measurement()
        try streams.add(warmup, to: &ignored)
        var measurement = Measurement()
        try streams.add(runs, to: &measurement)
        return measurement
    }

    /// Adds `count` runs of each stream, which continue from their last frame.
    ///
    /// - Throws: The first stream's error, usually a `TaskError`.
    mutating func add(_ count: Int, to measurement: inout Measurement) throws {
        try measurement.add {
            let outcomes = try Self.runConcurrently(streams) { stream in
                var stream = stream
                var runs: [BenchRun] = []
                runs.reserveCapacity(count)
                while runs.count < count, !Interruption.isRequested {
                    runs.append(try stream.run())
                }
                return (stream, runs)
            }
            streams = outcomes.map(\.0)
            return outcomes.flatMap(\.1)
        }
    }

    /// Calls `body` for every stream on a separate thread and waits for all of them.
    private static func runConcurrently<Value: Sendable>(
        _ streams: [TaskTiming], _ body: @escaping @Sendable (TaskTiming) throws -> Value
    ) throws -> [Value] {
        let outcomes = Outcomes<Value>()
        let group = DispatchGroup()
        for (index, stream) in streams.enumerated() {
            // A serial queue gets a thread even if all processors are busy.
            DispatchQueue(label: "landmark.bench.\(index)").async(group: group) {
                let outcome = Result { try body(stream) }
                outcomes.byStream.withLock { $0[index] = outcome }
            }
        }
        group.wait()
        let all = outcomes.byStream.withLock { $0 }
        return try streams.indices.compactMap { try all[$0]?.get() }
    }

    /// The outcomes of the threads by the index of their stream.
    private final class Outcomes<Value: Sendable>: Sendable {
        let byStream = Mutex<[Int: Result<Value, any Error>]>([:])
    }
}

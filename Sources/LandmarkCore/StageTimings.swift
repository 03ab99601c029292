/// The time each stage of one call took.
///
/// A task declares its stages once and passes the list to `init(_:)`. Timings share that list and
/// keep their durations inline, so creating and filling them for every frame does not allocate.
/// Iteration yields the stages that ran, in declaration order.
public struct StageTimings: Sendable {
    /// A stage of a task, identified by its name.
    public struct Stage: RawRepresentable, Sendable, Hashable, Codable {
        /// The name used in reports.
        public let rawValue: String

        /// Creates a stage from its name.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The whole call.
        public static var total: Stage { Stage(rawValue: "total") }
    }

    /// The maximum number of stages.
    package static let capacity = 16

    /// The declared stages, in order.
    public private(set) var stages: [Stage]
    /// The duration of the stage at the same index of `stages`.
    private var nanoseconds = SIMD16<Int64>()

    /// Creates timings that are all zero.
    ///
    /// - Parameter stages: The stages to expect, at most 16, in the order to list them. Adding time
    ///   to any other stage appends it, which allocates.
    public init(_ stages: [Stage] = []) {
        precondition(stages.count <= Self.capacity, "at most \(Self.capacity) stages")
        self.stages = stages
    }

    /// The seconds spent in `stage`, summed over all its runs; zero if the stage did not run.
    public subscript(stage: Stage) -> Double {
        stages.firstIndex(of: stage).map { Self.seconds(nanoseconds[$0]) } ?? 0
    }

    /// Adds a duration to `stage`.
    package mutating func add(nanoseconds duration: Int64, to stage: Stage) {
        nanoseconds[index(of: stage)] += duration
    }

    /// Runs `body` and adds its running time to `stage`.
    ///
    /// - Throws: What `body` throws; the time of a failed run is not added.
    package mutating func measure<Result, Failure: Error>(
        _ stage: Stage, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = MonotonicTime.now
        let result = try body()
        add(nanoseconds: start.elapsedNanoseconds, to: stage)
        return result
    }

    /// Converts whole nanoseconds to the nearest number of seconds.
    fileprivate static func seconds(_ nanoseconds: Int64) -> Double { Double(nanoseconds) / 1e9 }

    /// The index of `stage`, appended if it was not declared.
    private mutating func index(of stage: Stage) -> Int {
        if let index = stages.firstIndex(of: stage) { return index }
        precondition(stages.count < Self.capacity, "at most \(Self.capacity) stages")
        stages.append(stage)
        return stages.count - 1
    }
}

extension StageTimings: Sequence {
    /// A stage that ran and its duration in seconds.
    public typealias Element = (stage: Stage, duration: Double)

    /// Iterates over the stages that ran.
    public struct Iterator: IteratorProtocol {
        fileprivate let timings: StageTimings
        fileprivate var index = 0

        /// Returns the next stage that ran, or nil after the last one.
        public mutating func next() -> Element? {
            while index < timings.stages.count {
                defer { index += 1 }
                guard timings.nanoseconds[index] != 0 else { continue }
                return (timings.stages[index], StageTimings.seconds(timings.nanoseconds[index]))
            }
            return nil
        }
    }

    /// Returns an iterator over the stages that ran.
    public func makeIterator() -> Iterator { Iterator(timings: self) }
}

extension StageTimings: Hashable {
    /// Returns whether the same stages ran, in the same order and for the same time.
    public static func == (a: StageTimings, b: StageTimings) -> Bool {
        a.elementsEqual(b) { $0 == $1 }
    }

    /// Feeds the stages that ran, and their durations, to `hasher`.
    public func hash(into hasher: inout Hasher) {
        for (stage, duration) in self {
            hasher.combine(stage)
            hasher.combine(duration)
        }
    }
}

extension StageTimings: Codable {
    private enum CodingKeys: CodingKey {
        case stage, nanoseconds
    }

    /// Decodes a list of `{"stage": …, "nanoseconds": …}`.
    ///
    /// - Throws: `DecodingError` if the list has another form or more than 16 stages.
    public init(from decoder: any Decoder) throws {
        self.init()
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd {
            let entry = try list.nestedContainer(keyedBy: CodingKeys.self)
            let stage = try entry.decode(Stage.self, forKey: .stage)
            guard stages.count < Self.capacity, !stages.contains(stage) else {
                throw DecodingError.dataCorruptedError(
                    in: list, debugDescription: "more than \(Self.capacity) stages, or one twice")
            }
            nanoseconds[index(of: stage)] = try entry.decode(Int64.self, forKey: .nanoseconds)
        }
    }

    /// Encodes the stages that ran, in order, as a list of `{"stage": …, "nanoseconds": …}`.
    ///
    /// - Throws: What `encoder` throws.
    public func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        for (index, stage) in stages.enumerated() where nanoseconds[index] != 0 {
            var entry = list.nestedContainer(keyedBy: CodingKeys.self)
            try entry.encode(stage, forKey: .stage)
            try entry.encode(nanoseconds[index], forKey: .nanoseconds)
        }
    }
}

extension StageTimings: CustomStringConvertible {
    /// The stages that ran, such as `detector 1.2 ms, landmarks 3.4 ms, total 5.1 ms`.
    public var description: String {
        stages.indices.filter { nanoseconds[$0] != 0 }.map { index in
            let tenths = (nanoseconds[index] + 50_000) / 100_000
            return "\(stages[index].rawValue) \(tenths / 10).\(tenths % 10) ms"
        }.joined(separator: ", ")
    }
}

import LandmarkCore
import LandmarkGraph
public import LandmarkMotion

/// Follows everyone's repetitions of one exercise, like `PeopleSession`.
///
/// Input: MOTION `MotionResult`. Outputs: STATUS `ExerciseResult` for every packet of MOTION;
/// EVENTS `[ExerciseEvent]` if something happened; REPORTS `[SessionReport]` for people who have
/// left, and for everyone else at the end. Outputs at the end are sent 1 µs after the last packet
/// of MOTION. The side packets EXERCISE, a name, and TARGET take precedence over the options.
struct ExerciseCalculator: Calculator {
    private let source: ExerciseSource?
    /// The file with a person's own thresholds.
    private let thresholds: String?
    private var target: Int?
    private var session: PeopleSession?
    private var lastTimestamp = GraphTimestamp.unstarted

    /// The allowed targets, in repetitions or seconds.
    private static let targets = 1...1_000_000

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        let calculator = try ExerciseCalculator(node)
        if node.count(.inputSidePacket, tag: "EXERCISE") == 0 {
            _ = try calculator.makeSession(nil)  // Reports an invalid exercise during validation.
        }
        contract.input("MOTION", 0, .type(MotionResult.self))
        contract.inputSidePacket("EXERCISE", 0, .type(String.self), optional: true)
        contract.inputSidePacket("TARGET", 0, .type(Int.self), optional: true)
        contract.output("STATUS", 0, .type(ExerciseResult.self), optional: true)
        contract.output("EVENTS", 0, .type([ExerciseEvent].self), optional: true)
        contract.output("REPORTS", 0, .type([SessionReport].self), optional: true)
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options = node.options.message("ExerciseCalculatorOptions") ?? TextMessage()
        try options.requireFields(
            in: ExerciseSource.options + [ExerciseSource.thresholds, "target"])
        source = try ExerciseSource(options)
        thresholds = try options.string(ExerciseSource.thresholds)
        target = try options.int("target", in: Self.targets)
    }

    mutating func open(_ context: CalculatorContext) throws {
        let name =
            context.sidePacket("EXERCISE").isEmpty
            ? nil : try context.sideValue(String.self, "EXERCISE")
        session = try makeSession(name)
        guard !context.sidePacket("TARGET").isEmpty else { return }
        let target = try context.sideValue(Int.self, "TARGET")
        guard Self.targets.contains(target) else {
            throw VisionCalculatorError.number(
                name: "TARGET",
                expected: "from \(Self.targets.lowerBound) to \(Self.targets.upperBound)",
                got: target)
        }
        self.target = target
    }

    mutating func process(_ context: CalculatorContext) throws {
        guard let motion = try context.inputs["MOTION"].value(MotionResult.self),
            let (events, ended) = session?.update(motion.people), let session
        else { return }
        lastTimestamp = context.timestamp
        let outputs = context.outputs
        try outputs["STATUS"].send(
            ExerciseResult(
                definition: session.definition, target: target,
                people: session.statuses.map(ExerciseResult.Person.init)))
        try outputs["EVENTS"].sendIfPresent(ended.flatMap(\.events) + events)
        try outputs["REPORTS"].sendIfPresent(ended.map(\.report))
    }

    mutating func close(_ context: CalculatorContext) throws {
        guard context.runError == nil, let ended = session?.finish(), !ended.isEmpty else { return }
        let end = lastTimestamp.nextAllowedInStream
        let events = ended.flatMap(\.events)
        if !events.isEmpty { try context.outputs["EVENTS"].send(events, at: end) }
        try context.outputs["REPORTS"].send(ended.map(\.report), at: end)
    }

    /// Creates the sessions for the built-in exercise `name`, otherwise for the node's exercise.
    private func makeSession(_ name: String?) throws(VisionCalculatorError) -> PeopleSession {
        guard let source = name.map(ExerciseSource.shipped) ?? source else {
            throw .exerciseMissing(options: ExerciseSource.options)
        }
        var definition = try source.definition()
        if let thresholds {
            let values: PatientThresholds = try ExerciseSource.decode(file: thresholds)
            do throws(ExerciseError) { definition = try values.applied(to: definition) } catch {
                throw .exercise(source: thresholds, error)
            }
        }
        do { return try PeopleSession(definition) } catch {
            throw .exercise(source: source.name, error)
        }
    }
}

/// Everyone's progress in an exercise after one image.
public struct ExerciseResult: Sendable, Hashable {
    /// The exercise.
    public var definition: ExerciseDefinition
    /// The number of repetitions, or the seconds of a hold, to reach; nil if there is none.
    public var target: Int?
    /// The people, in ascending order of id.
    public var people: [Person]

    /// One person's progress.
    public struct Person: Sendable, Hashable {
        /// The id of the person's track.
        public var id: Int
        /// The state of the counters.
        public var status: ExerciseSession.Status

        /// Creates a person's progress.
        public init(id: Int, status: ExerciseSession.Status) {
            self.id = id
            self.status = status
        }
    }

    /// Creates a result.
    public init(definition: ExerciseDefinition, target: Int?, people: [Person]) {
        self.definition = definition
        self.target = target
        self.people = people
    }
}

import LandmarkCommandSupport
import LandmarkCore
import LandmarkMotion
import LandmarkOverlays

/// What a run of `motion` or `exercise` measures.
struct MotionPlan {
    /// The measures that are written.
    let measures: [Measure]
    /// The exercise that is followed; nil for `motion`.
    let exercise: ExerciseDefinition?
    /// The repetitions, or the seconds of a hold, to reach; nil without `--target`.
    let target: Int?
    /// Whether the neutral position is learned while a person stands still.
    let calibrates: Bool

    /// - Throws: `CommandError` for an unknown measure in `--angles`, or a target that the exercise
    ///   cannot have.
    init(_ arguments: Arguments, exercise: ExerciseDefinition? = nil) throws(CommandError) {
        self.exercise = exercise
        target = arguments.integer("--target")
        calibrates = arguments.has("--calibrate")
        if let list = arguments.text("--angles") {
            measures = try Self.measures(list)
            shownMeasures = measures
        } else {
            measures = exercise?.measures ?? Self.all(arguments)
            shownMeasures = exercise?.measures ?? Measure.largeJoints
        }
        if target != nil, case .test = exercise?.kind {
            throw .misplacedOption(
                "--target", use: "repetitions and holds, and \(exercise?.name ?? "") is a test")
        }
    }

    /// The measures that are drawn and shown: with `motion` and without `--angles`, the large joints'
    /// flexion.
    let shownMeasures: [Measure]

    /// Whether a person has reached the target.
    func isReached(_ status: ExerciseSession.Status) -> Bool {
        guard let target else { return false }
        if case .hold = exercise?.kind {
            return max(status.bestHold, status.hold) >= Double(target)
        }
        return status.counters.allSatisfy { $0.count >= target }
    }

    /// All measures that the models of a run can give.
    private static func all(_ arguments: Arguments) -> [Measure] {
        Measure.allCases.filter { measure in
            switch measure {
            case .wristFlexionLeft, .wristFlexionRight: arguments.has("--hands")
            case .neckFlexion, .neckLateral, .neckRotation: arguments.has("--face")
            default: true
            }
        }
    }

    /// Parses names separated by commas: of a measure, as `kneeFlexion.left`, or of both sides, as
    /// `kneeFlexion`.
    private static func measures(_ list: String) throws(CommandError) -> [Measure] {
        var measures: [Measure] = []
        for part in list.split(separator: ",", omittingEmptySubsequences: false) {
            let name = String(part)
            let found =
                Measure(name: name).map { [$0] }
                ?? Measure.pair(named: name).map { [$0.left, $0.right] }
            guard let found else {
                let names = Measure.allCases.map(\.name) + Measure.allCases.map(\.baseName)
                throw .unknownName(
                    name, option: "--angles", nearest: NearestName.of(name, among: names))
            }
            measures += found.filter { !measures.contains($0) }
        }
        return measures
    }
}

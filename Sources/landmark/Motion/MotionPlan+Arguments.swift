import LandmarkCommandSupport
import LandmarkCore
import LandmarkMotion
import LandmarkOverlays
import LandmarkReports

extension MotionPlan {
    /// - Throws: `CommandError` for an unknown measure in `--angles`, or a target that the exercise
    ///   cannot have.
    init(_ arguments: Arguments, exercise: ExerciseDefinition? = nil) throws(CommandError) {
        let named = try arguments.text("--angles").map(Self.measures)
        self.init(
            measures: named ?? exercise?.measures ?? Self.all(arguments),
            shown: named ?? exercise?.measures ?? Measure.largeJoints,
            exercise: exercise, target: arguments.integer("--target"),
            calibrates: arguments.has("--calibrate"))
        if target == nil, arguments.integer("--target") != nil {
            throw .misplacedOption(
                "--target", use: "repetitions and holds, but \(exercise?.name ?? "") is a test")
        }
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

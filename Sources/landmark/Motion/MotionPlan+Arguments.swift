import LandmarkCommandSupport
import LandmarkCore
import LandmarkMotion
import LandmarkOverlays
import LandmarkReports

extension ExerciseDefinition {
    /// The exercise with the thresholds of the file of `--thresholds`, and then with those of
    /// `--top`, `--bottom` or `--own-range`; and what the file changes of it, if there is one.
    ///
    /// - Throws: `CommandError` for a file that cannot be read, or has a mistake, and as
    ///   `withThresholds(_:)`.
    func withPatientThresholds(
        _ arguments: Arguments
    ) throws(CommandError) -> (ExerciseDefinition, StatedThresholds?) {
        guard let path = arguments.text("--thresholds") else {
            return (try withThresholds(arguments), nil)
        }
        let thresholds = try JSONFile.decode(PatientThresholds.self, from: path)
        let changed: ExerciseDefinition
        do throws(ExerciseError) {
            changed = try thresholds.applied(to: self)
        } catch {
            throw .unreadableDefinition(file: path, reason: "\(error)")
        }
        let definition = try changed.withThresholds(arguments)
        // Options have priority over the file, which is not to be blamed for their values.
        let valid = Set(definition.changes(since: self))
        return (
            definition,
            StatedThresholds(
                file: path, note: thresholds.note,
                changes: changed.changes(since: self).filter(valid.contains))
        )
    }

    /// The exercise with the thresholds of `--top`, `--bottom` or `--own-range`.
    ///
    /// - Throws: `CommandError` for an exercise that does not count repetitions, for options that
    ///   exclude each other, and for a bottom on the wrong side of the top.
    private func withThresholds(_ arguments: Arguments) throws(CommandError) -> ExerciseDefinition {
        let ends = ["--top", "--bottom"].filter(arguments.has)
        let isOwn = arguments.has("--own-range")
        guard let option = isOwn ? "--own-range" : ends.first else { return self }
        guard case .repetitions(var rule) = kind else {
            throw .misplacedOption(option, use: "exercises that count repetitions, not \(name)")
        }
        if isOwn {
            if let end = ends.first { throw .misplacedOption(end, use: "fixed thresholds") }
            rule.thresholds = .ownRange(of: rule.signal)
        } else {
            guard case .absolute(var top, var bottom) = rule.thresholds else {
                throw .misplacedOption(option, use: "fixed thresholds")
            }
            top = arguments.number("--top") ?? top
            bottom = arguments.number("--bottom") ?? bottom
            guard rule.isDecreasing ? bottom < top : top < bottom else {
                throw .invalidValue(
                    option: option,
                    expected:
                        "thresholds with the bottom \(rule.isDecreasing ? "below" : "above") the top",
                    got: "top \(top), bottom \(bottom)")
            }
            rule.thresholds = .absolute(top: top, bottom: bottom)
        }
        var changed = self
        changed.kind = .repetitions(rule)
        return changed
    }
}

extension Arguments {
    fileprivate func number(_ name: String) -> Double? { text(name).flatMap { Double($0) } }
}

extension MotionPlan {
    /// - Throws: `CommandError` for an unknown measure in `--angles`, or a target that the exercise
    ///   cannot have.
    init(
        _ arguments: Arguments, exercise: ExerciseDefinition? = nil,
        thresholds: StatedThresholds? = nil
    ) throws(CommandError) {
        let named = try arguments.text("--angles").map(Self.measures)
        self.init(
            measures: named ?? exercise?.measures ?? Self.all(arguments),
            shown: named ?? exercise?.measures ?? Measure.largeJoints,
            exercise: exercise, target: arguments.integer("--target"),
            calibrates: arguments.has("--calibrate"), thresholds: thresholds,
            bodyHeight: arguments.number("--height"))
        if target == nil, arguments.integer("--target") != nil {
            throw .misplacedOption(
                "--target", use: "repetitions and holds, but \(exercise?.name ?? "") is a test")
        }
    }

    /// All measures that need not be named and that the models of a run can give.
    private static func all(_ arguments: Arguments) -> [Measure] {
        Measure.standard.filter { measure in
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

import LandmarkCommandSupport
import LandmarkCore
import LandmarkMotion
import LandmarkOverlays
import LandmarkReports

extension ExerciseDefinition {
    /// The exercise with the thresholds in the file of `--thresholds`, and then with those of `--top`,
    /// `--bottom` or `--own-range`; and the changes, if there are any.
    ///
    /// - Throws: `CommandError` for a file that cannot be read or has a mistake, and as `withThresholds(_:)`
    ///   does.
    func withPatientThresholds(
        _ arguments: Arguments
    ) throws(CommandError) -> (ExerciseDefinition, StatedThresholds?) {
        var (changed, note) = (self, "")
        let path = arguments.text("--thresholds")
        if let path {
            let thresholds = try JSONFile.decode(PatientThresholds.self, from: path)
            note = thresholds.note
            do throws(ExerciseError) { changed = try thresholds.applied(to: self) } catch {
                throw .unreadableDefinition(file: path, reason: "\(error)")
            }
        }
        let definition = try changed.withThresholds(arguments)
        let hasOptions = definition != changed
        guard path != nil || hasOptions else { return (definition, nil) }
        let stated = StatedThresholds(
            file: path, hasOptions: hasOptions, note: note,
            changes: definition.changes(since: self))
        return (definition, stated)
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

    /// All standard measures that the models of a run can give.
    private static func all(_ arguments: Arguments) -> [Measure] {
        Measure.standard.filter { measure in
            switch measure {
            case .wristFlexionLeft, .wristFlexionRight: arguments.has("--hands")
            case .neckFlexion, .neckLateral, .neckRotation: arguments.has("--face")
            default: true
            }
        }
    }

    /// The measures with names separated by commas.
    private static func measures(_ list: String) throws(CommandError) -> [Measure] {
        do throws(UnknownMeasure) {
            return try Measure.named(
                list.split(separator: ",", omittingEmptySubsequences: false).map(String.init))
        } catch {
            throw .unknownName(error.name, option: "--angles", nearest: error.nearest)
        }
    }
}

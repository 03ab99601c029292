import LandmarkCommandSupport
import LandmarkCore
import LandmarkMotion
import LandmarkReports

extension Subcommand {
    static let exercise = Subcommand(
        name: "exercise", summary: "Counts an exercise's repetitions and finds faults",
        synopsis: "NAME|FILE.json INPUT [options]",
        discussion: """
            NAME is one of the exercises that --list prints; FILE.json is a custom definition, for
            which the output of NAME --print is a starting point. INPUT is a video, a folder of
            images (the frames of a video, in name order), a camera such as camera:0, - for raw
            frames on standard input (with --size), or JSON Lines written by landmark pose --raw (a
            file, or - without --size).
            Without --json, --csv, --events, --summary, --overlay or --report, results go to
            standard output as JSON Lines. On a terminal, a camera and live mode show a live view instead; if standard
            error is not a terminal, they print one line per event.
            Someone who does not reach what the exercise needs is counted with --own-range or
            --bottom; a repetition that fails says what it reached and what it needed.
            This is not a medical device. Angles from one camera have errors of 10° to 25°.
            """,
        options: MotionOptions.exercise,
        operands: ExerciseDefinition.all.map(\.name), run: ExerciseCommand.run)
}

/// `landmark exercise`.
private enum ExerciseCommand {
    @Sendable static func run(_ arguments: Arguments) async throws -> ExitCode {
        if arguments.has("--list") { return try list(arguments) }
        guard let name = arguments.inputs.first else { throw CommandError.missingExercise }
        let (plain, file) = try ExerciseDefinition.stated(name)
        let (definition, thresholds) = try plain.withPatientThresholds(arguments)
        let rest = arguments.withoutFirstInput
        if arguments.has("--print") {
            if let extra = rest.inputs.first { throw CommandError.unexpectedArgument(extra) }
            try Console.print(DefinitionText.text(of: definition))
            return .done
        }
        if rest.inputs.count > 1 { throw CommandError.unexpectedArgument(rest.inputs[1]) }
        let inputs = try MotionInputs(rest, command: "exercise")
        let plan = try MotionPlan(rest, exercise: definition, thresholds: thresholds)
        return try await MotionHandler.run(
            rest, inputs, plan, reading: [file, thresholds?.file].compactMap { $0 })
    }

    private static func list(_ arguments: Arguments) throws(CommandError) -> ExitCode {
        if let extra = arguments.inputs.first { throw .unexpectedArgument(extra) }
        let all = ExerciseDefinition.all
        let width = all.map(\.name.count).max() ?? 0
        for exercise in all {
            let gap = String(repeating: " ", count: width - exercise.name.count + 2)
            try Console.print("\(exercise.name)\(gap)\(exercise.title): \(exercise.summary)\n")
        }
        return .done
    }
}

extension ExerciseDefinition {
    /// The shipped exercise with a name, or the one in a file.
    ///
    /// - Returns: The definition, and the path of its file.
    static func stated(
        _ name: String
    ) throws(CommandError) -> (definition: ExerciseDefinition, file: String?) {
        let isFile = name.contains("/") || name.hasSuffix(".json")
        guard isFile else {
            guard let shipped = all.first(where: { $0.name == name }) else {
                throw .unknownExercise(
                    name, nearest: NearestName.of(name, among: all.map(\.name)))
            }
            return (shipped, nil)
        }
        return (try JSONFile.decode(ExerciseDefinition.self, from: name), name)
    }
}

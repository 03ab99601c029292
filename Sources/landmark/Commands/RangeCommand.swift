import LandmarkCommandSupport
import LandmarkCore
import LandmarkMotion
import LandmarkReports

extension Subcommand {
    static let rom = Subcommand(
        name: "rom", summary: "Measures a joint's range of motion, as a goniometer does",
        synopsis: "MOVEMENT INPUT [options]",
        discussion: """
            MOVEMENT is one of the names that --list prints, such as shoulder-abduction. INPUT is a
            video, a folder of images (the frames of a video, in name order), or JSON Lines written
            by landmark pose --raw (a file, or - without --size). At the end, a line for each side
            states the peak and when it was reached, the angle that was kept for half a second, the
            repetitions, where it was measured, and what it may be off by, and a line compares the
            sides.
            Movements are measured in the image if that shows their plane: those of the frontal
            plane from the front or from behind, others from the side.
            This is not a medical device. Angles from one camera have errors of 10° to 25°.
            """,
        options: MotionOptions.range, operands: JointMovement.all.map(\.name), run: run)

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        if arguments.has("--list") { return try list(arguments) }
        guard let name = arguments.inputs.first else { throw CommandError.missingMovement }
        guard let movement = JointMovement(name: name) else {
            throw CommandError.unknownMovement(
                name, nearest: NearestName.of(name, among: JointMovement.all.map(\.name)))
        }
        let rest = arguments.withoutFirstInput
        if rest.inputs.count > 1 { throw CommandError.unexpectedArgument(rest.inputs[1]) }
        if movement.needsHands, !arguments.has("--hands") {
            throw CommandError.neededOption("--hands", reason: "\(name) is measured at the hand")
        }
        let inputs = try MotionInputs(rest, command: "rom")
        if inputs.group.isLive { throw CommandError.misplacedOption("rom", use: "recordings") }
        let plan = MotionPlan(
            measures: movement.measures, shown: movement.measures, movement: movement)
        return try await MotionHandler.run(rest, inputs, plan, reading: [])
    }

    private static func list(_ arguments: Arguments) throws(CommandError) -> ExitCode {
        if let extra = arguments.inputs.first { throw .unexpectedArgument(extra) }
        let width = JointMovement.all.map(\.name.count).max() ?? 0
        for movement in JointMovement.all {
            let gap = String(repeating: " ", count: width - movement.name.count + 2)
            try Console.print(
                "\(movement.name)\(gap)normal to \(movement.normalText)"
                    + " (\(JointMovement.normalSource))\n")
        }
        return .done
    }
}

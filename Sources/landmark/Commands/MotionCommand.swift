import LandmarkCommandSupport
import LandmarkMotion
import LandmarkReports
import LandmarkTasks

extension Subcommand {
    static let motion = Subcommand(
        name: "motion", summary: "Measures joint angles over time", synopsis: "INPUT… [options]",
        discussion: """
            INPUT is a video, a folder of images (the frames of a video, in name order), a camera
            such as camera:0, - for raw frames on standard input (with --size), or JSON Lines
            written by landmark pose --raw (a file, or - without --size), which can be measured
            again without the video. With --calibration, several inputs are cameras that show the
            same person, in the calibration file's order or named after its cameras; their landmarks
            are triangulated.
            --angles takes names separated by commas: kneeFlexion.left, or kneeFlexion for both
            sides. Without --json, --csv, --summary, --trc, --mot, --overlay or --report, results go to
            standard output as JSON Lines. On a terminal, a camera and live mode show a live view instead.
            This is not a medical device. Angles from one camera have errors of 10° to 25°.
            """,
        options: MotionOptions.motion, run: run)

    @Sendable private static func run(_ arguments: Arguments) async throws -> ExitCode {
        let inputs = try MotionInputs(arguments, command: "motion")
        let plan = try MotionPlan(arguments)
        return try await MotionHandler.run(
            arguments, inputs, plan, reading: arguments.texts("--calibration"))
    }
}

extension Option.Value {
    /// A value of a measure in its unit.
    fileprivate static let measure = parsed(
        placeholder: "F", expectation: "a number from -1000 to 1000",
        accepts: { text in Double(text).map { (-1000...1000).contains($0) } ?? false })
}

extension Option.Value {
    /// The height of a body in meters.
    fileprivate static let height = parsed(
        placeholder: "M",
        expectation: "meters from \(heights.lowerBound) to \(heights.upperBound)",
        accepts: { text in Double(text).map(heights.contains) ?? false })
    private static let heights = MotionAnalyzer.Options.bodyHeights

    /// The vertical.
    fileprivate static let up = parsed(
        placeholder: "auto|X,Y,Z", expectation: "auto, or a direction such as 0,-0.94,-0.34",
        accepts: MotionVertical.isValid)
    /// A rule by which a person is chosen.
    fileprivate static let person = parsed(
        placeholder: "WHO",
        expectation: "prominent, largest, center, all, X,Y in fractions of the image, or an id",
        accepts: PersonSelector.Rule.isValid)
}

/// The options of `motion` and `exercise`.
enum MotionOptions {
    static let motion =
        Option.group("Measuring", angles + vertical + fit + calibration + detection)
        + Option.group(
            "Output",
            [json, summary] + [csv("CSV, one line per frame, person and angle")]
                + tables + drawn("the input with the angles drawn on it, as MP4"))
        + input + LandmarkOptions.execution

    static let exercise =
        Option.group("Exercise", exerciseOptions)
        + Option.group("Measuring", angles + vertical + fit + detection)
        + Option.group(
            "Output",
            [json, events, summary] + [csv("CSV, one line per repetition or hold")]
                + drawn("the input with the exercise's state drawn on it, as MP4"))
        + input + LandmarkOptions.execution

    static let range =
        Option.group(
            "Measuring",
            [Option(name: "--list", value: .flag, help: "print the available movements")]
                + vertical + detection.filter { $0.name != "--face" })
        + Option.group(
            "Output",
            [
                Option(
                    name: "--json", value: .text("FILE|-"),
                    help: "JSON, one object per person"),
                Option(
                    name: "--picture", value: .text("FILE"),
                    help: "the frame of the peak with the angle drawn on it: FILE.png or FILE.jpg"),
            ]) + input + LandmarkOptions.execution

    private static let angles = [
        Option(
            name: "--angles", value: .text("LIST"),
            help: "the angles to write, such as kneeFlexion.left,trunk.forward (default: all but"
                + " rotations and the pelvis's translation, or those of the exercise)"),
        Option(
            name: "--height", value: .height,
            help: "the person's height in meters, to scale lengths with (default: as the pose"
                + " model estimates them)"),
        Option(
            name: "--calibrate", value: .flag,
            help: "learn the neutral position while a person stands still for a second, and also"
                + " write corrected angles"),
    ]

    /// How the input is read: the orientation is found.
    private static let input = LandmarkOptions.framesInput.map { option in
        guard option.name == "--orientation" else { return option }
        var found = Option(
            name: option.name, value: option.value,
            help: "where the top of the scene is in the image (default: found; exercises on the"
                + " floor: up)")
        found.group = option.group
        return found
    }

    /// The direction up, for a single camera.
    private static let vertical = [
        Option(
            name: "--up", value: .up,
            help: "the direction up, for a tilted camera: auto estimates it from standing people"
                + " (earlier frames are measured with the default); X,Y,Z in the camera's axes"
                + " (right, down, away) sets it (default 0,-1,0)")
    ]

    private static let fit = [
        Option(
            name: "--fit", value: .flag,
            help: "fit limbs of constant length to the whole recording, for more accurate knees"
                + " from one camera; results come at the end")
    ]

    private static let calibration = [
        Option(
            name: "--calibration", value: .text("FILE"),
            help: "calibration of several cameras (Pose2Sim TOML)")
    ]

    private static let exerciseOptions = [
        Option(
            name: "--target", value: .integer(1...100_000),
            help: "repetitions, on each side if sides are counted separately, or seconds of a"
                + " hold; a live run ends when the target is reached"),
        Option(
            name: "--top", value: .measure,
            help: "where repetitions begin and end, in degrees (or meters), instead of the"
                + " exercise's value"),
        Option(
            name: "--bottom", value: .measure,
            help: "the value that repetitions must reach to count, instead of the exercise's"),
        Option(
            name: "--own-range", value: .flag,
            help: "count from 60 % of the person's own range, which the first two repetitions"
                + " show"),
        Option(
            name: "--thresholds", value: .text("FILE"),
            help: "a JSON file with a person's own thresholds for this and other exercises; the"
                + " options above take priority"),
        Option(name: "--list", value: .flag, help: "print the available exercises"),
        Option(
            name: "--print", value: .flag,
            help: "print the exercise's definition as JSON, as a starting point for a custom one"),
    ]

    private static let detection =
        [
            Option(
                name: "--hands", value: .flag,
                help: "also detect hands; required for wrist angles"),
            Option(
                name: "--face", value: .flag,
                help: "also detect faces; required for neck angles"),
            Option(
                name: "--model", value: .text("PATH|lite|full|heavy"),
                help: "pose model bundle to use (default full)"),
            Option(
                name: "--max", value: .integer(1...100),
                help: "maximum number of people to detect, all of whom are measured without"
                    + " --person (default 1; with --person N or all 4)"),
            Option(
                name: "--person", value: .person,
                help: "which of several people to measure: prominent (the default: tall, near the"
                    + " middle, in front), largest, center, the person at X,Y (fractions of the"
                    + " image), the track with the id N, or all"),
        ] + LandmarkOptions.landmarkers

    private static let json = Option(
        name: "--json", value: .text("FILE|-"), help: "JSON Lines, one object per frame")

    private static let events = Option(
        name: "--events", value: .text("FILE|-"),
        help: "JSON Lines, one object per repetition, fault, hold and phase change")

    private static let summary = Option(
        name: "--summary", value: .text("FILE|-"),
        help: "JSON, one object per person with the session's numbers, for landmark progress")

    private static func csv(_ help: String) -> Option {
        Option(name: "--csv", value: .text("FILE|-"), help: help)
    }

    private static let tables = [
        Option(
            name: "--trc", value: .text("FILE|FOLDER"),
            help: "the 3D landmarks for OpenSim, one file per person"),
        Option(
            name: "--mot", value: .text("FILE|FOLDER"),
            help: "the zero-lag filtered angles for OpenSim, one file per person"),
    ]

    private static func drawn(_ overlay: String) -> [Option] {
        [
            Option(name: "--overlay", value: .text("FILE|FOLDER"), help: overlay),
            LandmarkOptions.lineWidth,
        ] + VideoSettings.options + [
            Option(
                name: "--report", value: .text("FILE|FOLDER"),
                help: "a report page: FILE.html, FILE.png, or both if the name has no suffix")
        ]
    }
}

#if os(Linux)
import DriverMonitoring
import LandmarkCommandSupport
import LandmarkCore
import LandmarkDashboard
import LandmarkLive
import LandmarkMotion
import LandmarkReports
import LandmarkTasks

extension Subcommand {
    static let serve = Subcommand(
        name: "serve", summary: "Shows any task live on a web page",
        synopsis: "[INPUT] --task TASK [options]",
        discussion: """
            INPUT is a video, a folder of images (the frames of a video), a camera such as camera:0,
            or - for standard input: a video, such as Motion JPEG from a camera's program, or raw
            frames with --size. With --browser-camera, the input is the camera of the browser that
            opens the page. TASK is pose, hand, face, holistic, segment, drive, or exercise:NAME, as
            in “landmark exercise NAME|FILE.json”; it can be changed on the page.
            For segment, the page shows the image with the people tinted, or before the --background
            that is given: blur, a color such as #00b140, or an image file.
            By default, only this machine can open the page. With --host, others can too: the page
            then requires the token in the printed link, and is encrypted with --cert and --key or
            with a self-signed certificate, which browsers warn about.
            http://…/metrics has counters for Prometheus; with --record, http://…/history shows the
            recordings.
            """,
        options: ServeOptions.all, run: ServeCommand.run)
}

/// The options of `serve`.
private enum ServeOptions {
    static let all =
        serving + models + detection + DriverPolicyOptions.all + outputs
        + LandmarkOptions.framesInput.filter { $0.name != "--mode" } + LandmarkOptions.execution

    private static let serving = Option.group(
        "Serving",
        [
            Option(
                name: "--task", value: .text("TASK"),
                help: "pose (default), hand, face, holistic, segment, drive or"
                    + " exercise:NAME|FILE.json"),
            Option(
                name: "--browser-camera", value: .flag,
                help: "use the camera of the browser that opens the page as the input"),
            Option(name: "--loop", value: .flag, help: "play a file again when it ends"),
            Option(
                name: "--end-with-input", value: .flag,
                help: "end when the input ends or fails, instead of showing its last image"),
        ] + ServeAddress.options)

    private static let models = Option.group(
        "Detection",
        [
            Option(
                name: "--model", value: .text("PATH|lite|full|heavy|general|landscape"),
                help: "model to use: lite, full or heavy for bodies, general or landscape for"
                    + " segment")
        ] + Option.bodyParts)

    private static let detection = Option.group(
        "Detection",
        [
            Option(
                name: "--max", value: .integer(1...100),
                help: "maximum number of instances to detect (default 1)")
        ] + LandmarkOptions.landmarkers + LandmarkOptions.tracking + [
            Option(
                name: "--background", value: .background,
                help: "background that segment shows behind people, instead of tinting them"),
            Option(
                name: "--target", value: .integer(1...100_000),
                help: "repetitions or seconds to reach, for exercise"),
            Option(
                name: "--thresholds", value: .text("FILE"),
                help: "a JSON file with a person's own thresholds of exercises"),
        ])

    private static let outputs =
        Option.group(
            "Recording",
            [
                Option(
                    name: "--record", value: .text("FILE"),
                    help: "record results and events in a SQLite file; see “sessions”"),
                Option(
                    name: "--record-video", value: .flag,
                    help: "also record images: five per second, at most 640 pixels wide or high"),
                Option(
                    name: "--keep-days", value: .integer(1...100_000),
                    help: "delete what was recorded more than this many days ago"),
                Option(
                    name: "--keep-mb", value: .integer(1...1_000_000),
                    help: "delete the oldest data when the file is larger than this many megabytes"),
            ])
        + Option.group(
            "Publishing",
            [
                Option(
                    name: "--mqtt", value: .text("URL"),
                    help: "publish events and the state to mqtt[s]://[USER@]HOST[:PORT]/TOPIC"),
                Option(
                    name: "--mqtt-ca", value: .text("FILE"),
                    help: "CA certificates to verify the broker with (default: the system's)"),
            ])
}

/// `landmark serve`.
private enum ServeCommand {
    @Sendable static func run(_ arguments: Arguments) async throws -> ExitCode {
        let console = Console(isQuiet: arguments.has("--quiet"))
        let options = try options(arguments, on: console)
        let settings = try settings(options, arguments)
        let input = try input(arguments, on: console)
        let address = try ServeAddress(arguments).options
        let page: LivePage
        do {
            page = try await LivePage(settings, input, options, address) { console.printError($0) }
        } catch is CancellationError {
            return .interrupted
        }
        try Console.print(page.links.map { "\($0)\n" }.joined())
        try page.share.map { try show($0, on: console) }
        console.note("landmark: press Ctrl-C to end")
        try await page.run()
        let counts = page.frames
        console.note(
            "\(counts.received) frames received, \(counts.processed) processed,"
                + " \(counts.dropped) dropped")
        if Interruption.isRequested { return .interrupted }
        guard let problem = page.problem else { return .done }
        console.printError(problem)
        return .failed
    }

    /// Shows the page's code on a terminal, and how to recognize the certificate.
    private static func show(_ share: PageShare, on console: Console) throws(CommandError) {
        if let code = share.code, StandardStream.output.isTerminal {
            try Console.print(code.terminalText)
        }
        if let fingerprint = share.fingerprint {
            console.note("landmark: SHA-256 fingerprint of the certificate: \(fingerprint)")
        }
    }

    private static func settings(
        _ options: LiveOptions, _ arguments: Arguments
    ) throws(CommandError) -> LiveSettings {
        let (task, exercises) = (options.task, options.knownExercises)
        let settings: LiveSettings
        do throws(LiveError) {
            settings = try LiveSettings(task: task, among: exercises)
        } catch {
            switch error {
            case .unknownExercise(let name, let nearest):
                throw .unknownExercise(name, nearest: nearest)
            case .unknownTask(_, let nearest):
                throw .unknownName(task, option: "--task", nearest: nearest)
            default: throw .unknownName(task, option: "--task", nearest: nil)
            }
        }
        if settings.kind == .exercise, arguments.has("--target") {
            // A test has no target.
            _ = try MotionPlan(
                arguments, exercise: exercises.first { $0.name == settings.exercise })
        }
        return settings
    }

    private static func options(
        _ arguments: Arguments, on console: Console
    ) throws(CommandError) -> LiveOptions {
        var options = LiveOptions(task: arguments.text("--task") ?? "pose")
        options.detection = try DetectionSettings(arguments)
        options.speed = arguments.text("--speed-kmh").flatMap { Double($0) }
        options.driver = try DriverOptions(arguments)
        options.target = arguments.integer("--target")
        let file = try options.readExercise()
        options.thresholds = try thresholds(arguments, options.exercises)
        options.background = arguments.text("--background")
        options.onMessage = { console.note("landmark: \($0)") }
        if let path = arguments.text("--record") {
            let others = [
                arguments.backgroundFile, arguments.text("--rules"), arguments.text("--thresholds"),
                file,
            ].compactMap { $0 }
            try InputFiles(arguments.inputs.map { Input($0, arguments) }, and: others, arguments)
                .check(path, for: "--record")
            var recording = LiveRecording(file: path)
            recording.keepsImages = arguments.has("--record-video")
            recording.maxDays = arguments.integer("--keep-days")
            recording.maxBytes = arguments.integer("--keep-mb").map { $0 * 1_000_000 }
            options.recording = recording
        } else {
            for option in ["--record-video", "--keep-days", "--keep-mb"] where arguments.has(option)
            {
                throw .neededOption("--record", reason: "\(option) applies to recordings")
            }
        }
        if let url = arguments.text("--mqtt") {
            var broker = LiveBroker(url: url)
            broker.password = CurrentProcess.environment("LANDMARK_MQTT_PASSWORD")
            broker.authorities = arguments.text("--mqtt-ca")
            options.broker = broker
        } else if arguments.has("--mqtt-ca") {
            throw .neededOption("--mqtt", reason: "--mqtt-ca applies to an MQTT broker")
        }
        return options
    }

    private static func thresholds(
        _ arguments: Arguments, _ exercises: [ExerciseDefinition]
    ) throws(CommandError) -> PatientThresholds? {
        guard let path = arguments.text("--thresholds") else { return nil }
        let thresholds = try JSONFile.decode(PatientThresholds.self, from: path)
        do throws(ExerciseError) {
            try thresholds.validate(with: exercises)
        } catch {
            throw .unreadableDefinition(file: path, reason: "\(error)")
        }
        return thresholds
    }

    private static func input(
        _ arguments: Arguments, on console: Console
    ) throws -> LiveInput {
        if arguments.has("--browser-camera") {
            if let extra = arguments.inputs.first { throw CommandError.unexpectedArgument(extra) }
            if arguments.has("--end-with-input") {
                throw CommandError.misplacedOption(
                    "--end-with-input", use: "cameras, videos and pipes")
            }
            return LiveInput(BrowserCamera())
        }
        guard let input = arguments.inputs.first else {
            throw CommandError.missingStream(command: "serve")
        }
        if arguments.inputs.count > 1 {
            throw CommandError.unexpectedArgument(arguments.inputs[1])
        }
        if case .image(let path) = Input(input, arguments) {
            throw CommandError.imageWithoutFrames(path, command: "serve")
        }
        let inputs = try InputList(arguments, defaultMode: .video)
        guard let group = inputs.groups.first else {
            throw inputs.problems.first ?? CommandError.missingStream(command: "serve")
        }
        var live = try LiveInput(
            group, DetectionSettings(arguments).orientation, repeats: arguments.has("--loop"),
            on: console)
        live.endsRun = arguments.has("--end-with-input")
        return live
    }
}

extension LiveOptions {
    /// Reads the custom definition that the task names, if it names a file.
    ///
    /// - Returns: The path of the file.
    fileprivate mutating func readExercise() throws(CommandError) -> String? {
        let words = task.split(separator: ":", maxSplits: 1).map(String.init)
        guard words.count == 2, words[0] == "exercise" else { return nil }
        let (definition, file) = try ExerciseDefinition.stated(words[1])
        guard let file else { return nil }
        exercises = [definition]
        task = "exercise:\(definition.name)"
        return file
    }
}
#endif

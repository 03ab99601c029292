#if os(Linux)
import LandmarkCommandSupport
import LandmarkCore
import LandmarkDashboard
import LandmarkMotion
import LandmarkTasks

extension Subcommand {
    static let serve = Subcommand(
        name: "serve", summary: "Shows any task live on a page in the browser",
        synopsis: "[INPUT] --task TASK [options]",
        discussion: """
            INPUT is a video, a folder of images as the frames of a video, a camera such as camera:0,
            or - for raw frames on standard input. With --browser-camera the browser that opens the
            page is the camera. TASK is pose, hand, face, drive, or exercise:NAME with a name that
            “landmark exercise --list” prints; the page can change it.
            The page is for this machine only. With --host it is for others, too: then it needs the
            token in the link that is printed, and is encrypted, with --cert and --key or with a
            certificate of its own, which browsers warn of.
            http://…/metrics has counts for Prometheus, and with --record, http://…/history shows what
            was recorded.
            """,
        options: ServeOptions.all, run: ServeCommand.run)
}

/// The options of `serve`.
private enum ServeOptions {
    static let all =
        Option.group(
            "Serving",
            [
                Option(
                    name: "--task", value: .text("TASK"),
                    help: "pose (default), hand, face, drive or exercise:NAME"),
                Option(
                    name: "--browser-camera", value: .flag,
                    help: "the camera of the browser that opens the page is the input"),
                Option(name: "--loop", value: .flag, help: "a file begins again at its end"),
            ] + ServeAddress.options)
        + Option.group(
            "Detection",
            [
                Option(
                    name: "--model", value: .text("PATH|lite|full|heavy"),
                    help: "model bundle to use"),
                Option(
                    name: "--max", value: .integer(1...100),
                    help: "maximum number of instances to detect (default 1)"),
            ] + LandmarkOptions.confidences + [
                Option(
                    name: "--smoothing", value: .smoothing,
                    help: "off, mediapipe (default), one-euro or one-euro:MINCUTOFF,BETA"),
                Option(
                    name: "--speed-kmh", value: .speed, help: "vehicle speed, with drive"),
                Option(
                    name: "--target", value: .integer(1...100_000),
                    help: "repetitions or seconds to reach, with exercise"),
            ])
        + LiveOutputs.options
        + LandmarkOptions.framesInput.filter { $0.name != "--mode" } + LandmarkOptions.execution
}

/// `landmark serve`.
private enum ServeCommand {
    @Sendable static func run(_ arguments: Arguments) async throws -> ExitCode {
        let console = Console(isQuiet: arguments.has("--quiet"))
        let settings = try LiveSettings(task: arguments.text("--task") ?? "pose")
        let input = try self.input(arguments, on: console)
        let options = try ServeAddress(arguments).options
        let task = try settings.makeTask(arguments)
        guard let source = try await input.open(isRepeated: false) else { return .interrupted }
        let problems = LiveProblems()
        let outputs = try LiveOutputs(arguments, on: console, problems)
        let run = LiveRun(
            settings, input, arguments, observers: outputs.observers, problems, on: console)
        let dashboard = try Dashboard(options, handlers(run, input, outputs.history))
        let share = PageShare(dashboard, options)
        run.setShare(share)
        run.show(on: dashboard)
        input.camera?.setDamageHandler { [weak dashboard] number in
            guard let owner = input.camera?.owner else { return }
            dashboard?.answer(
                LiveFrame(number: number, capture: .now, json: Array("{}".utf8), jpeg: []),
                to: owner)
        }
        try Console.print(dashboard.links.map { "\($0)\n" }.joined())
        try share?.show(on: console)
        console.note("landmark: press Ctrl-C to end")
        await run.run(task, source)
        dashboard.stop()
        try outputs.finish()
        let counts = run.counts
        console.note(
            "\(counts.received) frames received, \(counts.processed) processed,"
                + " \(counts.dropped) dropped")
        return Interruption.isRequested ? .interrupted : .done
    }

    private static func input(
        _ arguments: Arguments, on console: Console
    ) throws -> LiveInput {
        if arguments.has("--browser-camera") {
            if let extra = arguments.inputs.first { throw CommandError.unexpectedArgument(extra) }
            return LiveInput(BrowserCamera(), on: console)
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
        return LiveInput(
            group, arguments.text("--orientation").flatMap(Orientation.init) ?? .up,
            repeats: arguments.has("--loop"), on: console)
    }

    private static func handlers(
        _ run: LiveRun, _ input: LiveInput, _ history: SessionsSource?
    ) -> DashboardHandlers {
        var handlers = DashboardHandlers()
        handlers.greeting = { _ in run.greeting(hasHistory: history != nil) }
        handlers.history = history?.answer
        handlers.text = { _, text in
            guard let request = PageRequest(text) else { return }
            request.apply(to: run.control)
        }
        handlers.image = { browser, number, jpeg in
            if input.camera?.add(jpeg, number: number, from: browser) != true {
                run.refuseCamera(of: browser)
            }
        }
        handlers.closed = { input.camera?.remove($0) }
        handlers.metrics = { ServeMetrics.text(run, input) }
        return handlers
    }
}
#endif

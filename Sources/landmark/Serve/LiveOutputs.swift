#if os(Linux)
import LandmarkCommandSupport
import LandmarkCore
import LandmarkDashboard
import LandmarkHistory

/// Where a live run's results go beside the page: a recording, and a broker.
struct LiveOutputs {
    private let recorder: HistoryRecorder?
    private let images: ImageRecorder?
    private let publisher: MQTTPublisher?
    /// The recording; nil without one.
    let history: SessionsSource?

    static let options =
        Option.group(
            "Recording",
            [
                Option(
                    name: "--record", value: .text("FILE"),
                    help: "keep results and events in a SQLite file; see “sessions”"),
                Option(
                    name: "--record-video", value: .flag,
                    help: "keep images, too: five a second, at most 640 pixels wide or high"),
                Option(
                    name: "--keep-days", value: .integer(1...100_000),
                    help: "delete recorded sessions that are older"),
                Option(
                    name: "--keep-mb", value: .integer(1...1_000_000),
                    help: "delete the oldest sessions when the file has more megabytes"),
            ])
        + Option.group(
            "Publishing",
            [
                Option(
                    name: "--mqtt", value: .text("URL"),
                    help: "publish events and the state to mqtt[s]://[USER@]HOST[:PORT]/TOPIC"),
                Option(
                    name: "--mqtt-ca", value: .text("FILE"),
                    help: "certificates that vouch for the broker (default the system's)"),
            ])

    /// The images a second of `--record-video`.
    private static let imageRate = 5

    /// Opens the files, and begins to connect.
    ///
    /// - Parameter problems: Where problems are noted, beside the console.
    /// - Throws: `CommandError`, `HistoryError` or `MQTTError`.
    init(_ arguments: Arguments, on console: Console, _ problems: LiveProblems) throws {
        let recorder = try Self.recorder(arguments, on: console, problems)
        self.recorder = recorder
        images =
            arguments.has("--record-video")
            ? recorder.map { ImageRecorder($0, rate: Self.imageRate) } : nil
        history = arguments.text("--record").flatMap { path in
            recorder.map { recorder in
                SessionsSource(path, isLive: true) { recorder.isRecording }
            }
        }
        publisher = try Self.publisher(arguments, on: console, problems)
    }

    var observers: [any LiveObserver] {
        var observers: [any LiveObserver] = []
        if let recorder {
            observers.append(HistoryObserver(recorder: recorder, images: images))
        }
        if let publisher { observers.append(FleetObserver(publisher)) }
        return observers
    }

    /// Completes everything.
    ///
    /// - Throws: `HistoryError` if the recording cannot be completed.
    func finish() throws {
        publisher?.stop()
        try recorder?.finish()
    }

    private static func recorder(
        _ arguments: Arguments, on console: Console, _ problems: LiveProblems
    ) throws -> HistoryRecorder? {
        guard let path = arguments.text("--record") else {
            for option in ["--record-video", "--keep-days", "--keep-mb"] where arguments.has(option)
            {
                throw CommandError.neededOption("--record", reason: "\(option) is for recordings")
            }
            return nil
        }
        try InputFiles(arguments.inputs.map { Input($0, arguments) }, arguments)
            .check(path, for: "--record")
        let limits = HistoryLimits(
            days: arguments.integer("--keep-days"),
            bytes: arguments.integer("--keep-mb").map { $0 * 1_000_000 })
        return try HistoryRecorder(path, limits: limits) { problem in
            console.note(
                problem.map { "landmark: recording waits: \($0)" }
                    ?? "landmark: recording goes on")
            problems.set(problem.map { LiveProblem($0, at: path) }, of: .recording)
        }
    }

    private static func publisher(
        _ arguments: Arguments, on console: Console, _ problems: LiveProblems
    ) throws -> MQTTPublisher? {
        guard let text = arguments.text("--mqtt") else {
            if arguments.has("--mqtt-ca") {
                throw CommandError.neededOption("--mqtt", reason: "--mqtt-ca is for a broker")
            }
            return nil
        }
        let address = try MQTTAddress(
            text, password: CurrentProcess.environment("LANDMARK_MQTT_PASSWORD"))
        let name = address.prefix.replacing("/", with: "-")
        let folder = ServeAddress.folder
        try FileSystem.makePrivateFolder(folder)
        return try MQTTPublisher(
            address, client: "landmark-\(name)",
            outbox: Path.join(folder, "mqtt-\(address.host)-\(address.port)-\(name).sqlite"),
            authorities: arguments.text("--mqtt-ca"),
            announcements: HomeAssistant.announcements(name, prefix: address.prefix)
        ) { problem in
            console.note(
                problem.map { "landmark: publishing waits: \($0)" }
                    ?? "landmark: publishing to \(address.host)")
            problems.set(problem.map(LiveProblem.init(publishing:)), of: .publishing)
        }
    }
}
#endif

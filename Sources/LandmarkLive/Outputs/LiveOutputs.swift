#if os(Linux)
import LandmarkCore
import LandmarkDashboard
import LandmarkHistory

/// The destinations of a live run's results other than the page: a recording and a broker.
struct LiveOutputs {
    private let recorder: HistoryRecorder?
    private let images: ImageRecorder?
    private let publisher: MQTTPublisher?
    /// The recording; nil without one.
    let history: SessionsSource?

    /// The images per second of a recording.
    private static let imageRate = 5

    /// Opens the files and begins to connect.
    ///
    /// - Parameter problems: Where problems are noted; they are reported, too.
    /// - Throws: `HistoryError` or `MQTTError`.
    init(_ options: LiveOptions, _ problems: LiveProblems) throws {
        let report = options.onMessage ?? { _ in }
        let recorder = try options.recording.map { recording in
            let limits = HistoryLimits(days: recording.maxDays, bytes: recording.maxBytes)
            return try HistoryRecorder(recording.file, limits: limits) { problem in
                report(problem.map { "recording is waiting: \($0)" } ?? "recording continues")
                problems.set(problem.map { LiveProblem($0, at: recording.file) }, of: .recording)
            }
        }
        self.recorder = recorder
        images =
            options.recording?.keepsImages == true
            ? recorder.map { ImageRecorder($0, rate: Self.imageRate) } : nil
        history = options.recording.flatMap { recording in
            recorder.map { recorder in
                SessionsSource(recording.file, isLive: true) { recorder.isRecording }
            }
        }
        publisher = try options.broker.map { try Self.publisher($0, problems, report) }
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

    private static func publisher(
        _ broker: LiveBroker, _ problems: LiveProblems,
        _ report: @escaping @Sendable (String) -> Void
    ) throws -> MQTTPublisher {
        let address = try MQTTAddress(broker.url, password: broker.password)
        let name = address.prefix.replacing("/", with: "-")
        let folder = LiveAddress.folder
        try FileSystem.makePrivateFolder(folder)
        return try MQTTPublisher(
            address, client: "landmark-\(name)",
            outbox: Path.join(folder, "mqtt-\(address.host)-\(address.port)-\(name).sqlite"),
            authorities: broker.authorities,
            announcements: HomeAssistant.announcements(name, prefix: address.prefix)
        ) { problem in
            report(
                problem.map { "publishing is waiting: \($0)" } ?? "publishing to \(address.host)")
            problems.set(problem.map(LiveProblem.init(publishing:)), of: .publishing)
        }
    }
}
#endif

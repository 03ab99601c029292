#if os(Linux)
import LandmarkCommandSupport
import LandmarkDashboard
import LandmarkCore

/// Where `serve` listens, and what it asks of those who come.
struct ServeAddress {
    /// The options on the command line.
    static let options = [
        Option(
            name: "--port", value: .integer(0...65_535),
            help: "port to listen on, 0 for any that is free (default 8765)"),
        Option(
            name: "--host", value: .text("ADDRESS"),
            help: "address or name to listen on (default localhost: 127.0.0.1 and ::1)"),
        Option(
            name: "--name", value: .text("NAME"),
            help: "a further name under which browsers reach this machine", repeats: true),
        Option(
            name: "--cert", value: .text("FILE"), help: "certificate for TLS, as PEM"),
        Option(name: "--key", value: .text("FILE"), help: "its key, as PEM"),
    ]

    /// What the server is started with.
    let options: DashboardOptions

    /// - Throws: `CommandError`, or `DashboardError` when no certificate can be made.
    init(_ arguments: Arguments) throws {
        var options = DashboardOptions()
        if let port = arguments.integer("--port") { options.port = port }
        if let host = arguments.text("--host") { try options.setHost(host) }
        options.names = Set(arguments.texts("--name"))
        if let certificate = arguments.text("--cert") {
            guard let key = arguments.text("--key") else {
                throw CommandError.neededOption("--key FILE", reason: "--cert has a key")
            }
            options.tls = .init(certificate: certificate, key: key)
        } else if arguments.has("--key") {
            throw CommandError.neededOption("--cert FILE", reason: "--key is that of a certificate")
        }
        if !options.isLocal {
            options.token = AccessToken()
            if options.tls == nil {
                options.tls = try OwnCertificate.files(in: Self.folder, for: options.host)
            }
        }
        try options.check()
        self.options = options
    }

    /// The user's data folder.
    static var folder: String {
        let data =
            CurrentProcess.environment("XDG_DATA_HOME")
            ?? Path.join(CurrentProcess.environment("HOME") ?? "/", ".local/share")
        return Path.join(data, "landmarkkit")
    }
}

/// The counts of a run in Prometheus' text format.
enum ServeMetrics {
    static func text(_ run: LiveRun, _ input: LiveInput) -> String {
        let counts = run.counts
        var text = ""
        func add(_ name: String, _ help: String, _ value: Int) {
            text += "# HELP landmark_\(name) \(help)\n# TYPE landmark_\(name) counter\n"
            text += "landmark_\(name) \(value)\n"
        }
        add("frames_received_total", "Frames that came from the input.", counts.received)
        add("frames_processed_total", "Frames that the task processed.", counts.processed)
        add(
            "frames_dropped_total", "Frames that newer ones replaced before they were processed.",
            counts.dropped)
        if let camera = input.camera {
            add(
                "images_damaged_total", "Images of a browser that could not be decoded.",
                camera.counts.damaged)
        }
        text += "# HELP landmark_events_total Events by kind.\n"
        text += "# TYPE landmark_events_total counter\n"
        for (name, count) in counts.alerts.sorted(by: { $0.key < $1.key }) {
            text += "landmark_events_total{kind=\"\(name)\"} \(count)\n"
        }
        return text
    }
}
#endif

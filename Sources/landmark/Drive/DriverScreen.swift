import DriverMonitoring
import LandmarkCommandSupport
import LandmarkCore
import LandmarkReports
import LandmarkSystem
import LandmarkTasks

/// What `drive` shows on standard error.
struct DriverScreen {
    enum Kind {
        /// The line of progress, as for `hand`, `pose` and `face`.
        case progress
        /// The driver's state in a few lines that are rewritten.
        case view
        /// A line for each event.
        case lines
    }

    let kind: Kind
    private let console: Console
    private var view: DriverView
    private var lastUpdate: ContinuousClock.Instant?

    init(_ kind: Kind, on console: Console) {
        self.kind = kind
        self.console = console
        view = DriverView(usesColor: CurrentProcess.environment("NO_COLOR") == nil)
    }

    /// Shows the result of a frame. The view is updated at most ten times a second: a terminal may
    /// be slower than detection.
    mutating func show(_ result: DriverResult, _ events: [DriverEventRecord]) {
        switch kind {
        case .progress: break
        case .lines:
            for event in events { console.note(event.sentence) }
        case .view:
            view.add(events)
            let now = ContinuousClock.now
            if let lastUpdate, now - lastUpdate < .milliseconds(100) { return }
            lastUpdate = now
            let (columns, rows) = StandardStream.error.terminalSize ?? (80, 24)
            console.showLines(view.lines(for: result, columns: columns, rows: rows))
        }
    }
}

/// What `drive` shows on standard error, and whether JSON goes to standard output.
struct ScreenPlan {
    let kind: DriverScreen.Kind
    /// The file for JSON, `-` for standard output; nil for none.
    let jsonPath: String?

    init(_ arguments: Arguments, _ group: InputGroup, _ console: Console) {
        let isLive = group.mode == .liveStream || !group.main.isRecorded
        let hasOutputs = OutputSinks<DriveRecord>.driveOptions.contains(where: arguments.has)
        let json = arguments.text("--json")
        if !isLive {
            kind = .progress
            jsonPath = json ?? (hasOutputs ? nil : "-")
        } else if !StandardStream.error.isTerminal {
            kind = .lines
            jsonPath = json ?? (hasOutputs ? nil : "-")
        } else {
            // On the same terminal, lines of JSON would break up the view.
            let outputIsTerminal = StandardStream.output.isTerminal
            jsonPath = json ?? (hasOutputs || outputIsTerminal ? nil : "-")
            let sharesTerminal =
                outputIsTerminal && (jsonPath == "-" || arguments.text("--events") == "-")
            kind = console.showsProgress && !sharesTerminal ? .view : .lines
        }
    }
}

extension DriverEventRecord {
    /// The event as a line of text.
    var sentence: String {
        let time = TimeText.clock(Double(event.start.milliseconds), places: 2)
        let duration = TimeText.duration(event.duration * 1000)
        let name = event.levels.map { "LEVEL \($0.from.rawValue) → \($0.to.rawValue)" }
        var text = "\(time)  \(name ?? event.kind.rawValue)"
        if event.levels == nil { text += "  \(duration)\(phase == .fired ? ", ongoing" : "")" }
        if phase == .ended { text += ", over" }
        return event.reason.map { "\(text)  (\($0.displayName))" } ?? text
    }
}

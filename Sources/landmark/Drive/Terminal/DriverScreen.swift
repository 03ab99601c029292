import DriverMonitoring
import LandmarkCommandSupport
import LandmarkCore
import LandmarkReports
import LandmarkSystem
import LandmarkTasks

/// What standard error shows while a driver is watched.
struct DriverScreen {
    /// How it is shown.
    enum Kind {
        /// The work's progress, as for landmarks.
        case progress
        /// A few lines that are written anew.
        case view
        /// A line for each event.
        case lines
    }

    private let kind: Kind
    private let console: Console
    private var progress: Progress
    private var view: DriverView
    private var shown: ContinuousClock.Instant?

    init(_ kind: Kind, on console: Console) {
        self.kind = kind
        self.console = console
        progress = Progress(on: console)
        view = DriverView(usesColor: CurrentProcess.environment("NO_COLOR") == nil)
    }

    /// Shows a frame's result, ten times a second at most: a terminal may be slower than the work.
    mutating func show(_ result: DriverResult, _ told: [DriverEventRecord]) {
        switch kind {
        case .progress: break
        case .lines:
            for line in told { console.note(line.sentence) }
        case .view:
            view.note(told)
            let now = ContinuousClock.now
            if let shown, now - shown < .milliseconds(100) { return }
            shown = now
            let (columns, rows) = StandardStream.error.terminalSize ?? (80, 24)
            console.showLines(view.lines(for: result, columns: columns, rows: rows))
        }
    }

    /// Shows how far the work is.
    mutating func showProgress(_ done: Int, of total: Int?, since duration: Duration) {
        guard case .progress = kind else { return }
        progress.show(done, of: total, unit: "frames", since: duration)
    }
}

/// What is shown where, by what there is to show and who watches.
struct ScreenPlan {
    let kind: DriverScreen.Kind
    /// Where JSON goes; nil for nowhere.
    let jsonPath: String?

    init(_ arguments: Arguments, _ stream: FrameStream, _ console: Console) {
        let isLive = stream.mode == .liveStream || !stream.isRecorded
        let isNamed = DriveOutputs.options.contains(where: arguments.has)
        let named = arguments.text("--json")
        if !isLive {
            kind = .progress
            jsonPath = named ?? (isNamed ? nil : "-")
        } else if !StandardStream.error.isTerminal {
            kind = .lines
            jsonPath = named ?? (isNamed ? nil : "-")
        } else {
            // Lines of JSON would run through the view.
            let jsonPath = named ?? (isNamed || StandardStream.output.isTerminal ? nil : "-")
            let isSpoilt =
                StandardStream.output.isTerminal
                && (jsonPath == "-" || arguments.text("--events") == "-")
            self.jsonPath = jsonPath
            kind = console.showsProgress && !isSpoilt ? .view : .lines
        }
    }
}

extension DriverEventRecord {
    /// The event in a line of text.
    var sentence: String {
        let time = TimeText.clock(Double(event.start.milliseconds), places: 2)
        let length = TimeText.duration(event.duration * 1000)
        let name = event.levels.map { "LEVEL \($0.from.rawValue) → \($0.to.rawValue)" }
        var text = "\(time)  \(name ?? event.kind.rawValue)"
        if event.levels == nil { text += "  \(length)\(phase == .fired ? ", goes on" : "")" }
        if phase == .ended { text += ", over" }
        return event.reason.map { "\(text)  (\($0.displayName))" } ?? text
    }
}

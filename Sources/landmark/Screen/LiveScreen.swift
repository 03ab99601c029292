import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkTasks

/// The output of `drive`, `motion` and `exercise` on standard error.
struct LiveScreen {
    enum Kind {
        /// The line of progress, as for `hand`, `pose` and `face`.
        case progress
        /// The state in a few lines that are rewritten.
        case view
        /// A line for each event.
        case lines
    }

    /// Whether to use colors on a terminal.
    static var usesColor: Bool { CurrentProcess.environment("NO_COLOR") == nil }

    let kind: Kind
    private let console: Console
    private var lastUpdate: MonotonicTime?

    init(_ kind: Kind, on console: Console) {
        self.kind = kind
        self.console = console
    }

    /// Shows a frame. The view is updated at most ten times a second: a terminal may be slower than
    /// detection.
    ///
    /// - Parameters:
    ///   - events: The events of the frame, for a screen of lines.
    ///   - view: Returns the lines of the view for a terminal's columns and rows.
    mutating func show(events: [String], view: (_ columns: Int, _ rows: Int) -> [String]) {
        switch kind {
        case .progress: break
        case .lines:
            for event in events { console.note(event) }
        case .view:
            if let lastUpdate, lastUpdate.elapsedSeconds < 0.1 { return }
            lastUpdate = .now
            let (columns, rows) = StandardStream.error.terminalSize ?? (80, 24)
            console.showLines(view(columns, rows))
        }
    }
}

/// What is shown on standard error, and whether JSON goes to standard output.
struct ScreenPlan {
    let kind: LiveScreen.Kind
    /// The file for JSON, `-` for standard output; nil for none.
    let jsonPath: String?

    /// - Parameters:
    ///   - outputs: The options that name outputs; without any of them, JSON goes to standard
    ///     output unless a view is shown on the same terminal.
    ///   - isLive: Whether frames come in real time.
    init(
        _ arguments: Arguments, isLive: Bool, outputs: [String], on console: Console
    ) {
        let hasOutputs = outputs.contains(where: arguments.has)
        let json = arguments.text("--json")
        if !isLive {
            kind = .progress
            jsonPath = json ?? (hasOutputs ? nil : "-")
        } else if !StandardStream.error.isTerminal {
            kind = .lines
            jsonPath = json ?? (hasOutputs ? nil : "-")
        } else {
            // On the same terminal, lines of text would disrupt the view.
            let outputIsTerminal = StandardStream.output.isTerminal
            jsonPath = json ?? (hasOutputs || outputIsTerminal ? nil : "-")
            let sharesTerminal =
                outputIsTerminal
                && (jsonPath == "-" || outputs.contains { arguments.text($0) == "-" })
            kind = console.showsProgress && !sharesTerminal ? .view : .lines
        }
    }
}

extension InputGroup {
    /// Whether frames come in real time.
    var isLive: Bool { mode == .liveStream || !main.isRecorded }
}

#if os(Linux)
import LandmarkCommandSupport
import LandmarkCore
import LandmarkDashboard
import LandmarkHistory
import LandmarkLive

extension Subcommand {
    static let sessions = Subcommand(
        name: "sessions", summary: "Shows, exports or deletes recordings of “serve --record”",
        synopsis:
            "list FILE | show FILE ID | serve FILE | export FILE ID | delete FILE ID… [options]",
        discussion: """
            list prints the sessions of a recording, newest first: number, date, duration in
            seconds, task, frames, events and input. show prints one session with its events. serve
            shows all sessions on a web page, as “landmark serve” does while it records. export
            writes every frame to --json, to --csv, or to standard output as JSON Lines, and the
            report on a drive or an exercise to --report. delete removes sessions and frees their
            space.
            """,
        options: [
            Option(name: "--json", value: .text("FILE|-"), help: "frames and events as JSON Lines"),
            Option(
                name: "--csv", value: .text("FILE|-"),
                help: "one row per landmark; for drive and exercise, one per frame"),
            Option(
                name: "--report", value: .text("FILE|-"),
                help: "the report as HTML; for drive and exercise only"),
        ] + Option.group("Serving", ServeAddress.options),
        operands: SessionsCommand.verbs, run: SessionsCommand.run)
}

/// `landmark sessions`.
private enum SessionsCommand {
    static let verbs = ["list", "show", "serve", "export", "delete"]

    @Sendable static func run(_ arguments: Arguments) async throws -> ExitCode {
        let inputs = arguments.inputs
        guard let verb = inputs.first else {
            throw CommandError.missingValue(
                option: "sessions", placeholder: verbs.joined(separator: "|"))
        }
        guard verbs.contains(verb) else {
            throw CommandError.invalidValue(
                option: "sessions", expected: "list, show, serve, export or delete", got: verb)
        }
        for option in ["--json", "--csv", "--report"]
        where verb != "export" && arguments.has(option) {
            throw CommandError.misplacedOption(option, use: "sessions export")
        }
        for option in ServeAddress.options where verb != "serve" && arguments.has(option.name) {
            throw CommandError.misplacedOption(option.name, use: "sessions serve")
        }
        guard inputs.count > 1 else {
            throw CommandError.missingValue(option: "sessions \(verb)", placeholder: "FILE")
        }
        let ids = try inputs.dropFirst(2).map(Self.id)
        let needsNone = verb == "list" || verb == "serve"
        guard needsNone == ids.isEmpty else {
            guard needsNone else {
                throw CommandError.missingValue(option: "sessions \(verb)", placeholder: "ID")
            }
            throw CommandError.unexpectedArgument(inputs[2])
        }
        if verb != "delete", ids.count > 1 { throw CommandError.unexpectedArgument(inputs[3]) }
        let file = try HistoryFile(inputs[1])
        switch verb {
        case "list": for session in try file.sessions() { try Console.print(line(session)) }
        case "show": try show(ids[0], of: file)
        case "serve": return try await serve(file, arguments)
        case "export": return try export(ids[0], of: file, arguments)
        default:
            // Unless all of them exist, none is deleted.
            for id in ids { _ = try file.session(id) }
            for id in Set(ids).sorted() { try file.delete(id) }
        }
        return .done
    }

    private static func id(_ text: String) throws(CommandError) -> Int {
        guard let id = Int(text), id > 0 else {
            throw .invalidValue(option: "ID", expected: "a session's number", got: text)
        }
        return id
    }

    private static func line(_ session: HistorySession) -> String {
        let fields = [
            "\(session.id)", date(session.began),
            session.span.map { String(Double($0.upperBound - $0.lowerBound) / 1000, places: 1) }
                ?? "-",
            session.head.task, "\(session.frames)", "\(session.events)", session.head.input,
        ]
        return fields.joined(separator: "\t") + "\n"
    }

    private static func date(_ milliseconds: Int) -> String {
        ReportDate.text(at: milliseconds / 1000) ?? "-"
    }

    private static func show(_ id: Int, of file: HistoryFile) throws {
        let session = try file.session(id)
        var lines = [
            "session   \(session.id)",
            "task      \(session.head.task)",
            "input     \(session.head.input)",
            "began     \(date(session.began))",
            "ended     \(session.ended.map(date) ?? "not properly, or still running")",
            "program   landmark \(session.head.program)",
            "settings  \(session.head.settings)",
            "frames    \(session.frames), \(session.bytes) bytes",
            "events    \(session.events)",
        ]
        for (count, what) in [(session.lost, "frames"), (session.lostImages, "images")]
        where count > 0 {
            lines.append("lost      \(count) \(what)")
        }
        try Console.print(lines.joined(separator: "\n") + "\n")
        for event in try file.events(of: id) {
            let time = String(Double(event.time) / 1000, places: 2)
            try Console.print("\(time)\t\(event.sentence)\n")
        }
    }

    /// Shows the sessions on a page until the program is interrupted.
    private static func serve(
        _ file: HistoryFile, _ arguments: Arguments
    ) async throws -> ExitCode {
        var handlers = DashboardHandlers()
        handlers.isLive = false
        handlers.history = SessionsSource(file.path, isLive: false).answer
        let dashboard = try Dashboard(try ServeAddress(arguments).options, handlers)
        try Console.print(dashboard.links.map { "\($0)\n" }.joined())
        Console(isQuiet: arguments.has("--quiet")).note("landmark: press Ctrl-C to end")
        Interruption.watch()
        // An interruption cancels the task, which ends the sleep.
        while !Task.isCancelled { try? await Task.sleep(nanoseconds: 3_600_000_000_000) }
        dashboard.stop()
        return .interrupted
    }

    private static func export(
        _ id: Int, of file: HistoryFile, _ arguments: Arguments
    ) throws -> ExitCode {
        let session = try file.session(id)
        let (csv, report) = (arguments.text("--csv"), arguments.text("--report"))
        let json = arguments.text("--json") ?? (csv == nil && report == nil ? "-" : nil)
        try OutputPaths([("--json", json), ("--csv", csv), ("--report", report)])
            .check(for: InputFiles([], and: [file.path], arguments))
        let export = SessionExport(session, of: file)
        if let json { try write(to: json, export.writeJSON) }
        if let csv { try write(to: csv, export.writeCSV) }
        if let report {
            guard let html = try file.report(of: id) else {
                throw SessionError.noReport(session: id, task: session.head.task)
            }
            try write(to: report) { try $0(html) }
        }
        return Interruption.isRequested ? .interrupted : .done
    }

    private static func write(
        to path: String, _ body: (_ write: ([UInt8]) throws -> Void) throws -> Void
    ) throws {
        let output = try OutputFile(path)
        try body { try output.write($0) }
        try output.close()
    }
}

/// The error for data that a session does not have.
private enum SessionError: LandmarkError {
    case noReport(session: Int, task: String)

    var description: String {
        switch self {
        case .noReport(let session, let task):
            "session \(session) has no report: only drive and exercise have reports, and this is"
                + " \(task)"
        }
    }
}
#endif

#if os(Linux)
import LandmarkCommandSupport
import LandmarkCore
import LandmarkHistory
import LandmarkSystem

extension Subcommand {
    static let sessions = Subcommand(
        name: "sessions", summary: "Lists, exports or deletes recordings of “serve --record”",
        synopsis: "list FILE | show FILE ID | export FILE ID | delete FILE ID… [options]",
        discussion: """
            list prints the sessions of a recording, the newest first: number, date, duration in
            seconds, task, frames, events and input. show prints one with its events. export writes
            every frame, to --json, to --csv, or to standard output as JSON Lines. delete removes
            sessions, and gives their room back.
            """,
        options: [
            Option(name: "--json", value: .text("FILE|-"), help: "frames and events as JSON Lines"),
            Option(
                name: "--csv", value: .text("FILE|-"),
                help: "one row per landmark; of drive and exercise, one per frame"),
        ],
        operands: ["list", "show", "export", "delete"], run: SessionsCommand.run)
}

/// `landmark sessions`.
private enum SessionsCommand {
    @Sendable static func run(_ arguments: Arguments) throws -> ExitCode {
        let inputs = arguments.inputs
        let verbs = ["list", "show", "export", "delete"]
        guard let verb = inputs.first else {
            throw CommandError.missingValue(
                option: "sessions", placeholder: verbs.joined(separator: "|"))
        }
        guard verbs.contains(verb) else {
            throw CommandError.invalidValue(
                option: "sessions", expected: "list, show, export or delete", got: verb)
        }
        for option in ["--json", "--csv"] where verb != "export" && arguments.has(option) {
            throw CommandError.misplacedOption(option, use: "sessions export")
        }
        guard inputs.count > 1 else {
            throw CommandError.missingValue(option: "sessions \(verb)", placeholder: "FILE")
        }
        let ids = try inputs.dropFirst(2).map(Self.id)
        guard (verb == "list") == ids.isEmpty else {
            guard verb == "list" else {
                throw CommandError.missingValue(option: "sessions \(verb)", placeholder: "ID")
            }
            throw CommandError.unexpectedArgument(inputs[2])
        }
        if verb != "delete", ids.count > 1 { throw CommandError.unexpectedArgument(inputs[3]) }
        let file = try HistoryFile(inputs[1])
        switch verb {
        case "list": for session in try file.sessions() { try Console.print(line(session)) }
        case "show": try show(ids[0], of: file)
        case "export": return try export(ids[0], of: file, arguments)
        default:
            // All of them are there, or none is deleted.
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
            "ended     \(session.ended.map(date) ?? "not properly, or it still runs")",
            "program   landmark \(session.head.program)",
            "settings  \(session.head.settings)",
            "frames    \(session.frames), \(session.bytes) bytes",
            "events    \(session.events)",
        ]
        if session.lost > 0 { lines.append("lost      \(session.lost) frames") }
        try Console.print(lines.joined(separator: "\n") + "\n")
        for event in try file.events(of: id) {
            let time = String(Double(event.time) / 1000, places: 2)
            try Console.print("\(time)\t\(event.sentence)\n")
        }
    }

    private static func export(
        _ id: Int, of file: HistoryFile, _ arguments: Arguments
    ) throws -> ExitCode {
        let session = try file.session(id)
        let csv = arguments.text("--csv")
        let json = arguments.text("--json") ?? (csv == nil ? "-" : nil)
        try OutputPaths([("--json", json), ("--csv", csv)])
            .check(for: InputFiles([], and: [file.path], arguments))
        if let json { try SessionExport(session, of: file).writeJSON(to: OutputFile(json)) }
        if let csv { try SessionExport(session, of: file).writeCSV(to: OutputFile(csv)) }
        return Interruption.isRequested ? .interrupted : .done
    }
}
#endif

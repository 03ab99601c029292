import LandmarkCommandSupport
import LandmarkMotion
import LandmarkReports

extension Subcommand {
    static let progress = Subcommand(
        name: "progress", summary: "Compares the sessions of several visits",
        synopsis: "FILE FILE… [options]",
        discussion: """
            Each FILE is a visit, the earliest first: JSON that landmark rom --json, or landmark
            motion or exercise with --summary, wrote about one person. A file may hold the lines of
            several movements and exercises, each once. A line for each number has its value at
            every visit, and the change with what it may be off by: a change within the error shows
            nothing. This is not a medical device.
            """,
        options: [
            Option(name: "--json", value: .text("FILE|-"), help: "JSON, one object"),
            Option(name: "--csv", value: .text("FILE|-"), help: "CSV, one line per change"),
        ]
    ) { arguments in
        let files = arguments.inputs
        guard files.count > 1 else { throw CommandError.missingVisits(files.count) }
        let visits = try files.map { file in
            ProgressReport.Visit(
                name: file,
                quantities: try JSONFile.decodeLines(SessionLine.self, from: file)
                    .flatMap(\.quantities))
        }
        let report = try ProgressReport(of: visits)
        let outputs = [("--json", report.json), ("--csv", report.csv)].compactMap { option, bytes in
            arguments.text(option).map { (option: option, path: $0, bytes: bytes) }
        }
        try OutputPaths(outputs.map { ($0.option, $0.path) })
            .check(for: InputFiles([], and: files, arguments))
        for output in outputs {
            let file = try OutputFile(output.path)
            try file.write(output.bytes)
            try file.close()
        }
        guard !outputs.contains(where: { $0.path == "-" }) else { return .done }
        try Console.print(report.lines.map { "\($0)\n" }.joined())
        return .done
    }
}

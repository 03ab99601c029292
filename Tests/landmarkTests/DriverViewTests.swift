import Foundation
import LandmarkTestSupport
import Testing

/// The live view, in pseudoterminals of the program `script`.
@Suite(
    "drive: the view in a terminal", .enabled(if: Clips.isReady && PretendedTerminal.isThere))
struct DriverViewTests {
    /// The bytes sent to the terminal for a driver who falls asleep.
    private func shown(
        columns: Int, rows: Int, environment: String = "NO_COLOR=1"
    ) throws -> Landmark.Outcome {
        let scratch = try Scratch()
        let frames = try DriveSleepTests.sleeper(60).frames
        let raw = try scratch.file("raw", Clips.raw(frames))
        let call = "\"$LANDMARK\" drive - --size 176x144 < \(raw)"
        return try Landmark.shell(
            "\(environment) script -qec 'stty cols \(columns) rows \(rows); \(call)' /dev/null"
                + " < /dev/null")
    }

    /// The lines of each update of the view, without cursor movements.
    private func views(_ output: String) -> [[String]] {
        output.components(separatedBy: "\u{1b}[J").map { view in
            let text = String(view.replacing(#/\u{1b}\[[0-9]*[A-Z]/#, with: ""))
            return text.split(whereSeparator: \.isNewline).map { String($0) }
        }
    }

    @Test(
        "the view fits the terminal, and the most important lines stay",
        arguments: [(80, 24), (62, 24), (61, 24), (40, 10), (40, 3), (20, 1)])
    func fits(columns: Int, rows: Int) throws {
        let outcome = try shown(columns: columns, rows: rows)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let views = views(outcome.output).filter { $0.contains { $0.hasPrefix("alert  ") } }
        #expect(views.count > 1)
        for view in views {
            #expect(view.count == min(rows, 7), "\(view)")
            #expect(view.allSatisfy { $0.count < columns }, "\(view)")
        }
        if columns >= 40, rows > 1 {
            #expect(
                views.allSatisfy {
                    $0.contains { $0.contains(" of 100, level ") || $0.contains("level unknown") }
                }, "\(views)")
        }
        // There are bars only if there is room beside the text.
        #expect(outcome.output.contains("░") == (columns >= 62))
    }

    @Test("NO_COLOR turns colors off, and the view is removed at the end")
    func colors() throws {
        let plain = try shown(columns: 80, rows: 24).output
        let colored = try shown(columns: 80, rows: 24, environment: "unset NO_COLOR;").output
        #expect(!plain.contains("\u{1b}[0m"))
        #expect(colored.contains("\u{1b}[1;37;41m MICROSLEEP"))
        for output in [plain, colored] {
            // The view is removed, and the summary stays.
            let end = try #require(output.components(separatedBy: "\u{1b}[J").last)
            #expect(end.contains("highest level 3 (severe") && !end.contains("\u{1b}"))
        }
    }
}

/// The program that creates a pseudoterminal for another.
enum PretendedTerminal {
    /// Whether the Linux version of the program exists.
    static let isThere =
        (try? Landmark.shell("script --version"))?.output.contains("util-linux") == true
}

import Foundation
import LandmarkTestSupport
import Testing

/// The live view, in pseudoterminals of the program `script`.
@Suite(
    "exercise: the view in a terminal",
    .enabled(if: Landmark.isReady && PretendedTerminal.isThere))
struct ExerciseViewTests {
    /// The bytes sent to the terminal for two squats whose landmarks come in real time.
    private func shown(columns: Int, rows: Int) throws -> Landmark.Outcome {
        let scratch = try Scratch()
        let squats = StickFigure.lines(seconds: 4) { [StickFigure.squatting(at: $0)] }
        let input = try scratch.file("in.jsonl", Array(squats.utf8))
        let call =
            "while IFS= read -r line; do echo \"$line\"; sleep 0.01; done < \(input) |"
            + " \"$LANDMARK\" exercise squat - --target 2"
        let script = try scratch.file(
            "run.sh", Array("stty cols \(columns) rows \(rows); \(call)\n".utf8))
        return try Landmark.shell(
            "NO_COLOR=1 script -qec 'bash \(script)' /dev/null < /dev/null")
    }

    @Test(
        "count, state, signal and what is seen fit the terminal; the most important lines stay",
        arguments: [(80, 24), (61, 24), (40, 3), (20, 1)])
    func fits(columns: Int, rows: Int) throws {
        let outcome = try shown(columns: columns, rows: rows)
        #expect(outcome.code == 0, "\(outcome.errors)")
        let views = outcome.output.components(separatedBy: "\u{1b}[J").map { view in
            String(view.replacing(#/\u{1b}\[[0-9]*[A-Z]/#, with: ""))
                .split(whereSeparator: \.isNewline).map { String($0) }
        }.filter { $0.contains { $0.hasPrefix("count  ") } }
        #expect(views.count > 3)
        for view in views {
            #expect(view.count <= rows && view.allSatisfy { $0.count < columns }, "\(view)")
        }
        let text = views.flatMap { $0 }.joined(separator: "\n")
        #expect(outcome.output.contains("░") == (columns >= 62))
        if columns > 60 {
            for part in ["0 of 2, ", "1 of 2, ", ", bottom", "signal", "form", "sight", "tempo"] {
                #expect(text.contains(part), "\(part)")
            }
        }
        #expect(outcome.output.contains("target reached: 2 repetitions"))
    }
}

import Foundation
import LandmarkTestSupport
import Testing

@Suite(
    "A terminal",
    .enabled(
        if: Landmark.isReady && Fixtures.available("/usr/bin/tmux", Fixtures.footage("walking.mp4"))
    )
)
struct TerminalTests {
    @Test("that becomes narrower keeps one line of progress, and none at the end")
    func shrinking() throws {
        let scratch = try Scratch()
        let tmux = "tmux -L landmark-\(ProcessInfo.processInfo.processIdentifier)"
        let clip = Fixtures.footage("walking.mp4")
        let clips = Array(repeating: "'\(clip)'", count: 8).joined(separator: " ")
        let call = "\(Landmark.path) pose --mode video \(clips) --json \(scratch.path("a.jsonl"))"
        let script = try scratch.file(
            "run.sh", Array("echo first; \(call); echo last; sleep 60".utf8))
        defer { _ = try? Landmark.shell("\(tmux) kill-server") }
        let shown = try Landmark.shell(
            """
            \(tmux) new-session -d -x 110 -y 30 "sh '\(script)'"
            wait_for() { for i in $(seq 600); do \(tmux) capture-pane -p | grep -q "$1" && return; sleep 0.1; done; }
            wait_for frames/s
            for columns in 60 35 20; do \(tmux) resize-window -x $columns -y 30; sleep 0.5; done
            \(tmux) capture-pane -p > '\(scratch.path("during"))'
            \(tmux) resize-window -x 100 -y 30
            wait_for last
            \(tmux) capture-pane -p > '\(scratch.path("after"))'
            """)
        #expect(shown.code == 0, "\(shown.errors)")
        let during = scratch.text("during")
        // Of the wide lines nothing is left: the name of the clip, a bar, or a second count.
        #expect(during.components(separatedBy: "/").count <= 3, "\(during)")
        #expect(!during.contains("█") && !during.contains("frames/s"), "\(during)")
        let after = scratch.text("after").split(separator: "\n").map(String.init)
        let summary = after.filter { !$0.hasPrefix("landmark: ") && !$0.isEmpty }
        #expect(summary.first == "first" && summary.last == "last", "\(after)")
        #expect(!after.contains { $0.contains("ETA") || $0.contains("█") }, "\(after)")
    }
}

import Foundation
import LandmarkTestSupport
import Testing

@Suite(
    "A terminal",
    .enabled(
        if: Landmark.isReady
            && Fixtures.available("/usr/bin/tmux", Fixtures.footage("walking.mp4")))
)
struct TerminalTests {
    @Test("that becomes narrower keeps nothing of the line of progress")
    func shrinking() throws {
        let scratch = try Scratch()
        let tmux = "tmux -L landmark-\(ProcessInfo.processInfo.processIdentifier)"
        let clips = Array(repeating: "'\(Fixtures.footage("walking.mp4"))'", count: 3)
            .joined(separator: " ")
        let call = "\(Landmark.path) pose \(clips) --json \(scratch.path("a.jsonl"))"
        // The screen is full, as after some use. The end waits, since processes that a test starts
        // block the signal of a closing terminal.
        let script = try scratch.file(
            "run.sh", Array("seq 40; echo first; \(call); echo last; sleep 5".utf8))
        defer { _ = try? Landmark.shell("\(tmux) kill-server") }
        let shown = try Landmark.shell(
            """
            \(tmux) new-session -d -x 110 -y 30 "sh '\(script)'"
            seen() { for i in $(seq 1200); do
                \(tmux) capture-pane -p -S - | grep -q "$1" && return; sleep 0.1; done; }
            seen ETA
            for columns in 60 35 20; do \(tmux) resize-window -x $columns -y 30; sleep 0.4; done
            for i in $(seq 30); do
                \(tmux) capture-pane -p | sed -n '/^first/,$p' | grep . > '\(scratch.path("during"))'
                [ "$(wc -l < '\(scratch.path("during"))')" = 2 ] && break
                sleep 0.1
            done
            \(tmux) resize-window -x 100 -y 30
            seen '^last'
            \(tmux) capture-pane -p -S - > '\(scratch.path("after"))'
            """)
        #expect(shown.code == 0, "\(shown.errors)")
        let during = scratch.text("during").split(separator: "\n")
        #expect(during.count == 2 && during.first == "first", "\(during)")
        let after = scratch.text("after").split(separator: "\n").drop { $0 != "first" }
        #expect(after.count == 3 && after.last == "last", "\(after)")
        #expect(after.dropFirst().first?.contains("frames, poses in") == true, "\(after)")
    }
}

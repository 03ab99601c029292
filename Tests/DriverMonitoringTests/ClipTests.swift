import DriverMonitoring
import Foundation
import LandmarkCapture
import LandmarkCore
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// Monitors on clips of people, with truth found by eye.
///
/// The clips are not in the repository: `Fixtures/clips.json` names the public repositories, commits
/// and paths that they come from, and which frames show closed lids. They must be in the folder
/// `LANDMARK_DRIVER_CLIPS`, with the names of that file.
@Suite(.serialized) struct ClipTests {
    /// A clip and its truth: ranges of frames, both ends included.
    struct Clip: Decodable {
        let file: String
        let repository: String
        let framesPerSecond: Double
        let closures: [[Int]]
        let ambiguous: [[Int]]
        let looksDown: [[Int]]

        /// The frames of a state.
        func frames(_ ranges: [[Int]], margin: Int = 0) -> Set<Int> {
            Set(ranges.flatMap { ($0[0] - margin)...($0[1] + margin) })
        }
    }

    /// What was right and wrong in a clip.
    struct Score {
        var closures = 0
        var noticed = 0
        var missed = 0
        var otherAlerts = 0
        var frames = 0
        var usable = 0
        var closed = 0
        var closedRight = 0
        var open = 0
        var openRight = 0
    }

    private static let folder = ProcessInfo.processInfo.environment["LANDMARK_DRIVER_CLIPS"]
    /// Closures that must be noticed last for this many seconds; a microsleep is 1 s.
    private static let length = 1.1

    @Test(
        "no closure of a second is missed while the eyes are said to be readable",
        .enabled(
            if: Fixtures.available(Footage.model) && folder != nil,
            "LANDMARK_DRIVER_CLIPS is not set to a folder of clips"))
    func clips() throws {
        let folder = try #require(Self.folder)
        let clips = try JSONDecoder().decode(
            [Clip].self, from: Data(try Fixtures.bytes("clips.json")))
        print(
            "| clip | readable | closed frames read right | open frames read right | "
                + "closures of 1.1 s | noticed | missed while readable | other alerts |")
        print("|---|--:|--:|--:|--:|--:|--:|--:|")
        for clip in clips {
            let score = try Self.score(clip, "\(folder)/\(clip.file)")
            let share = Int((100 * Double(score.usable) / Double(max(1, score.frames))).rounded())
            print(
                "| \(clip.repository), \(clip.file) | \(share) % "
                    + "| \(score.closedRight) of \(score.closed) | \(score.openRight) of \(score.open) "
                    + "| \(score.closures) | \(score.noticed) | \(score.missed) "
                    + "| \(score.otherAlerts) |")
            #expect(score.missed == 0, "\(clip.file)")
        }
    }

    private static func score(_ clip: Clip, _ path: String) throws -> Score {
        let results = try results(path)
        let closed = clip.frames(clip.closures)
        // Lids move before and after; what even people cannot tell is left out.
        let moving = clip.frames(clip.closures, margin: 4).union(clip.frames(clip.ambiguous))
            .union(clip.frames(clip.looksDown)).subtracting(closed)
        var score = Score()
        for (index, result) in results.enumerated() {
            score.frames += 1
            guard result.signals.isUsable, let openness = result.signals.openness else { continue }
            score.usable += 1
            if closed.contains(index) {
                score.closed += 1
                score.closedRight += openness < 0.4 ? 1 : 0
            } else if !moving.contains(index) {
                score.open += 1
                score.openRight += openness >= 0.4 ? 1 : 0
            }
        }
        let long = clip.closures.filter {
            Double($0[1] + 1 - $0[0]) / clip.framesPerSecond >= length
        }
        let fired = results.enumerated().flatMap { index, result in
            result.firedEvents.filter { [.microsleep, .sleep, .unresponsive].contains($0.kind) }
                .map { (frame: index, event: $0) }
        }
        for range in long {
            score.closures += 1
            let during = results.indices.filter { (range[0]...range[1]).contains($0) }
            if fired.contains(where: { (range[0]...range[1] + 8).contains($0.frame) }) {
                score.noticed += 1
            } else if 2 * during.count(where: { results[$0].signals.isUsable }) >= during.count {
                score.missed += 1
            }
        }
        score.otherAlerts = fired.count { frame, _ in
            !long.contains { ($0[0]...$0[1] + 30).contains(frame) }
        }
        return score
    }

    private static func results(_ path: String) throws -> [DriverResult] {
        let monitor = try Footage.monitor()
        let video = try VideoFile(path: path)
        var results: [DriverResult] = []
        while let frame = try video.next() { results.append(try monitor.process(frame).result) }
        return results
    }
}

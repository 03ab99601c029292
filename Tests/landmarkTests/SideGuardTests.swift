import LandmarkTestSupport
import Testing

/// A recording in which the full pose model exchanges left and right.
private let clip = Fixtures.shared("motion/pose2sim_cam02.mp4")

/// `landmark pose --side-guard`.
@Suite(.enabled(if: Landmark.isReady && Fixtures.available(clip)))
struct SideGuardTests {
    @Test("poses that were exchanged back say so, and only with the option")
    func flag() throws {
        let plain = try Landmark.run("pose", clip, "--quiet")
        let guarded = try Landmark.run("pose", clip, "--quiet", "--side-guard")
        #expect(plain.code == 0 && guarded.code == 0, "\(guarded.errors)")
        #expect(!plain.output.contains("sidesSwapped"))
        let lines = guarded.output.split(separator: "\n")
        #expect(lines.count == 100)
        #expect(lines.filter { $0.contains(#""sidesSwapped":true"#) }.count >= 29)
        #expect(lines[..<33] == plain.output.split(separator: "\n")[..<33])
    }
}

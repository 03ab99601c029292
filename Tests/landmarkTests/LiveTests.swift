import LandmarkTestSupport
import Testing

@Suite("Live mode", .enabled(if: Clips.isReady))
struct LiveTests {
    @Test("a video is played in real time, and dropped frames are counted")
    func statistics() throws {
        let scratch = try Scratch()
        let clip = try Clips.write(20, to: scratch.path("clip.mp4"))
        let overlay = scratch.path("a.mp4")
        let start = ContinuousClock.now
        let outcome = try Landmark.run(
            "pose", clip, "--mode", "live", "--json", "-", "--overlay", overlay)
        // The last frame is due 634 ms after the first.
        #expect(ContinuousClock.now - start > .milliseconds(630))
        #expect(outcome.code == 0, "\(outcome.errors)")
        let objects = try outcome.objects()
        let told = try #require(
            outcome.errors.firstMatch(
                of: /live: (\d+) received, (\d+) processed, (\d+) dropped\n/))
        #expect(told.1 == "20")
        #expect(Int(told.2) == objects.count && !objects.isEmpty)
        #expect(Int(told.3) == 20 - objects.count)
        // Numbers and times are those of the file, whichever frames were dropped.
        let numbers = objects.compactMap { $0["frame"] as? Int }
        let times = objects.compactMap { $0["timestampMs"] as? Int }
        #expect(times == numbers.map { Int((Double($0) * 1001 / 30).rounded()) })
        #expect(numbers.first == 0 && zip(numbers, numbers.dropFirst()).allSatisfy(<))
        #expect(try Clips.times(of: overlay) == times)
    }
}

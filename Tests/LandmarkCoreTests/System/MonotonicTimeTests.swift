import LandmarkCore
import Testing

@Suite("The monotonic clock")
struct MonotonicTimeTests {
    @Test("Runs at the speed of the system's clock")
    @available(iOS 16, macOS 13, tvOS 16, visionOS 1, *)
    func speed() async throws {
        let theirs = ContinuousClock.now
        let start = MonotonicTime.now
        try await Task.sleep(for: .milliseconds(50))
        let elapsed = start.elapsedSeconds
        #expect(elapsed >= 0.05)
        #expect(.seconds(elapsed) <= ContinuousClock.now - theirs)
    }

    @Test("Never goes back, and states seconds and nanoseconds of the same time")
    func order() {
        let moments = (0..<1000).map { _ in MonotonicTime.now }
        #expect(moments == moments.sorted())
        let start = moments[0]
        let nanoseconds = start.elapsedNanoseconds
        let seconds = start.elapsedSeconds
        #expect(Double(nanoseconds) <= seconds * 1e9 && seconds * 1e9 - Double(nanoseconds) < 1e9)
    }
}

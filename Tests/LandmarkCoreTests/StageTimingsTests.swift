import LandmarkCore
import Testing

@Suite struct StageTimingsTests {
    @Test("a stage that did not run took no time")
    func zero() {
        for stage in StageTimings.Stage.allCases { #expect(StageTimings()[stage] == .zero) }
    }

    @Test("durations of one stage add up, and only there")
    func adding() {
        var timings = StageTimings()
        timings.add(.milliseconds(3), to: .landmarks)
        timings.add(.seconds(2) + .nanoseconds(5), to: .landmarks)
        timings.add(.microseconds(7), to: .total)
        #expect(timings[.landmarks] == .nanoseconds(2_003_000_005))
        #expect(timings[.total] == .microseconds(7))
        #expect(timings[.detector] == .zero)
    }

    @Test("measuring passes on the result, and the error")
    func measuring() throws {
        struct Fault: Error, Equatable {}
        var timings = StageTimings()
        #expect(timings.measure(.masks) { 42 } == 42)
        #expect(timings[.masks] >= .zero)
        #expect(throws: Fault.self) {
            try timings.measure(.masks) { throw Fault() }
        }
    }
}

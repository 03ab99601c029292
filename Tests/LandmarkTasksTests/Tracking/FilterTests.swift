import LandmarkCore
import LandmarkTasks
import Testing

/// Filters, compared with values computed by hand from their definitions.
struct FilterTests {
    /// The outputs of a filter for `inputs` at `times`, in milliseconds.
    static func filtered(
        _ inputs: [Float], at times: [Int], minCutoff: Double, beta: Double, scale: Double
    ) -> [Float] {
        var clock = FilterClock()
        var filter = OneEuroFilter()
        let parameters = OneEuroFilter.Parameters(minCutoff: minCutoff, beta: beta)
        return zip(inputs, times).map { input, time in
            guard clock.advance(to: .milliseconds(time)) else { return input }
            return filter.apply(
                input,
                OneEuroFilter.Step(parameters, frequency: clock.frequency, scale: scale))
        }
    }

    static func expect(
        _ values: [Float], _ expected: [Float], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for (value, wanted) in zip(values, expected) {
            #expect(abs(value - wanted) < 1e-5, sourceLocation: sourceLocation)
        }
        #expect(values.count == expected.count, sourceLocation: sourceLocation)
    }

    @Test("a low-pass filter starts with the first value")
    func lowPass() {
        var filter = LowPass()
        #expect(filter.isEmpty)
        let outputs = [Float(4), 8, 1].map { filter.apply($0, weight: 0.25) }
        #expect(outputs == [4, 5, 4])
        #expect(!filter.isEmpty)
    }

    @Test("without speed the cutoff is the minimum")
    func minCutoff() {
        // 25 steps per second, 1 Hz: a weight of 1 / (1 + 25 / 2π) = 0.200849.
        let values = Self.filtered(
            [0, 1, 2], at: [40, 80, 120], minCutoff: 1, beta: 0, scale: 1)
        Self.expect(values, [0, 0.2008486, 0.5622058])
    }

    @Test("speed raises the cutoff")
    func beta() {
        let values = Self.filtered(
            [0, 1, 2], at: [40, 80, 120], minCutoff: 1, beta: 0.5, scale: 1)
        Self.expect(values, [0, 0.4687385, 1.3583824])
    }

    /// A jump of a tenth of the instance, with MediaPipe's parameters for poses and faces.
    @Test("a stream that starts at 0 ms measures its rate one step later")
    func zeroTimestamp() {
        let jump: [Float] = [0, 10, 10, 10]
        let fromZero = Self.filtered(
            jump, at: [0, 33, 66, 99], minCutoff: 0.05, beta: 80, scale: 0.01)
        Self.expect(fromZero, [0, 8.970662, 9.873668, 9.9817496])
        let later = Self.filtered(
            jump, at: [1000, 1033, 1066, 1099], minCutoff: 0.05, beta: 80, scale: 0.01)
        Self.expect(later, [0, 8.962955, 9.872915, 9.981668])
    }

    @Test("times before zero and repeated times are not filtered")
    func badTimestamps() {
        let values = Self.filtered(
            [5, 7, 0, 1, 9, 1], at: [-40, -1, 40, 80, 80, 120], minCutoff: 1, beta: 0, scale: 1)
        Self.expect(values, [5, 7, 0, 0.2008486, 9, 0.361356])
    }

    @Test("no timestamp overflows")
    func overflow() {
        var clock = FilterClock()
        let isEarliest = clock.advance(to: .milliseconds(.min))
        let isFirst = clock.advance(to: .milliseconds(5))
        let isLast = clock.advance(to: .milliseconds(.max))
        let isAgain = clock.advance(to: .milliseconds(.max))
        #expect(!isEarliest && isFirst && isLast && !isAgain)
        #expect(clock.frequency > 0 && clock.frequency.isFinite)
    }
}

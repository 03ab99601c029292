import LandmarkCore
import LandmarkGraph
import Testing

@Suite("Graph timestamps")
struct GraphTimestampTests {
    /// Order and values as in mediapipe/framework/timestamp.h.
    @Test("special timestamps are ordered as in MediaPipe")
    func order() {
        let ordered: [GraphTimestamp] = [
            .unset, .unstarted, .preStream, .min, .microseconds(-1), .microseconds(0),
            .microseconds(1), .max, .postStream, .oneOverPostStream, .done,
        ]
        for (a, b) in zip(ordered, ordered.dropFirst()) { #expect(a < b) }
        #expect(GraphTimestamp.unset.rawValue == .min)
        #expect(GraphTimestamp.done.rawValue == .max)
        #expect(GraphTimestamp.min.rawValue == .min + 3)
        #expect(GraphTimestamp.max.rawValue == .max - 3)
    }

    @Test("packets are allowed from preStream to postStream")
    func allowed() {
        #expect(!GraphTimestamp.unset.isAllowedInStream)
        #expect(!GraphTimestamp.unstarted.isAllowedInStream)
        #expect(GraphTimestamp.preStream.isAllowedInStream)
        #expect(GraphTimestamp.microseconds(0).isAllowedInStream)
        #expect(GraphTimestamp.postStream.isAllowedInStream)
        #expect(!GraphTimestamp.oneOverPostStream.isAllowedInStream)
        #expect(!GraphTimestamp.done.isAllowedInStream)
        #expect(GraphTimestamp.min.isRange && GraphTimestamp.max.isRange)
        #expect(!GraphTimestamp.preStream.isRange && !GraphTimestamp.postStream.isRange)
        #expect(GraphTimestamp.min.isSpecial && GraphTimestamp.max.isSpecial)
        #expect(!GraphTimestamp.microseconds(0).isSpecial)
    }

    @Test("next and previous allowed timestamps")
    func neighbors() {
        #expect(GraphTimestamp.microseconds(5).nextAllowedInStream == .microseconds(6))
        #expect(GraphTimestamp.unstarted.nextAllowedInStream == .min)
        for last in [GraphTimestamp.preStream, .max, .postStream, .done] {
            #expect(last.nextAllowedInStream == .oneOverPostStream)
        }
        #expect(GraphTimestamp.microseconds(5).previousAllowedInStream == .microseconds(4))
        #expect(GraphTimestamp.done.previousAllowedInStream == .max)
        for first in [GraphTimestamp.preStream, .min, .postStream, .unset] {
            #expect(first.previousAllowedInStream == .unstarted)
        }
    }

    @Test("arithmetic clamps to min and max")
    func sums() {
        #expect(GraphTimestamp.microseconds(5) + 7 == .microseconds(12))
        #expect(GraphTimestamp.microseconds(5) - 7 == .microseconds(-2))
        #expect(GraphTimestamp.max + 1 == .max)
        #expect(GraphTimestamp.min + .min == .min)
        #expect(GraphTimestamp.min - 1 == .min)
        #expect(GraphTimestamp.microseconds(0) - .min == .max)
        #expect(GraphTimestamp.preStream + 1 == .preStream)
        #expect(GraphTimestamp(microseconds: .min) == .min)
        #expect(GraphTimestamp(microseconds: .max) == .max)
    }

    @Test("frame timestamps convert to microseconds, clamped to the range")
    func frames() {
        #expect(GraphTimestamp(Timestamp.milliseconds(33)) == .microseconds(33_000))
        #expect(GraphTimestamp(Timestamp.milliseconds(.max)) == .max)
        #expect(GraphTimestamp(Timestamp.milliseconds(.min)) == .min)
    }

    @Test("descriptions name special timestamps")
    func descriptions() {
        #expect("\(GraphTimestamp.microseconds(42))" == "42")
        #expect("\(GraphTimestamp.preStream)" == "preStream")
    }
}

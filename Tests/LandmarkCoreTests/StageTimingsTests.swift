import Foundation
import LandmarkCore
import Testing

@Suite struct StageTimingsTests {
    static let detector = StageTimings.Stage(rawValue: "detector")
    static let landmarks = StageTimings.Stage(rawValue: "landmarks")
    static let masks = StageTimings.Stage(rawValue: "masks")

    static func filled() -> StageTimings {
        var timings = StageTimings([detector, masks, landmarks, .total])
        timings.add(.microseconds(5_149), to: .total)
        timings.add(.microseconds(3_350), to: landmarks)
        timings.add(.microseconds(1_249), to: detector)
        return timings
    }

    @Test("a stage that did not run took no time")
    func zero() {
        #expect(StageTimings()[.total] == .zero)
        #expect(StageTimings([Self.masks])[Self.masks] == .zero)
    }

    @Test("durations of one stage add up, and only there")
    func adding() {
        var timings = StageTimings([Self.detector, Self.landmarks])
        timings.add(.milliseconds(3), to: Self.landmarks)
        timings.add(.seconds(2) + .nanoseconds(5), to: Self.landmarks)
        timings.add(.microseconds(7), to: .total)
        #expect(timings[Self.landmarks] == .nanoseconds(2_003_000_005))
        #expect(timings[.total] == .microseconds(7))
        #expect(timings[Self.detector] == .zero)
    }

    @Test("measuring returns the result, and rethrows the error")
    func measuring() throws {
        struct Fault: Error, Equatable {}
        var timings = StageTimings()
        #expect(timings.measure(Self.masks) { 42 } == 42)
        #expect(timings[Self.masks] >= .zero)
        #expect(throws: Fault.self) {
            try timings.measure(Self.masks) { throw Fault() }
        }
    }

    @Test("iteration yields the stages that ran, in declared order")
    func iterating() {
        #expect(Self.filled().map(\.stage) == [Self.detector, Self.landmarks, .total])
        #expect(Self.filled().map(\.duration).first == .microseconds(1_249))
    }

    @Test("declared stages that did not run do not matter for equality")
    func equality() {
        var timings = StageTimings()
        timings.add(.microseconds(1_249), to: Self.detector)
        timings.add(.microseconds(3_350), to: Self.landmarks)
        #expect(timings != Self.filled())
        timings.add(.microseconds(5_149), to: .total)
        #expect(timings == Self.filled())
        #expect(timings.hashValue == Self.filled().hashValue)
    }

    @Test("the description lists the stages that ran in milliseconds")
    func description() {
        #expect("\(Self.filled())" == "detector 1.2 ms, landmarks 3.4 ms, total 5.1 ms")
        #expect("\(StageTimings())" == "")
    }

    @Test("encoding and decoding keeps the stages that ran")
    func coding() throws {
        let data = try JSONEncoder().encode(Self.filled())
        #expect(try JSONDecoder().decode(StageTimings.self, from: data) == Self.filled())
    }

    @Test(
        "more stages than fit, or one twice, are refused when decoding",
        arguments: [(0..<17).map { "s\($0)" }, ["a", "a"]])
    func badCoding(names: [String]) {
        let entries = names.map { #"{"stage": "\#($0)", "nanoseconds": 1}"# }
        let data = Data("[\(entries.joined(separator: ","))]".utf8)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(StageTimings.self, from: data)
        }
    }
}

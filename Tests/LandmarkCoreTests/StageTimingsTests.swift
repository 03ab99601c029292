import Foundation
import LandmarkCore
import Testing

@Suite struct StageTimingsTests {
    static let detector = StageTimings.Stage(rawValue: "detector")
    static let landmarks = StageTimings.Stage(rawValue: "landmarks")
    static let masks = StageTimings.Stage(rawValue: "masks")

    static func filled() -> StageTimings {
        var timings = StageTimings([detector, masks, landmarks, .total])
        timings.add(nanoseconds: 5_149_000, to: .total)
        timings.add(nanoseconds: 3_350_000, to: landmarks)
        timings.add(nanoseconds: 1_249_000, to: detector)
        return timings
    }

    @Test("a stage that did not run took no time")
    func zero() {
        #expect(StageTimings()[.total] == 0)
        #expect(StageTimings([Self.masks])[Self.masks] == 0)
    }

    @Test("durations of one stage add up, and only there")
    func adding() {
        var timings = StageTimings([Self.detector, Self.landmarks])
        timings.add(nanoseconds: 3_000_000, to: Self.landmarks)
        timings.add(nanoseconds: 2_000_000_005, to: Self.landmarks)
        timings.add(nanoseconds: 7_000, to: .total)
        #expect(timings[Self.landmarks] == 2.003000005)
        #expect(timings[.total] == 7e-6)
        #expect(timings[Self.detector] == 0)
    }

    @Test("measuring returns the result, and rethrows the error")
    func measuring() throws {
        struct Fault: Error, Equatable {}
        var timings = StageTimings()
        #expect(timings.measure(Self.masks) { 42 } == 42)
        #expect(timings[Self.masks] >= 0)
        #expect(throws: Fault.self) {
            try timings.measure(Self.masks) { throw Fault() }
        }
    }

    @Test("iteration yields the stages that ran, in declared order")
    func iterating() {
        #expect(Self.filled().map(\.stage) == [Self.detector, Self.landmarks, .total])
        #expect(Self.filled().map(\.duration).first == 0.001249)
    }

    @Test("declared stages that did not run do not matter for equality")
    func equality() {
        var timings = StageTimings()
        timings.add(nanoseconds: 1_249_000, to: Self.detector)
        timings.add(nanoseconds: 3_350_000, to: Self.landmarks)
        #expect(timings != Self.filled())
        timings.add(nanoseconds: 5_149_000, to: .total)
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

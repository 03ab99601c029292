import LandmarkCore
import LandmarkInference
import LandmarkTestSupport
import Testing

/// What a network is said to have to do, and what the processor can.
struct WorkTests {
    @Test("multiply-adds are the model's, not those of filled blocks", arguments: testedLevels)
    func multiplyAdds(level: InstructionSet) throws {
        var tiny = TinyNetwork(seed: 1)
        let (source, _) = tiny.input(6, 9, 5)
        let middle = tiny.writer.step(
            3, [source, tiny.constant([7, 3, 3, 5], tiny.numbers(7 * 9 * 5))], shape: [1, 4, 7, 7],
            options: (1, [0: .byte(1), 1: .int(1), 2: .int(1), 3: .byte(0)]))
        let result = tiny.writer.step(
            4, [middle, tiny.constant([1, 3, 3, 7], tiny.numbers(9 * 7))], shape: [1, 2, 5, 7],
            options: (2, [0: .byte(1), 1: .int(1), 2: .int(1), 3: .int(1), 4: .byte(0)]))
        tiny.writer.outputs = [result]
        let network = try tiny.network(level, threads: 1)
        let convolution = 4 * 7 * 7 * 9 * 5, depthwise = 2 * 5 * 7 * 9
        #expect(network.multiplyAdds == convolution + depthwise)
        let steps = network.profile(runs: 1)
        #expect(steps.map(\.multiplyAdds).filter { $0 > 0 } == [convolution, depthwise])
    }

    @Test("every level that runs here has a peak")
    func peak() throws {
        for level in InstructionSet.allCases {
            let peak = level.measuredPeak()
            #expect((peak != nil) == InstructionSet.available.contains(level))
            if let peak { #expect((1e6...1e13).contains(peak), "\(level.rawValue): \(peak)") }
        }
    }

    @Test("threads have a peak together at every level that runs here")
    func peakTogether() throws {
        for level in InstructionSet.allCases {
            let together = try level.measuredPeak(threads: 2)
            #expect((together != nil) == InstructionSet.available.contains(level))
            // Others may slow down either measurement.
            if let together, let one = level.measuredPeak() {
                #expect(together > 0 && together < 8 * one, "\(together) beside \(one)")
            }
        }
    }
}

import LandmarkCore
import LandmarkInference
import LandmarkTestSupport
import Testing

/// The reported work of networks, and the measured peak of the processor.
struct MACsTests {
    @Test("MACs are those of the model, without padding of blocks", arguments: TestedBackend.all)
    func macs(backend: TestedBackend) throws {
        var tiny = TinyNetwork(seed: 1)
        let (source, _) = tiny.input(6, 9, 5)
        let middle = tiny.writer.step(
            3, [source, tiny.constant([7, 3, 3, 5], tiny.numbers(7 * 9 * 5))], shape: [1, 4, 7, 7],
            options: (1, [0: .byte(1), 1: .int(1), 2: .int(1), 3: .byte(0)]))
        let result = tiny.writer.step(
            4, [middle, tiny.constant([1, 3, 3, 7], tiny.numbers(9 * 7))], shape: [1, 2, 5, 7],
            options: (2, [0: .byte(1), 1: .int(1), 2: .int(1), 3: .int(1), 4: .byte(0)]))
        tiny.writer.outputs = [result]
        let network = try tiny.network(backend, threads: 1)
        let convolution = 4 * 7 * 7 * 9 * 5, depthwise = 2 * 5 * 7 * 9
        #expect(network.macs == convolution + depthwise)
        let steps = try network.profile(runs: 1)
        #expect(steps.map(\.macs).filter { $0 > 0 } == [convolution, depthwise])
    }

    @Test("every available instruction set has a peak")
    func peak() throws {
        for set in InstructionSet.allCases {
            let peak = set.measuredPeak()
            #expect((peak != nil) == InstructionSet.available.contains(set))
            if let peak { #expect((1e6...1e13).contains(peak), "\(set.rawValue): \(peak)") }
        }
    }

    @Test("every available instruction set has a peak for several threads")
    func peakTogether() throws {
        for set in InstructionSet.allCases {
            let together = try set.measuredPeak(threads: 2)
            #expect((together != nil) == InstructionSet.available.contains(set))
            // Other processes may slow down either measurement.
            if let together, let one = set.measuredPeak() {
                #expect(together > 0 && together < 8 * one, "\(together) beside \(one)")
            }
        }
    }
}

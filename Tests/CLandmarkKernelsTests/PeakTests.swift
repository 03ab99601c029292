import CLandmarkKernels
import Testing

struct PeakTests {
    @Test("the peak kernel adds every product that it is measured by", arguments: Level.all)
    func sums(level: Level) {
        var output = [Float](repeating: 0, count: level.block)
        output.withUnsafeMutableBufferPointer { output in
            var arguments = lk_f32_peak(factor: 0.5, output: output.baseAddress)
            level.table.peak(&arguments, 3, 5)
        }
        let rounds = 2 * Float(LK_PEAK_ROUNDS)
        let sums = Float(LK_PEAK_SUMS)
        let first = sums * (sums - 1) / 2
        #expect(output == Array(repeating: first + sums * rounds / 4, count: level.block))
    }
}

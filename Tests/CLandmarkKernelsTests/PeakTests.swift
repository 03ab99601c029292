import CLandmarkKernels
import Testing

struct PeakTests {
    @Test("the peak kernel adds every product that it is measured by", arguments: Level.all)
    func sums(level: Level) {
        let (begin, end) = (3, 5)
        var output = [Float](repeating: -1, count: end * level.block)
        output.withUnsafeMutableBufferPointer { output in
            var arguments = lk_f32_peak(factor: 0.5, output: output.baseAddress)
            level.table.peak(&arguments, Int32(begin), Int32(end))
        }
        let rounds = Float(end - begin) * Float(LK_PEAK_ROUNDS)
        let sums = Float(LK_PEAK_SUMS)
        let first = sums * (sums - 1) / 2
        let sum = first + sums * rounds / 4
        // Each call writes its first unit's block, and no other's.
        #expect(
            output
                == (0..<end).flatMap { unit in
                    [Float](repeating: unit == begin ? sum : -1, count: level.block)
                })
    }
}

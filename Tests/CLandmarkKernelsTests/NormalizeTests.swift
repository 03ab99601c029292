import CLandmarkKernels
import Testing

@Suite struct NormalizeTests {
    static let shapes = [
        (1, 16), (7, 16), (8, 32), (9, 64), (16, 48), (17, 16), (97, 64), (5, 256),
    ]

    private func run(_ level: Level, rows: Int, channels: Int, turned: Bool) -> BlockedTensor {
        let values = GuardedFloats(noise(rows * channels, seed: 51))
        let factors = GuardedFloats(noise(channels, seed: 52))
        let target = BlockedTensor(level, 1, turned ? channels : rows, turned ? rows : channels)
        var arguments = lk_f32_normalize(
            input: values.base, factors: factors.base, output: target.memory.base,
            output_plane: Int64(target.plane), rows: Int32(rows), channels: Int32(channels),
            epsilon: 0.001, turned: turned)
        let count = turned ? target.blocks * level.block : rows
        level.table.normalize(&arguments, 0, Int32((count + 7) / 8))
        return target
    }

    @Test(
        "rows lose their mean and deviation, as pixels and as channels", arguments: Level.all,
        [false, true])
    func definition(level: Level, turned: Bool) {
        for (rows, channels) in Self.shapes {
            let (got, clean) = run(level, rows: rows, channels: channels, turned: turned).values
            #expect(clean, "filling lanes are not zero")
            #expect(
                got == run(.scalar, rows: rows, channels: channels, turned: turned).values.rowMajor)
            let values = noise(rows * channels, seed: 51).map { Double($0) }
            let factors = noise(channels, seed: 52)
            for row in 0..<rows {
                let own = values[row * channels..<(row + 1) * channels]
                let mean = own.reduce(0, +) / Double(channels)
                let variance =
                    own.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / Double(channels)
                for channel in 0..<channels {
                    let expected =
                        (values[row * channels + channel] - mean)
                        / (variance + 0.001).squareRoot() * Double(factors[channel])
                    let place = turned ? channel * rows + row : row * channels + channel
                    #expect(abs(Double(got[place]) - expected) < 2e-6 * max(1, abs(expected)))
                }
            }
        }
    }
}

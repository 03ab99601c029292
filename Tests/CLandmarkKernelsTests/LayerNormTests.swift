import CLandmarkKernels
import Testing

@Suite struct LayerNormTests {
    static let shapes = [
        (1, 16), (7, 16), (8, 32), (9, 64), (16, 48), (17, 16), (97, 64), (5, 256),
    ]

    private func run(_ kernels: KernelSet, rows: Int, channels: Int, transposed: Bool)
        -> BlockedTensor
    {
        let values = GuardedFloats(noise(rows * channels, seed: 51))
        let factors = GuardedFloats(noise(channels, seed: 52))
        let target = BlockedTensor(
            kernels, 1, transposed ? channels : rows, transposed ? rows : channels)
        var arguments = lk_f32_layer_norm(
            input: values.base, factors: factors.base, output: target.memory.base,
            output_plane: Int64(target.plane), rows: Int32(rows), channels: Int32(channels),
            epsilon: 0.001, transposed: transposed)
        let count = transposed ? target.blocks * kernels.block : rows
        kernels.table.pointee.f32_layer_norm(&arguments, 0, Int32((count + 7) / 8))
        return target
    }

    @Test(
        "rows are normalized by mean and deviation, as pixels and as channels",
        arguments: KernelSet.all,
        [false, true])
    func definition(kernels: KernelSet, transposed: Bool) {
        for (rows, channels) in Self.shapes {
            let (got, clean) = run(kernels, rows: rows, channels: channels, transposed: transposed)
                .values
            #expect(clean, "padding lanes are not zero")
            #expect(
                got
                    == run(.scalar, rows: rows, channels: channels, transposed: transposed).values
                    .rowMajor)
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
                    let place = transposed ? channel * rows + row : row * channels + channel
                    #expect(abs(Double(got[place]) - expected) < 2e-6 * max(1, abs(expected)))
                }
            }
        }
    }
}

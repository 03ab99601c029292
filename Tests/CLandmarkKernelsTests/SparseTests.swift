import CLandmarkKernels
import LandmarkTestSupport
import Testing

/// A pointwise convolution of which a share of the weights is there.
private struct Problem: CustomTestStringConvertible, Sendable {
    var pixels: Int
    var inputs: Int
    var outputs: Int
    var density: Double
    var half = false
    var activation = LK_NONE
    var residualChannels = 0
    var residualLast = false

    var testDescription: String {
        "\(pixels)×\(inputs)→\(outputs) at \(density) \(half ? "half" : "float") "
            + "activation \(activation.rawValue) residual \(residualChannels) \(residualLast)"
    }

    var input: [Float] { noise(pixels * inputs, seed: 1) }
    var bias: [Float] { noise(outputs, seed: 3) }
    var slopes: [Float] { noise(outputs, seed: 4) }
    var residual: [Float] { noise(pixels * residualChannels, seed: 5) }

    /// Rows differ in what they hold, and every fifth is empty.
    var weights: [Float] {
        var random = SplitMix64(seed: 2)
        return (0..<outputs * inputs).map { index in
            let value = random.signedUnit(), chance = Double(random.below(1000)) / 1000
            let row = index / inputs
            let share = density == 1 ? 1 : row % 5 == 4 ? 0 : density * Double(row % 3 + 1) / 2
            return chance >= share ? 0 : half ? Float(Float16(value)) : value
        }
    }

    /// The weights' bytes.
    var stored: [UInt8] {
        half
            ? weights.flatMap { withUnsafeBytes(of: Float16($0)) { Array($0) } }
            : weights.flatMap { withUnsafeBytes(of: $0) { Array($0) } }
    }

    /// What a kernel makes of it, with its weights in `ranges`, its pixels in `tiles` and its
    /// units in `parts`.
    func run(
        _ level: Level, ranges: Int? = nil, tiles: Int? = nil, parts: Int = 1
    ) -> (rowMajor: [Float], clean: Bool) {
        let source = BlockedTensor(level, 1, pixels, inputs, input)
        let added = BlockedTensor(
            level, 1, pixels, max(residualChannels, 1), residualChannels > 0 ? residual : nil)
        let target = BlockedTensor(level, 1, pixels, outputs)
        let most = Int(LK_SPARSE_VECTORS)
        let room = Int(LK_SPARSE_SUMS) / (most * level.block * level.block)
        let ranges = ranges ?? (target.blocks + room - 1) / room
        let tiles = tiles ?? (pixels + most * level.block - 1) / (most * level.block)
        let (bias, slopes) = (vector(bias, level), vector(slopes, level))
        var starts = Array(repeating: Int32(-1), count: ranges)
        // Wherever a file has them.
        let bytes = [0] + stored
        bytes.withUnsafeBytes { bytes in
            var layout = lk_sparse_layout(
                weights: bytes.baseAddress.map { $0 + 1 }, half: half, outputs: Int32(outputs),
                inputs: Int32(inputs), ranges: Int32(ranges))
            let count = Int(lk_sparse_rows_count(level.code, &layout))
            // Guarded memory, two numbers' room for each row and six for each four weights.
            let rows = GuardedFloats(count: 2 * count)
            let rowsBase = UnsafeMutableRawPointer(rows.base)
                .assumingMemoryBound(to: lk_sparse_row.self)
            let fours = Int(lk_sparse_plan(level.code, &layout, rowsBase, &starts))
            let packed = GuardedFloats(count: 6 * max(fours, 1))
            let packedBase = UnsafeMutableRawPointer(packed.base)
                .assumingMemoryBound(to: lk_sparse_weights.self)
            lk_sparse_pack(level.code, &layout, rowsBase, &starts, packedBase)
            var arguments = lk_f32_sparse(
                input: source.memory.base, rows: rowsBase, weights: packedBase, starts: nil,
                bias: bias.base, output: target.memory.base, input_plane: Int64(source.plane),
                output_plane: Int64(target.plane), pixels: Int32(pixels),
                input_blocks: Int32(source.blocks), blocks: Int32(target.blocks),
                ranges: Int32(ranges), tiles: Int32(tiles),
                epilogue: lk_epilogue(
                    activation, slopes: slopes, residual: residualChannels > 0 ? added : nil,
                    residualLast: residualLast))
            starts.withUnsafeBufferPointer { starts in
                arguments.starts = starts.baseAddress
                let units = ranges * tiles
                for part in 0..<parts {
                    level.table.sparse(
                        &arguments, Int32(units * part / parts), Int32(units * (part + 1) / parts))
                }
            }
        }
        return target.values
    }

    /// What the convolution of all weights makes of it.
    func dense(_ level: Level) -> [Float] {
        let block = level.block
        let source = BlockedTensor(level, 1, pixels, inputs, input)
        let added = BlockedTensor(
            level, 1, pixels, max(residualChannels, 1), residualChannels > 0 ? residual : nil)
        let target = BlockedTensor(level, 1, pixels, outputs)
        let (bias, slopes) = (vector(bias, level), vector(slopes, level))
        let offsets = (0..<source.blocks).map { Int32($0 * source.plane) }
        let rest = (inputs - 1) % block + 1
        var layout = lk_conv_layout(
            weights: nil, half: false, outputs: Int32(outputs), blocks: Int32(target.blocks),
            rows: 1, row_length: Int32(inputs), segment_length: Int32(block),
            last_length: Int32((rest + 3) / 4 * 4))
        let depth = (source.blocks - 1) * block + Int(layout.last_length)
        let packed = GuardedFloats(count: depth * target.blocks * block)
        let scratch = GuardedFloats(count: 3 * block * inputs)
        weights.withUnsafeBytes {
            layout.weights = $0.baseAddress
            lk_conv_pack(level.code, &layout, packed.base, scratch.base)
        }
        offsets.withUnsafeBufferPointer { offsets in
            var arguments = lk_f32_conv(
                input: source.memory.base, weights: packed.base, bias: bias.base,
                output: target.memory.base, offsets: offsets.baseAddress,
                offset_count: Int32(offsets.count), segment_length: Int32(block),
                last_length: layout.last_length, pixel_step: Int32(block), row_step: 0, rows: 1,
                columns: Int32(pixels), blocks: Int32(target.blocks),
                output_plane: Int64(target.plane), chunks: 1, chunk_outer: false,
                epilogue: lk_epilogue(
                    activation, slopes: slopes, residual: residualChannels > 0 ? added : nil,
                    residualLast: residualLast))
            level.table.conv(&arguments, 0, lk_conv_groups(arguments.blocks))
        }
        return target.values.rowMajor
    }
}

@Suite struct SparseTests {
    private static let shapes: [Problem] = {
        var all: [Problem] = []
        for density in [0, 0.05, 0.25, 1] {
            for outputs in [1, 7, 8, 24, 33, 300] {
                for (pixels, inputs) in [(1, 5), (7, 16), (49, 97), (70, 24), (131, 200)] {
                    all.append(
                        Problem(
                            pixels: pixels, inputs: inputs, outputs: outputs, density: density))
                }
            }
        }
        for (inputs, density) in [(5, 1), (24, 0.25), (200, 0.05), (97, 0.5)] {
            all.append(
                Problem(pixels: 49, inputs: inputs, outputs: 40, density: density, half: true))
        }
        for pixels in 1...40 {
            all.append(Problem(pixels: pixels * 2, inputs: 11, outputs: 20, density: 0.3))
        }
        for activation in [LK_RELU, LK_RELU6, LK_PRELU, LK_HARD_SWISH] {
            for residual in [0, 8, 26] {
                for last in [false, true] {
                    all.append(
                        Problem(
                            pixels: 21, inputs: 9, outputs: 26, density: 0.25,
                            activation: activation, residualChannels: residual,
                            residualLast: last))
                }
            }
        }
        return all
    }()

    @Test("gives the bytes of the convolution of all weights", arguments: Level.all, shapes)
    private func dense(level: Level, problem: Problem) {
        let (values, clean) = problem.run(level)
        #expect(clean, "filling lanes are not zero")
        #expect(values == problem.dense(level))
    }

    @Test("gives the scalar kernel's bytes", arguments: Level.all, shapes)
    private func scalar(level: Level, problem: Problem) {
        #expect(problem.run(level).rowMajor == problem.run(.scalar).rowMajor)
    }

    @Test("gives the same bytes in any ranges, tiles and parts", arguments: Level.all)
    func splits(level: Level) {
        let problem = Problem(
            pixels: 75, inputs: 120, outputs: 72, density: 0.25, activation: LK_RELU6)
        let whole = problem.run(level).rowMajor
        for (ranges, tiles, parts) in [(2, 2, 1), (4, 3, 2), (3, 5, 4), (5, 2, 3)] {
            let split = problem.run(level, ranges: ranges, tiles: tiles, parts: parts)
            #expect(split.rowMajor == whole)
        }
    }

    @Test("weights that are zero do not spread what is not a number", arguments: Level.all)
    func missing(level: Level) {
        var input = BlockedTensor(level, 1, 9, 3).memory.values
        input = input.map { _ in .nan }
        let source = GuardedFloats(input)
        let target = BlockedTensor(level, 1, 9, 2)
        let bias = vector([1, 2], level)
        let weights: [Float] = [0, 0, 0, 0, 0, 0]
        var rows = Array(repeating: lk_sparse_row(), count: level.block)
        var packed = [lk_sparse_weights()]
        var starts: [Int32] = [0]
        weights.withUnsafeBufferPointer { weights in
            var layout = lk_sparse_layout(
                weights: weights.baseAddress, half: false, outputs: 2, inputs: 3, ranges: 1)
            #expect(lk_sparse_plan(level.code, &layout, &rows, &starts) == 0)
            lk_sparse_pack(level.code, &layout, &rows, &starts, &packed)
        }
        rows.withUnsafeBufferPointer { rows in
            packed.withUnsafeBufferPointer { packed in
                starts.withUnsafeBufferPointer { starts in
                    var arguments = lk_f32_sparse()
                    arguments.input = UnsafePointer(source.base)
                    arguments.rows = rows.baseAddress
                    arguments.weights = packed.baseAddress
                    arguments.starts = starts.baseAddress
                    arguments.bias = UnsafePointer(bias.base)
                    arguments.output = target.memory.base
                    (arguments.pixels, arguments.input_blocks, arguments.blocks) = (9, 1, 1)
                    (arguments.ranges, arguments.tiles) = (1, 1)
                    level.table.sparse(&arguments, 0, 1)
                }
            }
        }
        #expect(target.values.rowMajor == (0..<9).flatMap { _ in [Float(1), 2] })
    }
}

import CLandmarkKernels
import LandmarkTestSupport
import Testing

/// A pointwise convolution with a share of nonzero weights.
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

    /// Rows differ in their share of nonzero weights, and every fifth is all zero.
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

    /// Runs the kernel with its weights in `ranges`, its pixels in `tiles` and its units in `parts`.
    func run(
        _ kernels: KernelSet, ranges: Int? = nil, tiles: Int? = nil, parts: Int = 1
    ) -> (rowMajor: [Float], clean: Bool) {
        let source = BlockedTensor(kernels, 1, pixels, inputs, input)
        let added = BlockedTensor(
            kernels, 1, pixels, max(residualChannels, 1), residualChannels > 0 ? residual : nil)
        let target = BlockedTensor(kernels, 1, pixels, outputs)
        let most = Int(LK_SPARSE_VECTORS)
        let room = Int(LK_SPARSE_SUMS) / (most * kernels.block * kernels.block)
        let ranges = ranges ?? (target.blocks + room - 1) / room
        let tiles = tiles ?? (pixels + most * kernels.block - 1) / (most * kernels.block)
        let (bias, slopes) = (vector(bias, kernels), vector(slopes, kernels))
        var starts = Array(repeating: Int32(-1), count: ranges)
        // Unaligned, like in a file.
        let bytes = [0] + stored
        bytes.withUnsafeBytes { bytes in
            var layout = lk_sparse_layout(
                weights: bytes.baseAddress.map { $0 + 1 }, is_f16: half, outputs: Int32(outputs),
                inputs: Int32(inputs), ranges: Int32(ranges))
            let count = Int(lk_sparse_rows_count(kernels.table, &layout))
            // Guarded memory: two floats per row and six per group of four weights.
            let rows = GuardedFloats(count: 2 * count)
            let rowsBase = UnsafeMutableRawPointer(rows.base)
                .assumingMemoryBound(to: lk_sparse_row.self)
            let fours = Int(lk_sparse_plan(kernels.table, &layout, rowsBase, &starts))
            let packed = GuardedFloats(count: 6 * max(fours, 1))
            let packedBase = UnsafeMutableRawPointer(packed.base)
                .assumingMemoryBound(to: lk_sparse_weights.self)
            lk_sparse_pack(kernels.table, &layout, rowsBase, &starts, packedBase)
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
                    kernels.table.pointee.f32_sparse(
                        &arguments, Int32(units * part / parts), Int32(units * (part + 1) / parts))
                }
            }
        }
        return target.values
    }

    /// Runs the convolution with all weights.
    func dense(_ kernels: KernelSet) -> [Float] {
        let block = kernels.block
        let source = BlockedTensor(kernels, 1, pixels, inputs, input)
        let added = BlockedTensor(
            kernels, 1, pixels, max(residualChannels, 1), residualChannels > 0 ? residual : nil)
        let target = BlockedTensor(kernels, 1, pixels, outputs)
        let (bias, slopes) = (vector(bias, kernels), vector(slopes, kernels))
        let offsets = (0..<source.blocks).map { Int32($0 * source.plane) }
        let rest = (inputs - 1) % block + 1
        var layout = lk_conv_layout(
            weights: nil, is_f16: false, outputs: Int32(outputs), blocks: Int32(target.blocks),
            rows: 1, row_length: Int32(inputs), segment_length: Int32(block),
            last_length: Int32((rest + 3) / 4 * 4))
        let depth = (source.blocks - 1) * block + Int(layout.last_length)
        let packed = GuardedFloats(count: depth * target.blocks * block)
        let scratch = GuardedFloats(count: 3 * block * inputs)
        weights.withUnsafeBytes {
            layout.weights = $0.baseAddress
            lk_conv_pack(kernels.table, &layout, packed.base, scratch.base)
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
            kernels.table.pointee.f32_conv(&arguments, 0, lk_conv_groups(arguments.blocks))
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

    @Test("gives the bytes of the convolution of all weights", arguments: KernelSet.all, shapes)
    private func dense(kernels: KernelSet, problem: Problem) {
        let (values, clean) = problem.run(kernels)
        #expect(clean, "padding lanes are not zero")
        #expect(values == problem.dense(kernels))
    }

    @Test("gives the scalar kernel's bytes", arguments: KernelSet.all, shapes)
    private func scalar(kernels: KernelSet, problem: Problem) {
        #expect(problem.run(kernels).rowMajor == problem.run(.scalar).rowMajor)
    }

    @Test("gives the same bytes in any ranges, tiles and parts", arguments: KernelSet.all)
    func splits(kernels: KernelSet) {
        let problem = Problem(
            pixels: 75, inputs: 120, outputs: 72, density: 0.25, activation: LK_RELU6)
        let whole = problem.run(kernels).rowMajor
        for (ranges, tiles, parts) in [(2, 2, 1), (4, 3, 2), (3, 5, 4), (5, 2, 3)] {
            let split = problem.run(kernels, ranges: ranges, tiles: tiles, parts: parts)
            #expect(split.rowMajor == whole)
        }
    }

    @Test("zero weights do not spread NaN", arguments: KernelSet.all)
    func missing(kernels: KernelSet) {
        var input = BlockedTensor(kernels, 1, 9, 3).memory.values
        input = input.map { _ in .nan }
        let source = GuardedFloats(input)
        let target = BlockedTensor(kernels, 1, 9, 2)
        let bias = vector([1, 2], kernels)
        let weights: [Float] = [0, 0, 0, 0, 0, 0]
        var rows = Array(repeating: lk_sparse_row(), count: kernels.block)
        var packed = [lk_sparse_weights()]
        var starts: [Int32] = [0]
        weights.withUnsafeBufferPointer { weights in
            var layout = lk_sparse_layout(
                weights: weights.baseAddress, is_f16: false, outputs: 2, inputs: 3, ranges: 1)
            #expect(lk_sparse_plan(kernels.table, &layout, &rows, &starts) == 0)
            lk_sparse_pack(kernels.table, &layout, &rows, &starts, &packed)
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
                    kernels.table.pointee.f32_sparse(&arguments, 0, 1)
                }
            }
        }
        #expect(target.values.rowMajor == (0..<9).flatMap { _ in [Float(1), 2] })
    }
}

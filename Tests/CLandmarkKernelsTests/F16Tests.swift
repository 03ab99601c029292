import CLandmarkKernels
import Testing

/// Half-precision numbers: conversions, and the convolution that widens its weights in registers.
@Suite struct F16Tests {
    @Test("every half-precision number is widened exactly", arguments: KernelSet.all)
    func halves(kernels: KernelSet) {
        let halves = (0...UInt16.max).map { $0 }
        let floats = GuardedFloats(count: halves.count)
        halves.withUnsafeBytes {
            var arguments = lk_f16_to_f32(halves: $0.baseAddress, floats: floats.base)
            kernels.table.pointee.f16_to_f32(&arguments, 0, Int32(halves.count))
        }
        for (bits, float) in zip(halves, floats.values) {
            let expected = Float(Float16(bitPattern: bits))
            #expect(float == expected || (float.isNaN && expected.isNaN))
        }
    }
    @Test(
        "a convolution gives the same bytes with its weights in half precision",
        arguments: KernelSet.all)
    func sameBytes(kernels: KernelSet) {
        for pixels in [1, 2, 3, 4, 5, 16] {
            for (inputs, outputs) in [(8, 8), (11, 3), (40, 20), (64, 33), (288, 56)] {
                let (floats, halves) = run(
                    kernels, pixels: pixels, inputs: inputs, outputs: outputs)
                #expect(floats == halves, "\(pixels) pixels, \(inputs) to \(outputs)")
            }
        }
    }

    @Test("floats widened from half precision are narrowed exactly", arguments: KernelSet.all)
    func narrowing(kernels: KernelSet) {
        let halves = (0...UInt16.max).filter { $0 & 0x7c00 != 0x7c00 || $0 & 0x3ff == 0 }
        let floats = halves.map { Float(Float16(bitPattern: $0)) }
        var back = [UInt16](repeating: 0, count: halves.count)
        floats.withUnsafeBufferPointer { floats in
            back.withUnsafeMutableBytes { back in
                var arguments = lk_f32_to_f16(floats: floats.baseAddress, halves: back.baseAddress)
                kernels.table.pointee.f32_to_f16(&arguments, 0, Int32(floats.count))
            }
        }
        #expect(back == halves)
    }

    @Test("other floats are rounded to the nearest half", arguments: KernelSet.all)
    func rounding(kernels: KernelSet) {
        let halves = stride(from: UInt16(0), to: 0x7c00, by: 7).map {
            Float(Float16(bitPattern: $0))
        }
        // Around each half, halfway to the next, and beyond the largest.
        var floats: [Float] = [65519.99, 65520, -65520, 1e30, .infinity, 0x1p-25, 0x1.000002p-25]
        for (half, next) in zip(halves, halves.dropFirst()) {
            floats += [half.nextUp, half.nextDown, half * 1.0004, -half * 1.0007]
            floats.append((half + next) / 2)
        }
        var rounded = [UInt16](repeating: 0, count: floats.count)
        floats.withUnsafeBufferPointer { floats in
            rounded.withUnsafeMutableBytes { rounded in
                var arguments = lk_f32_to_f16(
                    floats: floats.baseAddress, halves: rounded.baseAddress)
                kernels.table.pointee.f32_to_f16(&arguments, 0, Int32(floats.count))
            }
        }
        #expect(rounded == floats.map { Float16($0).bitPattern })
    }

    private func run(
        _ kernels: KernelSet, pixels: Int, inputs: Int, outputs: Int
    ) -> (floats: [Float], halves: [Float]) {
        let block = kernels.block
        let source = BlockedTensor(kernels, 1, pixels, inputs, noise(pixels * inputs, seed: 61))
        let added = BlockedTensor(kernels, 1, pixels, outputs, noise(pixels * outputs, seed: 62))
        let weights = noise(outputs * inputs, seed: 63).map { Float16($0) }
        let offsets = (0..<source.blocks).map { Int32($0 * source.plane) }
        let targets = [0, 1].map { _ in BlockedTensor(kernels, 1, pixels, outputs) }
        let layout = lk_conv_layout(
            weights: nil, is_f16: true, outputs: Int32(outputs), blocks: Int32(targets[0].blocks),
            rows: 1, row_length: Int32(inputs), segment_length: Int32(block),
            last_length: Int32(((inputs - 1) % block + 4) / 4 * 4))
        let depth = (offsets.count - 1) * block + Int(layout.last_length)
        let packed = GuardedFloats(count: depth * targets[0].blocks * block)
        let scratch = GuardedFloats(count: 3 * block * inputs)
        weights.withUnsafeBytes {
            var layout = layout
            layout.weights = $0.baseAddress
            lk_conv_pack(kernels.table, &layout, packed.base, scratch.base)
        }
        let narrow = GuardedFloats(count: packed.count / 2)
        var narrowing = lk_f32_to_f16(floats: packed.base, halves: narrow.base)
        kernels.table.pointee.f32_to_f16(&narrowing, 0, Int32(packed.count))
        let bias = vector(noise(outputs, seed: 64), kernels)
        offsets.withUnsafeBufferPointer { offsets in
            var arguments = lk_f32_conv(
                input: source.memory.base, weights: packed.base, bias: bias.base,
                output: targets[0].memory.base, offsets: offsets.baseAddress,
                offset_count: Int32(offsets.count), segment_length: Int32(block),
                last_length: layout.last_length, pixel_step: Int32(block), row_step: 0, rows: 1,
                columns: Int32(pixels), blocks: Int32(targets[0].blocks),
                output_plane: Int64(targets[0].plane), chunks: 1, chunk_outer: false,
                epilogue: lk_epilogue(LK_RELU6, residual: added))
            let units = lk_conv_groups(arguments.blocks)
            kernels.table.pointee.f32_conv(&arguments, 0, units)
            arguments.weights = UnsafePointer(narrow.base)
            arguments.output = targets[1].memory.base
            kernels.table.pointee.f32_conv_f16_weights(&arguments, 0, units)
        }
        return (targets[0].values.rowMajor, targets[1].values.rowMajor)
    }
}

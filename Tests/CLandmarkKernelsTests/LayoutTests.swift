import CLandmarkKernels
import Testing

@Suite struct LayoutTests {
    @Test(
        "packing and unpacking are each other's inverse", arguments: KernelSet.all,
        [1, 3, 8, 17, 32])
    func roundTrip(kernels: KernelSet, channels: Int) {
        let values = noise(20 * channels, seed: 31)
        let rows = GuardedFloats(values)
        let blocked = BlockedTensor(kernels, 4, 5, channels)
        var arguments = lk_f32_layout(
            input: rows.base, output: blocked.memory.base, plane: Int64(blocked.plane), width: 5,
            channels: Int32(channels), row_step: Int64(5 * channels))
        kernels.table.pointee.f32_pack(&arguments, 0, 4)
        #expect(blocked.values.rowMajor == values)
        #expect(blocked.values.clean)
        let back = GuardedFloats(count: values.count)
        arguments.input = UnsafePointer(blocked.memory.base)
        arguments.output = back.base
        kernels.table.pointee.f32_unpack(&arguments, 0, 4)
        #expect(back.values == values)
    }

    @Test("a border is left as it was", arguments: KernelSet.all + KernelSet.halves)
    func padding(kernels: KernelSet) {
        let values = kernels.noise(6 * 10, seed: 32)
        let source = BlockedTensor(kernels, 2, 3, 10, values)
        let target = BlockedTensor(kernels, 5, 6, 10, Array(repeating: 0, count: 300))
        var arguments = lk_f32_pad(
            input: source.memory.base, output: target.memory.base,
            input_plane: Int64(source.plane), output_plane: Int64(target.plane),
            input_height: 2, input_width: 3, width: 6, pad_top: 1, pad_left: 2)
        let table = kernels.table.pointee
        (kernels.isHalf ? table.f16_pad : table.f32_pad)(&arguments, 0, Int32(target.blocks))
        let got = target.values.rowMajor
        for index in got.indices {
            let (y, x, c) = (index / 60 - 1, index / 10 % 6 - 2, index % 10)
            let inside = (0..<2).contains(y) && (0..<3).contains(x)
            #expect(got[index] == (inside ? values[(y * 3 + x) * 10 + c] : 0))
        }
    }

    @Test("groups of blocks are wide, adjacent and complete", arguments: 1...40)
    func groups(blocks: Int32) {
        var next: Int32 = 0
        for group in 0..<lk_conv_groups(blocks) {
            var width: Int32 = 0
            #expect(lk_conv_group(blocks, group, &width) == next)
            #expect((1...3).contains(width) && (width > 1 || blocks == 1))
            next += width
        }
        #expect(next == blocks)
    }
}

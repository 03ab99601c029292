import CLandmarkKernels
import Testing

@Suite struct ImageKernelTests {
    @Test("pooling ignores what lies outside", arguments: KernelSet.all, [false, true])
    func pooling(kernels: KernelSet, average: Bool) {
        let (size, channels) = (7, 11)
        let values = noise(size * size * channels, seed: 21)
        let source = BlockedTensor(kernels, size, size, channels, values)
        let target = BlockedTensor(kernels, 4, 4, channels)
        var arguments = lk_f32_pool(
            input: source.memory.base, output: target.memory.base,
            input_plane: Int64(source.plane), output_plane: Int64(target.plane),
            input_height: 7, input_width: 7, height: 4, width: 4, kernel_height: 3,
            kernel_width: 3, stride_y: 2, stride_x: 2, pad_top: 1, pad_left: 1,
            average: average, epilogue: lk_epilogue())
        kernels.table.pointee.f32_pool(&arguments, 0, Int32(target.blocks * 4))
        let (got, clean) = target.values
        #expect(clean)
        for index in got.indices {
            let (pixel, c) = (index / channels, index % channels)
            let rows = max(pixel / 4 * 2 - 1, 0)...min(pixel / 4 * 2 + 1, 6)
            let columns = max(pixel % 4 * 2 - 1, 0)...min(pixel % 4 * 2 + 1, 6)
            let window = rows.flatMap { y in
                columns.map { x in values[(y * size + x) * channels + c] }
            }
            let expected =
                average
                ? window.reduce(0, +) / Float(window.count) : window.reduce(-.infinity, max)
            #expect(abs(got[index] - expected) < 1e-6)
        }
    }

    @Test("squares of four give their maximum", arguments: KernelSet.all, [1, 8, 13])
    func squares(kernels: KernelSet, channels: Int) {
        let values = noise(7 * 6 * channels, seed: 27)
        let source = BlockedTensor(kernels, 7, 6, channels, values)
        let target = BlockedTensor(kernels, 3, 3, channels)
        var arguments = lk_f32_pool(
            input: source.memory.base, output: target.memory.base,
            input_plane: Int64(source.plane), output_plane: Int64(target.plane),
            input_height: 7, input_width: 6, height: 3, width: 3, kernel_height: 2,
            kernel_width: 2, stride_y: 2, stride_x: 2, pad_top: 0, pad_left: 0,
            average: false, epilogue: lk_epilogue())
        kernels.table.pointee.f32_pool(&arguments, 0, Int32(target.blocks * 3))
        let (got, clean) = target.values
        #expect(clean)
        for index in got.indices {
            let (pixel, c) = (index / channels, index % channels)
            let corner = pixel / 3 * 2 * 6 + pixel % 3 * 2
            let window = [0, 1, 6, 7].map { values[(corner + $0) * channels + c] }
            #expect(got[index] == window.max())
        }
    }

    @Test("a resize mixes the pixels its tables name", arguments: KernelSet.all)
    func resizing(kernels: KernelSet) {
        let channels = 9
        let values = noise(3 * 2 * channels, seed: 22)
        let source = BlockedTensor(kernels, 3, 2, channels, values)
        let target = BlockedTensor(kernels, 2, 3, channels)
        let rows = [
            lk_sample(first: 0, second: 1, weight: 0.25),
            lk_sample(first: 2, second: 2, weight: 0.5),
        ]
        let columns = [
            lk_sample(first: 0, second: 0, weight: 0),
            lk_sample(first: 0, second: 1, weight: 0.5),
            lk_sample(first: 1, second: 1, weight: 0.75),
        ]
        rows.withUnsafeBufferPointer { rows in
            columns.withUnsafeBufferPointer { columns in
                var arguments = lk_f32_resize(
                    input: source.memory.base, output: target.memory.base,
                    rows: rows.baseAddress, columns: columns.baseAddress,
                    input_plane: Int64(source.plane), output_plane: Int64(target.plane),
                    input_width: 2, height: 2, width: 3, epilogue: lk_epilogue())
                kernels.table.pointee.f32_resize(&arguments, 0, Int32(target.blocks * 2))
            }
        }
        let (got, clean) = target.values
        #expect(clean)
        for index in got.indices {
            let (pixel, c) = (index / channels, index % channels)
            let (row, column) = (rows[pixel / 3], columns[pixel % 3])
            func at(_ y: Int32, _ x: Int32) -> Float { values[Int(y * 2 + x) * channels + c] }
            func across(_ y: Int32) -> Float {
                at(y, column.first) * (1 - column.weight) + at(y, column.second) * column.weight
            }
            let expected = across(row.first) * (1 - row.weight) + across(row.second) * row.weight
            #expect(abs(got[index] - expected) < 1e-6)
        }
    }

    /// Doubles an image's sides, in two parts, and adds a tensor.
    private func doubled(_ kernels: KernelSet, _ height: Int, _ width: Int, _ channels: Int)
        -> [Float]
    {
        func samples(_ count: Int) -> [lk_sample] {
            (0..<2 * count).map { place in
                let first = max(place - 1, 0) / 2
                return lk_sample(
                    first: Int32(first), second: Int32(min(first + 1, count - 1)),
                    weight: place == 0 ? 0 : place % 2 == 1 ? 0.25 : 0.75)
            }
        }
        let count = height * width * channels
        let source = BlockedTensor(kernels, height, width, channels, noise(count, seed: 27))
        let added = BlockedTensor(
            kernels, 2 * height, 2 * width, channels, noise(4 * count, seed: 28))
        let target = BlockedTensor(kernels, 2 * height, 2 * width, channels)
        samples(height).withUnsafeBufferPointer { rows in
            samples(width).withUnsafeBufferPointer { columns in
                var arguments = lk_f32_resize(
                    input: source.memory.base, output: target.memory.base,
                    rows: rows.baseAddress, columns: columns.baseAddress,
                    input_plane: Int64(source.plane), output_plane: Int64(target.plane),
                    input_width: Int32(width), height: Int32(2 * height), width: Int32(2 * width),
                    epilogue: lk_epilogue())
                arguments.epilogue.residual = UnsafePointer(added.memory.base)
                arguments.epilogue.residual_plane = Int64(added.plane)
                arguments.epilogue.residual_blocks = Int32(added.blocks)
                arguments.epilogue.activation = LK_RELU
                let units = Int32(target.blocks * 2 * height)
                kernels.table.pointee.f32_resize(&arguments, 0, units / 3)
                kernels.table.pointee.f32_resize(&arguments, units / 3, units)
            }
        }
        return target.values.rowMajor
    }

    @Test("a resize to twice the size gives the scalar kernel's bytes", arguments: KernelSet.all)
    func doubling(kernels: KernelSet) {
        for (height, width) in [(1, 1), (1, 5), (2, 3), (7, 4), (8, 8)] {
            for channels in [1, 8, 19] {
                #expect(
                    doubled(kernels, height, width, channels)
                        == doubled(.scalar, height, width, channels),
                    "\(height)×\(width)×\(channels)")
            }
        }
    }

    @Test("an addition takes missing blocks as zero", arguments: KernelSet.all)
    func adding(kernels: KernelSet) {
        let (few, many) = (kernels.block, kernels.block * 2 + 3)
        let narrow = noise(6 * few, seed: 23)
        let wide = noise(6 * many, seed: 24)
        let source = BlockedTensor(kernels, 2, 3, few, narrow)
        let residual = BlockedTensor(kernels, 2, 3, many, wide)
        let target = BlockedTensor(kernels, 2, 3, many)
        var arguments = lk_f32_add(
            input: source.memory.base, output: target.memory.base,
            input_plane: Int64(source.plane), output_plane: Int64(target.plane),
            input_blocks: Int32(source.blocks), pixels: 6, epilogue: lk_epilogue())
        arguments.epilogue.residual = UnsafePointer(residual.memory.base)
        arguments.epilogue.residual_plane = Int64(residual.plane)
        arguments.epilogue.residual_blocks = Int32(residual.blocks)
        kernels.table.pointee.f32_add(&arguments, 0, Int32(target.blocks))
        let (got, clean) = target.values
        #expect(clean)
        for index in got.indices {
            let (pixel, c) = (index / many, index % many)
            let expected = wide[index] + (c < few ? narrow[pixel * few + c] : 0)
            #expect(got[index] == expected)
        }
    }

    @Test("the mean is over a plane's pixels", arguments: KernelSet.all)
    func averaging(kernels: KernelSet) {
        let channels = 19
        let values = noise(35 * channels, seed: 25)
        let source = BlockedTensor(kernels, 5, 7, channels, values)
        let target = GuardedFloats(count: source.blocks * kernels.block)
        var arguments = lk_f32_mean(
            input: source.memory.base, output: target.base, input_plane: Int64(source.plane),
            output_plane: Int64(kernels.block), pixels: 35)
        kernels.table.pointee.f32_mean(&arguments, 0, Int32(source.blocks))
        for c in 0..<channels {
            let sum = (0..<35).reduce(Double(0)) { $0 + Double(values[$1 * channels + c]) }
            #expect(abs(Double(target.base[c]) - sum / 35) < 1e-6)
        }
    }

    @Test(
        "channels become squares of pixels", arguments: KernelSet.all,
        [(1, 2), (3, 2), (8, 2), (16, 2), (20, 2), (1, 3), (7, 3), (1, 4)])
    func depthToSpace(kernels: KernelSet, shape: (channels: Int, square: Int)) {
        let (channels, square) = shape
        let depth = square * square * channels
        let values = noise(6 * depth, seed: 26)
        let source = BlockedTensor(kernels, 2, 3, depth, values)
        let target = BlockedTensor(kernels, 2 * square, 3 * square, channels)
        var arguments = lk_f32_depth_to_space(
            input: source.memory.base, output: target.memory.base,
            input_plane: Int64(source.plane), output_plane: Int64(target.plane),
            height: Int32(2 * square), width: Int32(3 * square), channels: Int32(channels),
            square: Int32(square))
        kernels.table.pointee.f32_depth_to_space(
            &arguments, 0, Int32(target.blocks * 2 * square))
        let (got, clean) = target.values
        #expect(clean)
        for index in got.indices {
            let (pixel, c) = (index / channels, index % channels)
            let (y, x) = (pixel / (3 * square), pixel % (3 * square))
            let corner = y % square * square + x % square
            let from = (y / square * 3 + x / square) * square * square + corner
            #expect(got[index] == values[from * channels + c])
        }
    }
}

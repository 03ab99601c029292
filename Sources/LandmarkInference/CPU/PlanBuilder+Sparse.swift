internal import CLandmarkKernels

extension PlanBuilder {
    /// Plans a pointwise convolution over its nonzero weights if there are so few that this takes
    /// less time than all weights in blocks. Returns whether it did so.
    ///
    /// In the pose detector 75 % of the weights are zero.
    mutating func planSparse(
        _ node: Node, _ window: Window, weights: Int, bias: Int?
    ) throws(InferenceError) -> Bool {
        guard window.isPointwise, let constant = graph.values[weights].constant
        else { return false }
        let source = graph.values[node.inputs[0]]
        let value = graph.values[node.output]
        let tiling = SparseTiling(pixels: value.pixels, outputs: value.channels, block, threads)
        let count = source.channels * value.channels
        var nonzero = 0
        try constants.withNumbers(of: constant) { bytes, isHalf in
            nonzero = Int(lk_sparse_count(bytes, isHalf, Int64(count)))
        }
        guard tiling.pays(nonzero, inputs: source.channels, outputs: value.channels) else {
            return false
        }
        var layout = lk_sparse_layout(
            weights: nil, is_f16: false, outputs: Int32(value.channels),
            inputs: Int32(source.channels), ranges: Int32(tiling.ranges))
        try takeSparse(layout, nonzero)
        var packed: SparseWeights?
        try constants.withNumbers(of: constant) { bytes, isHalf in
            layout.weights = bytes
            layout.is_f16 = isHalf
            packed = packSparse(layout)
        }
        guard let packed else { return false }
        let input = try blocked(node.inputs[0])
        let blocks = (input: blocks(source.channels), output: blocks(value.channels))
        let bias = try padded(bias, blocks: blocks.output)
        let epilogue = try epilogue(node)
        let target = try newBlocked(node)
        let planes = (plane(pixels: source.pixels), plane(pixels: value.pixels))
        let units = tiling.tiles * tiling.ranges
        let kernel = kernels.pointee.f32_sparse
        steps.append(
            PlannedStep(
                name: "sparse \(graph.describe(node))", reads: [input] + epilogue.reads,
                writes: [target], macs: value.pixels * nonzero
            ) { memory in
                let arguments = lk_f32_sparse(
                    input: UnsafePointer(memory[input]), rows: packed.rows,
                    weights: packed.weights, starts: packed.starts,
                    bias: UnsafePointer(bias.base), output: memory[target],
                    input_plane: Int64(planes.0), output_plane: Int64(planes.1),
                    pixels: Int32(value.pixels), input_blocks: Int32(blocks.input),
                    blocks: Int32(blocks.output), ranges: Int32(tiling.ranges),
                    tiles: Int32(tiling.tiles), epilogue: epilogue.make(memory))
                return memory.step(
                    kernel, arguments, units: units,
                    least: Self.macsWorthAThread * units / max(value.pixels * nonzero, 1))
            })
        return true
    }

    /// Weights in the order in which the kernel reads them.
    private struct SparseWeights {
        let rows: UnsafePointer<lk_sparse_row>
        let weights: UnsafePointer<lk_sparse_weights>
        let starts: UnsafePointer<Int32>
    }

    /// Accounts for the maximum memory that this many weights take: each row begins with a new
    /// group of four.
    private func takeSparse(_ layout: lk_sparse_layout, _ nonzero: Int) throws(InferenceError) {
        var layout = layout
        let rows = Int(lk_sparse_rows_count(kernels, &layout))
        try budget.take(
            bytes: rows * MemoryLayout<lk_sparse_row>.stride
                + (rows + nonzero / 4) * MemoryLayout<lk_sparse_weights>.stride)
    }

    private func packSparse(_ layout: lk_sparse_layout) -> SparseWeights {
        var layout = layout
        let rows = arguments.room(
            for: lk_sparse_row.self, count: Int(lk_sparse_rows_count(kernels, &layout)))
        let starts = arguments.room(for: Int32.self, count: Int(layout.ranges))
        let count = Int(lk_sparse_plan(kernels, &layout, rows, starts))
        let weights = arguments.room(for: lk_sparse_weights.self, count: count)
        lk_sparse_pack(kernels, &layout, rows, starts, weights)
        return SparseWeights(
            rows: UnsafePointer(rows), weights: UnsafePointer(weights),
            starts: UnsafePointer(starts))
    }
}

/// The division of a sparse convolution into tiles of pixels and ranges of outputs.
private struct SparseTiling {
    let tiles: Int
    let ranges: Int
    private let pixels: Int
    /// Pixels, including those that only pad vectors.
    private let paddedPixels: Int

    /// Selects the smallest number of units that fits the kernel, or a multiple of `threads` when
    /// there are few.
    init(pixels: Int, outputs: Int, _ block: Int, _ threads: Int) {
        func rounded(_ count: Int) -> Int { (count + threads - 1) / threads * threads }
        let vectors = (pixels + block - 1) / block
        let most = Int(LK_SPARSE_VECTORS)
        let least = (vectors + most - 1) / most
        // Tiles of fewer than six vectors would leave the multiply-add units waiting.
        tiles = least == 1 || vectors / rounded(least) < 6 ? least : rounded(least)
        let blocks = (outputs + block - 1) / block
        let room = Int(LK_SPARSE_SUMS) / (most * block * block)
        var ranges = (blocks + room - 1) / room
        if tiles < 4 * threads {
            while tiles * ranges % threads != 0, ranges < blocks { ranges += 1 }
        }
        self.ranges = ranges
        self.pixels = pixels
        // Fewer than four vectors keep too few sums in flight, and take as long as four.
        paddedPixels = max(vectors, 4) * block
    }

    /// Returns whether `count` nonzero weights take less time than all of them.
    ///
    /// Measured with AVX2 on Zen 3 over the shapes of MediaPipe's pose detector and of the hand
    /// landmark model, half of whose last weights are zero. A product takes 1.4 times as long as in
    /// whole blocks, since each needs its own load, and transposing the channels of a block to
    /// pixels or back takes as long as five products per number. With a quarter of the weights this
    /// pays off from 16 channels, with half of them from 40.
    func pays(_ count: Int, inputs: Int, outputs: Int) -> Bool {
        7 * count * paddedPixels + 25 * (inputs * ranges + outputs) * pixels
            < 5 * inputs * outputs * pixels
    }
}

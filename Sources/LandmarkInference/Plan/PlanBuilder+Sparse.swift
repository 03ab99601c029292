internal import CLandmarkKernels

extension PlanBuilder {
    /// Plans a pointwise convolution over its weights that are not zero, and says whether it did:
    /// only where so few are there that it takes less time than all of them in blocks.
    mutating func planSparse(
        _ node: Node, _ window: Window, weights: Int, bias: Int?
    ) throws(InferenceError) -> Bool {
        guard window.isPointwise, let constant = graph.values[weights].constant
        else { return false }
        let source = graph.values[node.inputs[0]]
        let value = graph.values[node.output]
        let cut = SparseCut(pixels: value.pixels, outputs: value.channels, block, threads)
        let count = source.channels * value.channels
        var there = 0
        try constants.withWeights(of: constant) { bytes, half in
            there = Int(lk_sparse_count(bytes, half, Int64(count)))
        }
        guard cut.isWorthIt(there, inputs: source.channels, outputs: value.channels) else {
            return false
        }
        var layout = lk_sparse_layout(
            weights: nil, half: false, outputs: Int32(value.channels),
            inputs: Int32(source.channels), ranges: Int32(cut.ranges))
        try takeSparse(layout, there)
        var packed: SparseWeights?
        try constants.withWeights(of: constant) { bytes, half in
            layout.weights = bytes
            layout.half = half
            packed = packSparse(layout)
        }
        guard let packed else { return false }
        let input = try blocked(node.inputs[0])
        let blocks = (input: blocks(source.channels), output: blocks(value.channels))
        let bias = try padded(bias, blocks: blocks.output)
        let epilogue = try epilogue(node)
        let target = try newBlocked(node)
        let planes = (plane(pixels: source.pixels), plane(pixels: value.pixels))
        let units = cut.tiles * cut.ranges
        let kernel = kernels.sparse
        steps.append(
            PlannedStep(
                name: "sparse convolution \(describe(node))", reads: [input] + epilogue.reads,
                writes: [target], multiplyAdds: value.pixels * there
            ) { memory in
                let arguments = lk_f32_sparse(
                    input: UnsafePointer(memory[input]), rows: packed.rows,
                    weights: packed.weights, starts: packed.starts,
                    bias: UnsafePointer(bias.base), output: memory[target],
                    input_plane: Int64(planes.0), output_plane: Int64(planes.1),
                    pixels: Int32(value.pixels), input_blocks: Int32(blocks.input),
                    blocks: Int32(blocks.output), ranges: Int32(cut.ranges),
                    tiles: Int32(cut.tiles), epilogue: epilogue.make(memory))
                return memory.step(
                    kernel, arguments, units: units,
                    least: Self.productsWorthAThread * units / max(value.pixels * there, 1))
            })
        return true
    }

    /// Weights in the order in which the kernel reads them.
    private struct SparseWeights {
        let rows: UnsafePointer<lk_sparse_row>
        let weights: UnsafePointer<lk_sparse_weights>
        let starts: UnsafePointer<Int32>
    }

    /// Counts what so many weights take at most: each row begins with a new four.
    private func takeSparse(_ layout: lk_sparse_layout, _ there: Int) throws(InferenceError) {
        var layout = layout
        let rows = Int(lk_sparse_rows_count(kernels.level, &layout))
        try budget.take(
            bytes: rows * MemoryLayout<lk_sparse_row>.stride
                + (rows + there / 4) * MemoryLayout<lk_sparse_weights>.stride)
    }

    private func packSparse(_ layout: lk_sparse_layout) -> SparseWeights {
        var layout = layout
        let level = kernels.level
        let rows = arguments.room(
            for: lk_sparse_row.self, count: Int(lk_sparse_rows_count(level, &layout)))
        let starts = arguments.room(for: Int32.self, count: Int(layout.ranges))
        let count = Int(lk_sparse_plan(level, &layout, rows, starts))
        let weights = arguments.room(for: lk_sparse_weights.self, count: count)
        lk_sparse_pack(level, &layout, rows, starts, weights)
        return SparseWeights(
            rows: UnsafePointer(rows), weights: UnsafePointer(weights),
            starts: UnsafePointer(starts))
    }
}

internal import CLandmarkKernels

/// Floats moved that are worth handing to another thread.
private let worthAThread = 16384

extension PlanBuilder {
    mutating func planPool(_ node: Node, _ window: Window, average: Bool) throws(InferenceError) {
        let source = graph.values[node.inputs[0]]
        let value = graph.values[node.output]
        let input = try blocked(node.inputs[0])
        let epilogue = try epilogue(node)
        let target = try newBlocked(node)
        let planes = (plane(pixels: source.pixels), plane(pixels: value.pixels))
        let units = blocks(value.channels) * value.height
        let rowWork = value.width * block * window.height * window.width
        let kernel = kernels.pool
        steps.append(
            PlannedStep(
                name: "pooling \(describe(node))", reads: [input] + epilogue.reads, writes: [target]
            ) { memory in
                let arguments = lk_f32_pool(
                    input: UnsafePointer(memory[input]), output: memory[target],
                    input_plane: Int64(planes.0), output_plane: Int64(planes.1),
                    input_height: Int32(source.height), input_width: Int32(source.width),
                    height: Int32(value.height), width: Int32(value.width),
                    kernel_height: Int32(window.height), kernel_width: Int32(window.width),
                    stride_y: Int32(window.strideY), stride_x: Int32(window.strideX),
                    pad_top: Int32(window.top), pad_left: Int32(window.left), average: average,
                    epilogue: epilogue.make(memory))
                return memory.step(
                    kernel, arguments, units: units, least: worthAThread / rowWork)
            })
    }

    mutating func planResize(
        _ node: Node, alignCorners: Bool, halfPixelCenters: Bool
    ) throws(InferenceError) {
        let source = graph.values[node.inputs[0]]
        let value = graph.values[node.output]
        let input = try blocked(node.inputs[0])
        let epilogue = try epilogue(node)
        let target = try newBlocked(node)
        try budget.take(
            bytes: (value.height + value.width) * MemoryLayout<lk_sample>.stride)
        let rows = arguments.store(
            Self.samples(source.height, value.height, alignCorners, halfPixelCenters))
        let columns = arguments.store(
            Self.samples(source.width, value.width, alignCorners, halfPixelCenters))
        let planes = (plane(pixels: source.pixels), plane(pixels: value.pixels))
        let units = blocks(value.channels) * value.height
        let rowWork = value.width * block
        let kernel = kernels.resize
        steps.append(
            PlannedStep(
                name: "resize \(describe(node))", reads: [input] + epilogue.reads, writes: [target]
            ) { memory in
                let arguments = lk_f32_resize(
                    input: UnsafePointer(memory[input]), output: memory[target],
                    rows: UnsafePointer(rows), columns: UnsafePointer(columns),
                    input_plane: Int64(planes.0), output_plane: Int64(planes.1),
                    input_width: Int32(source.width), height: Int32(value.height),
                    width: Int32(value.width), epilogue: epilogue.make(memory))
                return memory.step(
                    kernel, arguments, units: units, least: worthAThread / rowWork)
            })
    }

    /// Where each of `outputs` samples along one axis reads among `inputs`, as TensorFlow Lite
    /// defines it for the two options.
    static func samples(
        _ inputs: Int, _ outputs: Int, _ alignCorners: Bool, _ halfPixelCenters: Bool
    ) -> [lk_sample] {
        let scale =
            alignCorners && outputs > 1
            ? Float(inputs - 1) / Float(outputs - 1) : Float(inputs) / Float(outputs)
        return (0..<outputs).map { output in
            let place =
                halfPixelCenters ? (Float(output) + 0.5) * scale - 0.5 : Float(output) * scale
            let first = min(max(Int(place.rounded(.down)), 0), inputs - 1)
            return lk_sample(
                first: Int32(first), second: Int32(min(first + 1, inputs - 1)),
                weight: max(place - Float(first), 0))
        }
    }

    /// A copy with an epilogue: additions and activations that nothing before could end with.
    mutating func planIdentity(_ node: Node) throws(InferenceError) {
        let source = graph.values[node.inputs[0]]
        let value = graph.values[node.output]
        let input = try blocked(node.inputs[0])
        let epilogue = try epilogue(node)
        let target = try newBlocked(node)
        let planes = (plane(pixels: source.pixels), plane(pixels: value.pixels))
        let counts = (blocks(source.channels), blocks(value.channels))
        let kernel = kernels.add
        steps.append(
            PlannedStep(
                name: "addition \(describe(node))", reads: [input] + epilogue.reads,
                writes: [target]
            ) { memory in
                let arguments = lk_f32_add(
                    input: UnsafePointer(memory[input]), output: memory[target],
                    input_plane: Int64(planes.0), output_plane: Int64(planes.1),
                    input_blocks: Int32(counts.0), pixels: Int32(value.pixels),
                    epilogue: epilogue.make(memory))
                return memory.step(
                    kernel, arguments, units: counts.1, least: worthAThread / planes.1)
            })
    }

    mutating func planDepthToSpace(_ node: Node, square: Int) throws(InferenceError) {
        let source = graph.values[node.inputs[0]]
        let value = graph.values[node.output]
        let input = try blocked(node.inputs[0])
        let target = try newBlocked(node)
        let planes = (plane(pixels: source.pixels), plane(pixels: value.pixels))
        let units = blocks(value.channels) * value.height
        let rowWork = value.width * block
        let kernel = kernels.depthToSpace
        steps.append(
            PlannedStep(
                name: "depth to space \(describe(node))", reads: [input], writes: [target]
            ) { memory in
                let arguments = lk_f32_depth_to_space(
                    input: UnsafePointer(memory[input]), output: memory[target],
                    input_plane: Int64(planes.0), output_plane: Int64(planes.1),
                    height: Int32(value.height), width: Int32(value.width),
                    channels: Int32(value.channels), square: Int32(square))
                return memory.step(
                    kernel, arguments, units: units, least: worthAThread / rowWork)
            })
    }

    mutating func planSpatialMean(_ node: Node) throws(InferenceError) {
        let source = graph.values[node.inputs[0]]
        let input = try blocked(node.inputs[0])
        let target = try newBlocked(node)
        let planes = (plane(pixels: source.pixels), block)
        let units = blocks(source.channels)
        let kernel = kernels.mean
        steps.append(
            PlannedStep(
                name: "spatial mean \(describe(node))", reads: [input], writes: [target]
            ) { memory in
                let arguments = lk_f32_mean(
                    input: UnsafePointer(memory[input]), output: memory[target],
                    input_plane: Int64(planes.0), output_plane: Int64(planes.1),
                    pixels: Int32(source.pixels))
                return memory.step(
                    kernel, arguments, units: units, least: worthAThread / planes.0)
            })
    }

    /// Reads rows where they lie and writes what convolutions take: no change of layout between.
    mutating func planNormalize(
        _ node: Node, factors: Int, epsilon: Int, turned: Bool
    ) throws(InferenceError) {
        let source = graph.values[node.inputs[0]]
        let value = graph.values[node.output]
        let input = try plain(node.inputs[0])
        let factors = try unpacked(factors)
        let epsilon = try floats(of: epsilon)[0]
        let target = try newBlocked(node)
        let plane = plane(pixels: value.pixels)
        let rows = turned ? blocks(source.pixels) * block : source.pixels
        let kernel = kernels.normalize
        steps.append(
            PlannedStep(
                name: "normalization \(describe(node))", reads: [input], writes: [target]
            ) { memory in
                let arguments = lk_f32_normalize(
                    input: UnsafePointer(memory[input]), factors: UnsafePointer(factors.base),
                    output: memory[target], output_plane: Int64(plane),
                    rows: Int32(source.pixels), channels: Int32(source.channels),
                    epsilon: epsilon, turned: turned)
                return memory.step(
                    kernel, arguments, units: (rows + 7) / 8,
                    least: worthAThread / (8 * source.channels))
            })
    }

    /// A border on its own: a row-major copy, as no model of ours needs it fast.
    mutating func planPadImage(_ node: Node, top: Int, left: Int) throws(InferenceError) {
        let copy = StridedCopy.inset(
            graph.values[node.inputs[0]].shape, into: graph.values[node.output].shape,
            at: [0, top, left, 0])
        try planCopies(node, [copy], fill: 0)
    }
}

internal import CLandmarkKernels
import LandmarkCore

extension PlanBuilder {
    /// Plans a pooling operation.
    mutating func planPool(_ node: Node, _ window: Window, average: Bool) throws(InferenceError) {
        let source = graph.values[node.inputs[0]]
        let value = graph.values[node.output]
        // A mean is a sum, which would be rounded after each value.
        let precision = average ? .single : floatPrecision
        let input = try blocked(node.inputs[0], precision)
        let epilogue = try epilogue(node, precision)
        let target = try newBlocked(node, precision)
        let planes = (plane(pixels: source.pixels), plane(pixels: value.pixels))
        let units = blocks(value.channels) * value.height
        let rowWork = value.width * block * window.height * window.width
        let kernel =
            precision == .half ? kernels.pointee.f16_pool : kernels.pointee.f32_pool
        steps.append(
            PlannedStep(
                name: graph.describe(node), reads: [input] + epilogue.reads, writes: [target]
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
                    kernel, arguments, units: units, least: Self.floatsWorthAThread / rowWork)
            })
    }

    /// Plans a bilinear resize.
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
        let kernel = kernels.pointee.f32_resize
        steps.append(
            PlannedStep(
                name: graph.describe(node), reads: [input] + epilogue.reads, writes: [target]
            ) { memory in
                let arguments = lk_f32_resize(
                    input: UnsafePointer(memory[input]), output: memory[target],
                    rows: UnsafePointer(rows), columns: UnsafePointer(columns),
                    input_plane: Int64(planes.0), output_plane: Int64(planes.1),
                    input_width: Int32(source.width), height: Int32(value.height),
                    width: Int32(value.width), epilogue: epilogue.make(memory))
                return memory.step(
                    kernel, arguments, units: units, least: Self.floatsWorthAThread / rowWork)
            })
    }

    /// Returns the positions among `inputs` at which each of `outputs` samples along one axis
    /// reads, as TensorFlow Lite defines them for the two options.
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

    /// Plans a copy with an epilogue: additions and activations that no earlier operation could take.
    mutating func planIdentity(_ node: Node) throws(InferenceError) {
        let source = graph.values[node.inputs[0]]
        let value = graph.values[node.output]
        let precision = floatPrecision
        let input = try blocked(node.inputs[0], precision)
        let epilogue = try epilogue(node, precision)
        let target = try newBlocked(node, precision)
        let planes = (plane(pixels: source.pixels), plane(pixels: value.pixels))
        let counts = (blocks(source.channels), blocks(value.channels))
        let kernel =
            precision == .half ? kernels.pointee.f16_add : kernels.pointee.f32_add
        steps.append(
            PlannedStep(
                name: graph.describe(node), reads: [input] + epilogue.reads,
                writes: [target]
            ) { memory in
                let arguments = lk_f32_add(
                    input: UnsafePointer(memory[input]), output: memory[target],
                    input_plane: Int64(planes.0), output_plane: Int64(planes.1),
                    input_blocks: Int32(counts.0), pixels: Int32(value.pixels),
                    epilogue: epilogue.make(memory))
                return memory.step(
                    kernel, arguments, units: counts.1, least: Self.floatsWorthAThread / planes.1)
            })
    }

    /// Plans a rearrangement of channels to squares of pixels.
    mutating func planDepthToSpace(_ node: Node, square: Int) throws(InferenceError) {
        let source = graph.values[node.inputs[0]]
        let value = graph.values[node.output]
        let input = try blocked(node.inputs[0])
        let target = try newBlocked(node)
        let planes = (plane(pixels: source.pixels), plane(pixels: value.pixels))
        let units = blocks(value.channels) * value.height
        let rowWork = value.width * block
        let kernel = kernels.pointee.f32_depth_to_space
        steps.append(
            PlannedStep(
                name: graph.describe(node), reads: [input], writes: [target]
            ) { memory in
                let arguments = lk_f32_depth_to_space(
                    input: UnsafePointer(memory[input]), output: memory[target],
                    input_plane: Int64(planes.0), output_plane: Int64(planes.1),
                    height: Int32(value.height), width: Int32(value.width),
                    channels: Int32(value.channels), square: Int32(square))
                return memory.step(
                    kernel, arguments, units: units, least: Self.floatsWorthAThread / rowWork)
            })
    }

    /// Plans a mean over all pixels.
    mutating func planSpatialMean(_ node: Node) throws(InferenceError) {
        let source = graph.values[node.inputs[0]]
        let input = try blocked(node.inputs[0])
        let target = try newBlocked(node)
        let planes = (plane(pixels: source.pixels), block)
        let units = blocks(source.channels)
        let kernel = kernels.pointee.f32_mean
        steps.append(
            PlannedStep(
                name: graph.describe(node), reads: [input], writes: [target]
            ) { memory in
                let arguments = lk_f32_mean(
                    input: UnsafePointer(memory[input]), output: memory[target],
                    input_plane: Int64(planes.0), output_plane: Int64(planes.1),
                    pixels: Int32(source.pixels))
                return memory.step(
                    kernel, arguments, units: units, least: Self.floatsWorthAThread / planes.0)
            })
    }

    /// Plans a layer normalization, which reads rows and writes blocks: no change of layout is needed
    /// before the next convolution.
    mutating func planLayerNorm(
        _ node: Node, factors: Int, epsilon: Int, transposed: Bool
    ) throws(InferenceError) {
        let source = graph.values[node.inputs[0]]
        let value = graph.values[node.output]
        let input = try rowMajor(node.inputs[0])
        let factors = try unpacked(factors)
        let epsilon = try floats(of: epsilon)[0]
        let target = try newBlocked(node)
        let plane = plane(pixels: value.pixels)
        let rows = transposed ? blocks(source.pixels) * block : source.pixels
        let kernel = kernels.pointee.f32_layer_norm
        steps.append(
            PlannedStep(
                name: graph.describe(node), reads: [input], writes: [target]
            ) { memory in
                let arguments = lk_f32_layer_norm(
                    input: UnsafePointer(memory[input]), factors: UnsafePointer(factors.base),
                    output: memory[target], output_plane: Int64(plane),
                    rows: Int32(source.pixels), channels: Int32(source.channels),
                    epsilon: epsilon, transposed: transposed)
                return memory.step(
                    kernel, arguments, units: (rows + 7) / 8,
                    least: Self.floatsWorthAThread / (8 * source.channels))
            })
    }

    /// Plans a standalone border as a row-major copy: no supported model needs it to be fast.
    mutating func planPadImage(_ node: Node, top: Int, left: Int) throws(InferenceError) {
        let copy = StridedCopy.inset(
            graph.values[node.inputs[0]].shape, into: graph.values[node.output].shape,
            at: [0, top, left, 0])
        try planCopies(node, [copy], fill: 0)
    }
}

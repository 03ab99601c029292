internal import CLandmarkKernels

/// Multiplications that are worth handing to another thread: about a microsecond of them.
private let worthAThread = 1 << 17

/// Floats that the nearest cache holds beside what else is in use.
private let nearFloats = 8192

extension PlanBuilder {
    /// A convolution as a matrix product, its weights packed.
    mutating func convolution(
        _ node: Node, _ window: Window, weights: Int, bias: Int?
    ) throws(InferenceError) -> RowOperator {
        let input = node.inputs[0]
        if let image = images[input], stemWindow(of: input) == window {
            return try stem(node, window, image, weights: weights, bias: bias)
        }
        let source = graph.values[input]
        var width = source.width
        var buffer: Int?
        var plane = 0
        if window.isPadded {
            let border = try planBorder(input, try blocked(input), window)
            (buffer, width, plane) = (border.buffer, border.width, border.plane)
        } else if !window.isPointwise {
            plane = self.plane(pixels: source.pixels)
        }
        let inputBlocks = blocks(source.channels)
        let rest = source.channels - (inputBlocks - 1) * block
        var segments: [(block: Int, pixel: Int)] = []
        for y in 0..<window.height {
            for x in 0..<window.width {
                let pixel = (y * window.dilationY * width + x * window.dilationX) * block
                segments += (0..<inputBlocks).map { ($0, pixel) }
            }
        }
        let layout = lk_conv_layout(
            weights: nil, half: false, outputs: Int32(graph.values[node.output].channels),
            blocks: 0, rows: Int32(window.height * window.width),
            row_length: Int32(source.channels), segment_length: Int32(block),
            last_length: Int32((rest + 3) / 4 * 4))
        let product = Product(
            buffer: buffer, plane: plane, segments: segments,
            pixelStep: window.strideX * block, rowStep: window.strideY * width * block,
            isFlat: window.isPointwise, layout: layout)
        return try rowOperator(node, product, weights: weights, bias: bias)
    }

    /// The first convolution, straight from the picture's rows.
    private mutating func stem(
        _ node: Node, _ window: Window, _ image: InputImage, weights: Int, bias: Int?
    ) throws(InferenceError) -> RowOperator {
        let length = Int32(window.width * image.channels)
        let layout = lk_conv_layout(
            weights: nil, half: false, outputs: Int32(graph.values[node.output].channels),
            blocks: 0, rows: Int32(window.height), row_length: length, segment_length: length,
            last_length: length)
        let product = Product(
            buffer: image.buffer, plane: 0,
            segments: (0..<window.height).map { (0, $0 * image.rowStride) },
            pixelStep: window.strideX * image.channels,
            rowStep: window.strideY * image.rowStride, isFlat: false, layout: layout)
        return try rowOperator(node, product, weights: weights, bias: bias)
    }

    /// A convolution whose input and weights have been cut into segments.
    private struct Product {
        /// What is read in place of the node's input: a picture, or a copy with a border.
        var buffer: Int?
        /// Floats between the planes of that, or of the whole input.
        var plane: Int
        var segments: [(block: Int, pixel: Int)]
        var pixelStep: Int
        var rowStep: Int
        /// Whether a pixel of the output needs the same pixel of the input and no other.
        var isFlat: Bool
        var layout: lk_conv_layout
    }

    private mutating func rowOperator(
        _ node: Node, _ product: Product, weights: Int, bias: Int?
    ) throws(InferenceError) -> RowOperator {
        let value = graph.values[node.output]
        let blocks = blocks(value.channels)
        let packed = try pack(weights, product.layout, blocks: blocks)
        let bias = try padded(bias, blocks: blocks)
        let epilogue = try epilogue(node)
        let groups = Int(lk_conv_groups(Int32(blocks)))
        let lanes = block
        let depth = packed.count / (blocks * block)
        let kernel = kernels.conv
        let rowFloats = value.width * block
        return RowOperator(
            name: "convolution \(describe(node))", input: product.buffer, epilogue: epilogue,
            window: product.isFlat ? .pointwise : nil
        ) { memory, rows, input, output in
            let flat = product.isFlat
            let lines = flat ? 1 : rows.count
            let columns = flat ? rows.count * value.width : value.width
            // Weights that no inner cache holds are walked once, where the input stays near; else
            // the input is walked once, and the weights stay near.
            let chunkOuter = packed.count < nearFloats || lines * columns * depth > 8 * nearFloats
            let chunks = chunkOuter ? (columns + 47) / 48 : 1
            let plane = flat ? input.plane : product.plane
            let offsets = product.segments.map { Int32($0.block * plane + $0.pixel) }
            let start =
                flat
                ? (rows.lowerBound - input.firstRow) * rowFloats
                : rows.lowerBound * product.rowStep
            let arguments = lk_f32_conv(
                input: UnsafePointer(input.base + start), weights: UnsafePointer(packed.base),
                bias: UnsafePointer(bias.base), output: output.row(rows.lowerBound, rowFloats),
                offsets: UnsafePointer(memory.arguments.store(offsets)),
                offset_count: Int32(offsets.count),
                segment_length: product.layout.segment_length,
                last_length: product.layout.last_length, pixel_step: Int32(product.pixelStep),
                row_step: Int32(product.rowStep), rows: Int32(lines), columns: Int32(columns),
                blocks: Int32(blocks), output_plane: Int64(output.plane), chunks: Int32(chunks),
                chunk_outer: chunkOuter,
                epilogue: epilogue.make(memory, from: rows.lowerBound * rowFloats))
            let unitWork = max(1, (columns / chunks) * depth * blocks * lanes / groups)
            return memory.step(
                kernel, arguments, units: lines * chunks * groups, least: worthAThread / unitWork)
        }
    }

    /// The input with its zero border, in a buffer whose border nobody else writes to.
    private mutating func planBorder(
        _ input: Int, _ source: Int, _ window: Window
    ) throws(InferenceError) -> (buffer: Int, width: Int, plane: Int) {
        let value = graph.values[input]
        let width = value.width + window.left + window.right
        let height = value.height + window.top + window.bottom
        let count = blocks(value.channels)
        let outer = plane(pixels: width * height)
        let target = try buffer(outer * count)
        lasting.insert(target)
        let arguments = lk_f32_pad(
            input: nil, output: nil, input_plane: Int64(plane(pixels: value.pixels)),
            output_plane: Int64(outer), input_height: Int32(value.height),
            input_width: Int32(value.width), width: Int32(width), pad_top: Int32(window.top),
            pad_left: Int32(window.left))
        let kernel = kernels.pad
        steps.append(
            PlannedStep(
                name: "border \(value.shape)", reads: [source], writes: [target]
            ) { memory in
                var arguments = arguments
                arguments.input = UnsafePointer(memory[source])
                arguments.output = memory[target]
                return memory.step(
                    kernel, arguments, units: count, least: worthAThread / (width * height * 8))
            })
        return (target, width, outer)
    }

    /// A depthwise convolution, its weights packed.
    mutating func depthwise(
        _ node: Node, _ window: Window, weights: Int, bias: Int?
    ) throws(InferenceError) -> RowOperator {
        let source = graph.values[node.inputs[0]]
        let value = graph.values[node.output]
        let blocks = blocks(value.channels)
        let packed = try packDepthwise(weights, taps: window.height * window.width, blocks: blocks)
        let bias = try padded(bias, blocks: blocks)
        let epilogue = try epilogue(node)
        let kernel = kernels.dwconv
        let rowFloats = value.width * block
        return RowOperator(
            name: "depthwise convolution \(describe(node))", input: nil, epilogue: epilogue,
            window: window
        ) { memory, rows, input, output in
            // The rows that the input holds, counted from its own first one.
            let needed = window.inputRows(rows, height: source.height)
            let arguments = lk_f32_dwconv(
                input: UnsafePointer(input.base), weights: UnsafePointer(packed.base),
                bias: UnsafePointer(bias.base), output: output.row(rows.lowerBound, rowFloats),
                input_plane: Int64(input.plane), output_plane: Int64(output.plane),
                input_height: Int32(needed.upperBound - input.firstRow),
                input_width: Int32(source.width), height: Int32(rows.count),
                width: Int32(value.width), kernel_height: Int32(window.height),
                kernel_width: Int32(window.width), stride_y: Int32(window.strideY),
                stride_x: Int32(window.strideX), dilation_y: Int32(window.dilationY),
                dilation_x: Int32(window.dilationX),
                pad_top: Int32(
                    window.top - rows.lowerBound * window.strideY + input.firstRow),
                pad_left: Int32(window.left),
                epilogue: epilogue.make(memory, from: rows.lowerBound * rowFloats))
            return memory.step(
                kernel, arguments, units: blocks * rows.count,
                least: worthAThread / (rowFloats * window.height * window.width))
        }
    }
}

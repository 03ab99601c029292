internal import CLandmarkKernels
import LandmarkCore

/// The maximum number of pixels for which half-precision weights are faster, because reading
/// weights dominates.
private let fewPixels = 16

/// The minimum number of pixels per thread for which reading all weights pays off.
private let leastPixelsAThread = 16

/// Floats that fit in the innermost cache in addition to other data in use.
private let nearFloats = 8192

extension PlanBuilder {
    /// Plans a convolution with the kernel for its window, channels and weights.
    mutating func planConvolution(
        _ node: Node, _ window: Window, weights: Int, bias: Int?
    ) throws(InferenceError) {
        let input = node.inputs[0]
        if let image = images[input], stemWindow(of: input) == window {
            try planStem(node, window, image, weights: weights, bias: bias)
            return
        }
        if isConvC1(node, window) {
            try planConvC1(node, window, weights: weights, bias: bias)
            return
        }
        if try planIntegers(node, window, weights: weights, bias: bias) { return }
        // With a single pixel, all the work is reading the weights, and half precision would only round the
        // result.
        let isVector = graph.values[node.output].pixels == 1
        let precision = isVector ? .single : try precision(for: weights)
        if precision == .single, try planSparse(node, window, weights: weights, bias: bias) {
            return
        }
        let source = graph.values[input]
        var buffer = try blocked(input, precision)
        var width = source.width
        var plane = plane(pixels: source.pixels)
        if window.isPadded {
            (buffer, width, plane) = try planBorder(input, buffer, window, precision)
        }
        let inputBlocks = blocks(source.channels)
        let rest = source.channels - (inputBlocks - 1) * block
        let layout = lk_conv_layout(
            weights: nil, is_f16: false, outputs: Int32(graph.values[node.output].channels),
            blocks: 0,
            rows: Int32(window.height * window.width), row_length: Int32(source.channels),
            segment_length: Int32(block), last_length: Int32((rest + 3) / 4 * 4))
        var offsets: [Int32] = []
        try budget.take(bytes: 4 * window.height * window.width * inputBlocks)
        for y in 0..<window.height {
            for x in 0..<window.width {
                let pixel = (y * window.dilationY * width + x * window.dilationX) * block
                offsets += (0..<inputBlocks).map { Int32($0 * plane + pixel) }
            }
        }
        let product = Product(
            buffer: buffer, offsets: offsets, pixelStep: window.strideX * block,
            rowStep: window.strideY * width * block, isFlat: window.isPointwise, layout: layout,
            precision: precision)
        try planProduct(node, product, weights: weights, bias: bias)
    }

    /// Plans the first convolution, which reads the rows of the image in place.
    private mutating func planStem(
        _ node: Node, _ window: Window, _ image: InputImage, weights: Int, bias: Int?
    ) throws(InferenceError) {
        let precision = try precision(for: weights)
        var buffer = image.buffer
        if precision == .half {
            let count = (image.top + image.height + window.bottom) * image.rowStride
            buffer = try blockedBuffer(plane: count, blocks: 1, .half)
            convert(node.inputs[0], count: count, to: .half, from: image.buffer, to: buffer)
        }
        let length = Int32(window.width * image.channels)
        let layout = lk_conv_layout(
            weights: nil, is_f16: false, outputs: Int32(graph.values[node.output].channels),
            blocks: 0,
            rows: Int32(window.height), row_length: length, segment_length: length,
            last_length: length)
        let product = Product(
            buffer: buffer,
            offsets: (0..<window.height).map { Int32($0 * image.rowStride) },
            pixelStep: window.strideX * image.channels,
            rowStep: window.strideY * image.rowStride, isFlat: false, layout: layout,
            precision: precision)
        try planProduct(node, product, weights: weights, bias: bias)
    }

    /// A convolution whose input and weights are divided into segments.
    private struct Product {
        var buffer: Int
        var offsets: [Int32]
        var pixelStep: Int
        var rowStep: Int
        /// Whether all pixels of the input are contiguous, so that rows do not matter.
        var isFlat: Bool
        var layout: lk_conv_layout
        var precision: Precision

        /// Floats of a pixel's receptive field, including the padding of its segments.
        var depth: Int {
            (offsets.count - 1) * Int(layout.segment_length) + Int(layout.last_length)
        }
    }

    private mutating func planProduct(
        _ node: Node, _ product: Product, weights: Int, bias: Int?
    ) throws(InferenceError) {
        let value = graph.values[node.output]
        let blocks = blocks(value.channels)
        let rows = product.isFlat ? 1 : value.height
        let columns = product.isFlat ? value.pixels : value.width
        let isHalf = product.precision == .half
        let isF16 =
            isHalf
            || rows * columns <= fewPixels && (product.pixelStep == block || columns == 1)
                && product.layout.segment_length == Int32(block) && isHalfPrecision(weights)
        let packed =
            isF16
            ? try packF16(weights, product.layout, blocks: blocks)
            : try pack(weights, product.layout, blocks: blocks)
        let bias = try padded(bias, blocks: blocks)
        let epilogue = try epilogue(node, product.precision)
        let target = try newBlocked(node, product.precision)
        let offsets = arguments.store(product.offsets)
        let groups = Int(lk_conv_groups(Int32(blocks)))
        let depth = product.depth
        let (chunks, chunkOuter) = division(
            rows: rows, columns: columns, depth: depth, blocks: blocks,
            pixelsAChunk: pixelsAChunk(columns, depth: depth))
        let unitWork = max(1, (columns / chunks) * depth * blocks * block / groups)
        let kernel =
            isHalf
            ? kernels.pointee.f16_conv
            : isF16 ? kernels.pointee.f32_conv_f16_weights : kernels.pointee.f32_conv
        let plane = plane(pixels: value.pixels)
        let pixelStep = try step(product.pixelStep, of: columns)
        let rowStep = try step(product.rowStep, of: rows)
        steps.append(
            PlannedStep(
                name: graph.describe(node), reads: [product.buffer] + epilogue.reads,
                writes: [target], macs: graph.macs(of: node)
            ) { memory in
                let arguments = lk_f32_conv(
                    input: UnsafePointer(memory[product.buffer]),
                    weights: UnsafePointer(packed.base), bias: UnsafePointer(bias.base),
                    output: memory[target], offsets: UnsafePointer(offsets),
                    offset_count: Int32(product.offsets.count),
                    segment_length: product.layout.segment_length,
                    last_length: product.layout.last_length, pixel_step: pixelStep,
                    row_step: rowStep, rows: Int32(rows),
                    columns: Int32(columns), blocks: Int32(blocks), output_plane: Int64(plane),
                    chunks: Int32(chunks), chunk_outer: chunkOuter, epilogue: epilogue.make(memory))
                return memory.step(
                    kernel, arguments, units: rows * chunks * groups,
                    least: Self.macsWorthAThread / unitWork)
            })
    }

    /// Returns the chunks into which the pixels of a row are divided, and whether all groups of weights
    /// of a chunk come before the next chunk.
    ///
    /// - Parameter depth: Floats, or as many bytes, of a pixel's receptive field.
    func division(
        rows: Int, columns: Int, depth: Int, blocks: Int, pixelsAChunk: Int
    ) -> (chunks: Int, chunkOuter: Bool) {
        // Weights that exceed the inner caches are read once, while a chunk of the input stays in
        // cache; otherwise the input is read once, while the weights stay in cache.
        let dividesPixels =
            depth * blocks * block < nearFloats || rows * columns * depth > 8 * nearFloats
        // A few groups of weights seldom divide evenly among threads, so threads share the pixels
        // instead.
        let sharesPixels = threads > 1 && rows == 1 && columns >= threads * leastPixelsAThread
        let chunks =
            dividesPixels ? (columns - 1) / pixelsAChunk + 1 : sharesPixels ? threads : 1
        return (chunks, dividesPixels || sharesPixels)
    }

    /// Returns `length`, the distance between `count` neighbors, as a kernel's integer type. If
    /// there is only one, the length may be arbitrary, and the result is zero if it does not fit.
    private func step(_ length: Int, of count: Int) throws(InferenceError) -> Int32 {
        if let step = Int32(exactly: length) { return step }
        guard count == 1 else {
            throw .tooLarge(
                model: constants.modelName, bytes: length * MemoryLayout<Float>.stride,
                limit: budget.limit)
        }
        return 0
    }

    /// Returns the maximum number of pixels in a chunk: more if each costs little, as long as there
    /// are enough chunks to share.
    private func pixelsAChunk(_ columns: Int, depth: Int) -> Int {
        depth <= 24 ? max(48, min(192, columns / 16)) : 48
    }

    /// Plans a copy of the input with a zero border, in a buffer whose border nothing else writes to.
    private mutating func planBorder(
        _ input: Int, _ source: Int, _ window: Window, _ precision: Precision
    ) throws(InferenceError) -> (buffer: Int, width: Int, plane: Int) {
        let value = graph.values[input]
        let width = value.width + window.left + window.right
        let height = value.height + window.top + window.bottom
        let count = blocks(value.channels)
        let outer = plane(pixels: width * height)
        let target = try blockedBuffer(plane: outer, blocks: count, precision)
        lasting.insert(target)
        let arguments = lk_f32_pad(
            input: nil, output: nil, input_plane: Int64(plane(pixels: value.pixels)),
            output_plane: Int64(outer), input_height: Int32(value.height),
            input_width: Int32(value.width), width: Int32(width), pad_top: Int32(window.top),
            pad_left: Int32(window.left))
        let kernel = precision == .half ? kernels.pointee.f16_pad : kernels.pointee.f32_pad
        steps.append(
            PlannedStep(
                name: "border \(value.shape)", reads: [source], writes: [target]
            ) { memory in
                var arguments = arguments
                arguments.input = UnsafePointer(memory[source])
                arguments.output = memory[target]
                return memory.step(
                    kernel, arguments, units: count,
                    least: Self.macsWorthAThread / (width * height * 8))
            })
        return (target, width, outer)
    }

    /// Plans a depthwise convolution.
    mutating func planDepthwise(
        _ node: Node, _ window: Window, weights: Int, bias: Int?
    ) throws(InferenceError) {
        let source = graph.values[node.inputs[0]]
        let value = graph.values[node.output]
        let blocks = blocks(value.channels)
        let precision = try precision(for: weights)
        let input = try blocked(node.inputs[0], precision)
        let packed = try packDepthwise(
            weights, taps: window.height * window.width, blocks: blocks, precision)
        let bias = try padded(bias, blocks: blocks)
        let epilogue = try epilogue(node, precision)
        let target = try newBlocked(node, precision)
        let planes = (plane(pixels: source.pixels), plane(pixels: value.pixels))
        let kernel =
            precision == .half ? kernels.pointee.f16_dwconv : kernels.pointee.f32_dwconv
        let rowWork = value.width * block * window.height * window.width
        steps.append(
            PlannedStep(
                name: graph.describe(node), reads: [input] + epilogue.reads, writes: [target],
                macs: graph.macs(of: node)
            ) { memory in
                let arguments = lk_f32_dwconv(
                    input: UnsafePointer(memory[input]), weights: UnsafePointer(packed.base),
                    bias: UnsafePointer(bias.base), output: memory[target],
                    input_plane: Int64(planes.0), output_plane: Int64(planes.1),
                    input_height: Int32(source.height), input_width: Int32(source.width),
                    height: Int32(value.height), width: Int32(value.width),
                    kernel_height: Int32(window.height), kernel_width: Int32(window.width),
                    stride_y: Int32(window.strideY), stride_x: Int32(window.strideX),
                    dilation_y: Int32(window.dilationY), dilation_x: Int32(window.dilationX),
                    pad_top: Int32(window.top), pad_left: Int32(window.left),
                    epilogue: epilogue.make(memory))
                return memory.step(
                    kernel, arguments, units: blocks * value.height,
                    least: Self.macsWorthAThread / rowWork)
            })
    }
}

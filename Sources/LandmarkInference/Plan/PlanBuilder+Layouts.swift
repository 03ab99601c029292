internal import CLandmarkKernels
internal import LandmarkModelFile

extension PlanBuilder {
    /// Gives every input a buffer; borders are made where one convolution alone reads the image.
    mutating func planInputs() throws(InferenceError) {
        for input in graph.inputs {
            let value = graph.values[input]
            var border = (top: 0, bottom: 0, left: 0, right: 0)
            if let window = stemWindow(of: input) {
                border = (window.top, window.bottom, window.left, window.right)
            }
            let rowStride = (value.width + border.left + border.right) * value.channels
            let count = (value.height + border.top + border.bottom) * rowStride
            let image = InputImage(
                buffer: try buffer(count), height: value.height, width: value.width,
                channels: value.channels, top: border.top, left: border.left,
                rowStride: rowStride)
            images[input] = image
            if image.offset == 0, rowStride == value.width * value.channels {
                plainBuffers[input] = image.buffer
            }
        }
    }

    /// The window of the convolution that reads the input in place, if it is the only reader.
    func stemWindow(of input: Int) -> Window? {
        guard graph.values[input].isImage, graph.values[input].channels < block,
            graph.readerCounts()[input] == 1,
            let node = graph.nodes.first(where: { $0.inputs.contains(input) }),
            case .convolution(let window, _, _) = node.operation,
            window.dilationX == 1, window.dilationY == 1
        else { return nil }
        return window
    }

    /// The value in blocks.
    mutating func blocked(_ value: Int) throws(InferenceError) -> Int {
        if let buffer = blockedBuffers[value] { return buffer }
        let source = try plain(value)
        let description = graph.values[value]
        let target = try buffer(
            plane(pixels: description.pixels) * blocks(description.channels))
        blockedBuffers[value] = target
        changeLayout(value, "pack", kernels.pack, from: source, to: target)
        return target
    }

    /// The value in rows.
    mutating func plain(_ value: Int) throws(InferenceError) -> Int {
        if let buffer = plainBuffers[value] { return buffer }
        if let constant = graph.values[value].constant {
            return try plainConstant(value, constant)
        }
        let description = graph.values[value]
        guard let source = blockedBuffers[value] else { throw notMade(value) }
        let target = try buffer(description.count)
        plainBuffers[value] = target
        changeLayout(value, "unpack", kernels.unpack, from: source, to: target)
        return target
    }

    private mutating func changeLayout(
        _ value: Int, _ name: String, _ kernel: @escaping lk_kernel, from source: Int,
        to target: Int
    ) {
        let description = graph.values[value]
        let row = description.width * description.channels
        let layout = lk_f32_layout(
            input: nil, output: nil, plane: Int64(plane(pixels: description.pixels)),
            width: Int32(description.width), channels: Int32(description.channels),
            row_step: Int64(row))
        steps.append(
            PlannedStep(
                name: "\(name) \(description.shape)", reads: [source], writes: [target]
            ) { memory in
                var layout = layout
                layout.input = UnsafePointer(memory[source])
                layout.output = memory[target]
                return memory.step(
                    kernel, layout, units: description.height, least: max(1, 8192 / row))
            })
    }

    /// A constant in a lasting buffer, which a step would only copy again and again.
    private mutating func plainConstant(
        _ value: Int, _ constant: Constant
    ) throws(InferenceError) -> Int {
        let floats = try constants.floats(of: constant)
        let target = try buffer(floats.count)
        try budget.take(floats: floats.count)
        plainBuffers[value] = target
        lasting.insert(target)
        initialValues.append((target, floats))
        return target
    }

    func notMade(_ value: Int) -> InferenceError {
        .mismatch(
            model: model.name, name: graph.values[value].name, index: value,
            reason: "the tensor is read but nothing makes it")
    }
}

internal import CLandmarkKernels
import LandmarkCore

extension PlanBuilder {
    /// Adds a buffer for every input, with a border when a single convolution reads the image.
    ///
    /// - Throws: `InferenceError.tooLarge`.
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
                rowMajorBuffers[input] = image.buffer
            }
        }
    }

    /// Returns the window of the convolution that reads the input in place, if it is the only reader.
    func stemWindow(of input: Int) -> Window? {
        guard graph.values[input].isImage, graph.values[input].channels < block,
            graph.readerCounts()[input] == 1,
            let node = graph.nodes.first(where: { $0.inputs.contains(input) }),
            case .convolution(let window, _, _) = node.operation,
            window.dilationX == 1, window.dilationY == 1
        else { return nil }
        return window
    }

    /// Returns the blocked buffer of a value; plans a conversion or a change of layout if needed.
    mutating func blocked(
        _ value: Int, _ precision: Precision = .single
    ) throws(InferenceError) -> Int {
        let form = Blocked(value: value, precision: precision)
        if let buffer = blockedBuffers[form] { return buffer }
        let description = graph.values[value]
        let plane = plane(pixels: description.pixels), blocks = blocks(description.channels)
        let half = blockedBuffers[Blocked(value: value, precision: .half)]
        let source =
            if let half { half } else if precision == .half {
                try blocked(value)
            } else {
                try rowMajor(value)
            }
        let target = try blockedBuffer(plane: plane, blocks: blocks, precision)
        blockedBuffers[form] = target
        if precision == .half || half != nil {
            convert(value, count: plane * blocks, to: precision, from: source, to: target)
        } else {
            changeLayout(value, "pack", kernels.pointee.f32_pack, from: source, to: target)
        }
        return target
    }

    /// Plans a conversion of `count` numbers between half and single precision.
    mutating func convert(
        _ value: Int, count: Int, to precision: Precision, from source: Int, to target: Int
    ) {
        let narrow = kernels.pointee.f32_to_f16, widen = kernels.pointee.f16_to_f32
        steps.append(
            PlannedStep(
                name: "to \(precision.rawValue) precision \(graph.values[value].shape)",
                reads: [source], writes: [target]
            ) { memory in
                if precision == .half {
                    let arguments = lk_f32_to_f16(floats: memory[source], halves: memory[target])
                    return memory.step(
                        narrow, arguments, units: count, least: Self.floatsWorthAThread)
                }
                let arguments = lk_f16_to_f32(halves: memory[source], floats: memory[target])
                return memory.step(widen, arguments, units: count, least: Self.floatsWorthAThread)
            })
    }

    /// Returns the row-major buffer of a value; plans a change of layout if needed.
    mutating func rowMajor(_ value: Int) throws(InferenceError) -> Int {
        if let buffer = rowMajorBuffers[value] { return buffer }
        if let constant = graph.values[value].constant {
            return try rowMajorConstant(value, constant)
        }
        let description = graph.values[value]
        let forms = Precision.allCases.map { Blocked(value: value, precision: $0) }
        guard forms.contains(where: { blockedBuffers[$0] != nil }) else {
            throw notComputed(value)
        }
        let source = try blocked(value)
        // The blocks of a single pixel are adjacent.
        if description.pixels == 1 {
            rowMajorBuffers[value] = source
            return source
        }
        let target = try buffer(description.count)
        rowMajorBuffers[value] = target
        changeLayout(value, "unpack", kernels.pointee.f32_unpack, from: source, to: target)
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

    /// Returns a lasting buffer with a constant, which a step would otherwise copy in every run.
    private mutating func rowMajorConstant(
        _ value: Int, _ constant: NetworkGraph.Constant
    ) throws(InferenceError) -> Int {
        let floats = try constants.floats(of: constant)
        let target = try buffer(floats.count)
        try budget.take(floats: floats.count)
        rowMajorBuffers[value] = target
        lasting.insert(target)
        initialValues.append((target, floats))
        return target
    }

    /// Returns the error for a value that is read but that no node computes.
    func notComputed(_ value: Int) -> InferenceError {
        .mismatch(
            model: constants.modelName, name: graph.values[value].name, index: value,
            reason: "the tensor is read but not computed")
    }
}

internal import LandmarkCore
internal import LandmarkModelFile

extension GraphBuilder {
    /// Translates an operator that MediaPipe adds to TensorFlow Lite. Returns false for any other.
    mutating func translateCustom(_ op: Operator, _ name: String) throws(InferenceError) -> Bool {
        switch name {
        case "Convolution2DTransposeBias": try translateTransposedConvolution(op)
        case "Landmarks2TransformMatrix": try translateLandmarkTransform(op)
        case "TransformTensorBilinear": try translateWarp(op)
        case "TransformLandmarks": try translateTransform(op)
        default: return false
        }
        return true
    }

    /// Translates a transposed convolution whose windows do not overlap: a pointwise convolution that
    /// computes the pixels of each square as channels, which then move to their places.
    private mutating func translateTransposedConvolution(_ op: Operator) throws(InferenceError) {
        let source = try input(op, 0)
        let image = try image(op, source)
        let weights = try input(op, 1)
        let bias = try input(op, 2)
        let shape = graph.values[weights].shape
        // TfLiteTransposeConvParams: the padding and two strides, as 32-bit integers.
        guard case .custom(let options) = op.options, options.count >= 12 else {
            throw mismatch(op, "its options are missing")
        }
        let strides = [options[4..<8], options[8..<12]].map { bytes in
            bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
        }
        guard let tensor = graph.values[weights].constant?.tensor,
            let biasTensor = graph.values[bias].constant?.tensor, shape.count == 4,
            shape[3] == image.channels, graph.values[bias].count == shape[0]
        else {
            throw form(op, "weights \(describe(weights)) and bias \(describe(bias))")
        }
        let side = shape[1]
        guard shape[2] == side, strides == [side, side] else {
            throw form(op, "windows of \(side)×\(shape[2]) with strides of \(strides)")
        }
        let outputs = shape[0]
        try expect(
            op, op.outputs[0], shape: [1, image.height * side, image.width * side, outputs])
        let pixels = side * side
        try budget.take(bytes: 3 * pixels * outputs * MemoryLayout<Int>.stride)
        let rows = (0..<pixels * outputs).map { $0 % outputs * pixels + $0 / outputs }
        let pointwise = graph.add(
            Value(
                name: graph.values[weights].name, shape: [rows.count, 1, 1, image.channels],
                constant: NetworkGraph.Constant(
                    tensor: tensor,
                    part: NetworkGraph.Constant.Part(
                        wholeColumns: image.channels, rows: rows,
                        columns: Array(0..<image.channels)))))
        let repeated = graph.add(
            Value(
                name: graph.values[bias].name, shape: [rows.count],
                constant: NetworkGraph.Constant(
                    tensor: biasTensor,
                    part: NetworkGraph.Constant.Part(
                        wholeColumns: 1, rows: rows.map { $0 / pixels }, columns: [0]))))
        let squares = graph.add(
            Value(
                name: graph.values[op.outputs[0]].name,
                shape: [1, image.height, image.width, rows.count]))
        append(
            .convolution(.pointwise, weights: pointwise, bias: repeated), [source], squares)
        append(.depthToSpace(side), [squares], op.outputs[0])
    }

    private mutating func translateLandmarkTransform(_ op: Operator) throws(InferenceError) {
        let map = try options(op)
        let landmarks = try input(op, 0)
        let shape = graph.values[landmarks].shape
        let indices = map.integers("subset_idxs") ?? []
        guard let left = map.integer("left_rotation_idx"),
            let right = map.integer("right_rotation_idx"),
            let height = map.integer("output_height"), let width = map.integer("output_width"),
            let scaleX = map.number("scale_x"), let scaleY = map.number("scale_y"),
            map.number("target_rotation_radians") ?? 0 == 0
        else { throw form(op, "an option is missing, or its target rotation is not 0") }
        guard shape.count == 3, shape[0] == 1, shape[2] == 3, !indices.isEmpty,
            (indices + [left, right]).allSatisfy({ 0..<shape[1] ~= $0 }),
            1...Tensor.maximumElementCount ~= height, 1...Tensor.maximumElementCount ~= width,
            scaleX > 0, scaleY > 0
        else {
            throw mismatch(
                op,
                "\(indices.count) indices, \(width)×\(height) cells and scales of \(scaleX) and"
                    + " \(scaleY) for \(describe(landmarks))")
        }
        try expect(op, op.outputs[0], shape: [1, 4, 4])
        append(
            .landmarkTransform(
                NetworkGraph.LandmarkTransform(
                    left: left, right: right, subset: indices,
                    scaleX: Float(scaleX) / Float(width), scaleY: Float(scaleY) / Float(height),
                    centerX: Float(width) / 2, centerY: Float(height) / 2)),
            [landmarks], op.outputs[0])
    }

    private mutating func translateWarp(_ op: Operator) throws(InferenceError) {
        let map = try options(op)
        let source = try input(op, 0)
        let matrix = try input(op, 1)
        let image = try image(op, source)
        guard let height = map.integer("output_height"), let width = map.integer("output_width"),
            1...Tensor.maximumElementCount ~= height, 1...Tensor.maximumElementCount ~= width
        else { throw form(op, "its output size is missing") }
        try expect(op, matrix, shape: [1, 4, 4])
        try expect(op, op.outputs[0], shape: [1, height, width, image.channels])
        append(.warp, [source, matrix], op.outputs[0])
    }

    private mutating func translateTransform(_ op: Operator) throws(InferenceError) {
        let points = try input(op, 0)
        let matrix = try input(op, 1)
        let shape = graph.values[points].shape
        guard shape.count == 3, shape[0] == 1, 2...3 ~= shape[2] else {
            throw form(op, "\(describe(points)) is not a list of points")
        }
        try expect(op, matrix, shape: [1, 4, 4])
        try expect(op, op.outputs[0], shape: shape)
        append(.transformPoints, [points, matrix], op.outputs[0])
    }

    private func options(_ op: Operator) throws(InferenceError) -> FlexBufferMap {
        guard case .custom(let bytes) = op.options, let map = FlexBufferMap(bytes) else {
            throw mismatch(op, "its options are not a FlexBuffer with a map")
        }
        return map
    }
}

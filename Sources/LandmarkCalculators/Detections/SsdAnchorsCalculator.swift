import LandmarkGraph

/// Creates the anchors of an SSD: the untagged output side packet, `[SSDAnchor]`.
///
/// Options: `mediapipe.SsdAnchorsCalculatorOptions`, except `multiscale_anchor_generation` and the
/// fields used only with it.
struct SsdAnchorsCalculator: Calculator {
    private let anchors: [SSDAnchor]

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        // Generation may take long, so only the options are checked.
        _ = try AnchorOptions(node)
        contract.outputSidePacket("", 0, .type([SSDAnchor].self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws { anchors = try AnchorOptions(node).anchors() }

    mutating func open(_ context: CalculatorContext) throws { try context.setSidePacket(anchors) }

    mutating func process(_ context: CalculatorContext) { context.stop() }
}

/// The options of an `SsdAnchorsCalculator`, and the anchors that they define.
private struct AnchorOptions {
    private struct Layer {
        let rows: Int
        let columns: Int
        /// Layers with the same stride share a grid.
        let stride: Int
    }

    private var fixed: [SSDAnchor] = []
    private var layers: [Layer] = []
    private let scales: (min: Float, max: Float)
    private let offset: (x: Float, y: Float)
    private let ratios: [Float]
    private let interpolatedRatio: Float
    private let reducesLowest: Bool
    private let hasFixedSize: Bool
    /// Whether the layers come from strides, so that those with the same stride share a grid.
    private let hasStrides: Bool

    /// The allowed sizes, far beyond any detector's, so that a few numbers cannot require a lot of
    /// memory.
    private static let sizes = 1...4096

    init(_ node: NodeConfig) throws {
        let options = node.options.message("SsdAnchorsCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: [
            "input_size_width", "input_size_height", "min_scale", "max_scale", "anchor_offset_x",
            "anchor_offset_y", "num_layers", "feature_map_width", "feature_map_height", "strides",
            "aspect_ratios", "reduce_boxes_in_lowest_layer", "interpolated_scale_aspect_ratio",
            "fixed_anchor_size", "multiscale_anchor_generation", "fixed_anchors",
        ])
        if try options.bool("multiscale_anchor_generation") == true {
            throw VisionCalculatorError.unsupported("multiscale_anchor_generation")
        }
        fixed = try options.messages("fixed_anchors").map { anchor in
            try anchor.requireFields(in: ["x_center", "y_center", "h", "w"])
            return SSDAnchor(
                xCenter: try anchor.float("x_center") ?? 0,
                yCenter: try anchor.float("y_center") ?? 0, height: try anchor.float("h") ?? 0,
                width: try anchor.float("w") ?? 0)
        }
        scales = (try options.float("min_scale") ?? 0, try options.float("max_scale") ?? 0)
        offset = (
            try options.float("anchor_offset_x") ?? 0.5,
            try options.float("anchor_offset_y") ?? 0.5
        )
        ratios = try options.doubles("aspect_ratios").map { Float($0) }
        interpolatedRatio = try options.float("interpolated_scale_aspect_ratio") ?? 1
        reducesLowest = try options.bool("reduce_boxes_in_lowest_layer") ?? false
        hasFixedSize = try options.bool("fixed_anchor_size") ?? false
        let strides = try options.ints("strides", in: Self.sizes)
        let columns = try options.ints("feature_map_width", in: Self.sizes)
        let rows = try options.ints("feature_map_height", in: Self.sizes)
        hasStrides = !strides.isEmpty
        let count = try options.int("num_layers", in: 0...64) ?? 0
        let width = try options.int("input_size_width", in: Self.sizes) ?? 0
        let height = try options.int("input_size_height", in: Self.sizes) ?? 0
        guard fixed.isEmpty else { return }
        if rows.isEmpty {
            try StandardCalculatorError.require(
                strides.count == count && count > 0,
                "there are \(strides.count) strides for \(count) layers")
            layers = strides.map { stride in
                Layer(
                    rows: (height + stride - 1) / stride, columns: (width + stride - 1) / stride,
                    stride: stride)
            }
        } else {
            try StandardCalculatorError.require(
                rows.count == count && columns.count == count,
                "there are \(columns.count) feature_map_width and \(rows.count)"
                    + " feature_map_height for \(count) layers")
            layers = zip(rows, columns).enumerated().map { index, size in
                Layer(
                    rows: size.0, columns: size.1,
                    stride: index < strides.count ? strides[index] : 0)
            }
        }
    }

    /// The anchors, layer by layer, row by row.
    func anchors() -> [SSDAnchor] {
        if !fixed.isEmpty { return fixed }
        var anchors: [SSDAnchor] = []
        var first = 0
        while first < layers.count {
            let grid = layers[first]
            var shapes: [(ratio: Float, scale: Float)] = []
            var last = first
            // Without strides, MediaPipe creates no anchors and loops forever.
            while last < layers.count, layers[last].stride == grid.stride,
                last == first || hasStrides
            {
                shapes += self.shapes(of: last)
                last += 1
            }
            let sizes = shapes.map { shape in
                let root = shape.ratio.squareRoot()
                return (height: shape.scale / root, width: shape.scale * root)
            }
            for y in 0..<grid.rows {
                for x in 0..<grid.columns {
                    for size in sizes {
                        anchors.append(
                            SSDAnchor(
                                xCenter: (Float(x) + offset.x) / Float(grid.columns),
                                yCenter: (Float(y) + offset.y) / Float(grid.rows),
                                height: hasFixedSize ? 1 : size.height,
                                width: hasFixedSize ? 1 : size.width))
                    }
                }
            }
            first = last
        }
        return anchors
    }

    /// The aspect ratios and scales of one layer's anchors.
    private func shapes(of layer: Int) -> [(ratio: Float, scale: Float)] {
        let scale = scale(of: layer)
        if layer == 0, reducesLowest { return [(1, 0.1), (2, scale), (0.5, scale)] }
        var shapes = ratios.map { (ratio: $0, scale: scale) }
        if interpolatedRatio > 0 {
            let next: Float = layer == layers.count - 1 ? 1 : self.scale(of: layer + 1)
            shapes.append((interpolatedRatio, (scale * next).squareRoot()))
        }
        return shapes
    }

    private func scale(of layer: Int) -> Float {
        if layers.count == 1 { return (scales.min + scales.max) * 0.5 }
        // The product is in double precision, the divisor in single, as in MediaPipe.
        let share =
            Double(scales.max - scales.min) * Double(layer) / Double(Float(layers.count) - 1)
        return Float(Double(scales.min) + share)
    }
}

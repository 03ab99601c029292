import LandmarkCore
import LandmarkGraph

/// Decodes the output of an SSD: TENSORS `[GraphTensor]` to DETECTIONS `[DetectionBox]`, in the
/// order of the boxes. Two tensors contain raw boxes and scores and require the side packet ANCHORS
/// `[SSDAnchor]`; a third one contains the anchors; four contain the boxes, classes, scores and the
/// number of boxes from a model that decodes them itself.
///
/// Options: `mediapipe.TensorsToDetectionsCalculatorOptions`, with one class per detection
/// (`max_classes_per_detection`).
///
/// Also registered as `TfLiteTensorsToDetectionsCalculator`, with
/// `mediapipe.TfLiteTensorsToDetectionsCalculatorOptions`.
struct TensorsToDetectionsCalculator: Calculator {
    private let decoder: BoxDecoder
    private var anchors: [SSDAnchor]?

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try BoxDecoder(node)
        contract.input("TENSORS", 0, .type([GraphTensor].self))
        contract.inputSidePacket("ANCHORS", 0, .type([SSDAnchor].self), optional: true)
        contract.output("DETECTIONS", 0, .type([DetectionBox].self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws { decoder = try BoxDecoder(node) }

    mutating func open(_ context: CalculatorContext) throws {
        if context.sidePacket("ANCHORS").isEmpty { return }
        anchors = try context.sideValue([SSDAnchor].self, "ANCHORS")
    }

    mutating func process(_ context: CalculatorContext) throws {
        guard let tensors = try context.inputs["TENSORS"].value([GraphTensor].self) else { return }
        try context.outputs["DETECTIONS"].send(
            tensors.count == 4
                ? decoder.read(tensors)
                : decoder.decode(tensors, anchors ?? decoder.anchors(tensors)))
    }
}

/// The options of a `TensorsToDetectionsCalculator`, and the corresponding arithmetic, in
/// MediaPipe's order.
private struct BoxDecoder {
    private enum Format: String {
        case yxhw = "YXHW"
        case xywh = "XYWH"
        case xyxy = "XYXY"
    }

    let boxes: Int
    private let classes: Int
    private let coordinates: Int
    private let boxOffset: Int
    private let keypointOffset: Int
    private let keypoints: Int
    private let format: Format
    private let scale: (x: Float, y: Float, width: Float, height: Float)
    private let isExponential: Bool
    private let isSigmoid: Bool
    private let clipping: Float?
    private let minScore: Float?
    private let flips: Bool
    private let limit: Int?
    private let indices: TensorIndices
    /// The positions of the top, left, bottom and right edges in the output of a model that decodes
    /// its boxes.
    private let edges: [Int]
    private let allowed: Set<Int>
    private let ignored: Set<Int>

    init(_ node: NodeConfig) throws {
        let options = node.tensorOptions("TensorsToDetectionsCalculatorOptions")
        try options.requireFields(in: [
            "num_classes", "num_boxes", "num_coords", "keypoint_coord_offset", "num_keypoints",
            "num_values_per_keypoint", "box_coord_offset", "x_scale", "y_scale", "w_scale",
            "h_scale", "apply_exponential_on_box_size", "reverse_output_order", "ignore_classes",
            "allow_classes", "sigmoid_score", "score_clipping_thresh", "flip_vertically",
            "min_score_thresh", "max_results", "tensor_mapping", "box_format",
            "box_boundaries_indices", "max_classes_per_detection",
        ])
        if let count = try options.int("max_classes_per_detection"), count != 1 {
            throw VisionCalculatorError.unsupported("max_classes_per_detection: \(count)")
        }
        let counts = 0...1_000_000
        classes = try options.int("num_classes", in: 1...1_000_000) ?? 0
        boxes = try options.int("num_boxes", in: counts) ?? 0
        coordinates = try options.int("num_coords", in: 4...10_000) ?? 0
        boxOffset = try options.int("box_coord_offset", in: counts) ?? 0
        keypointOffset = try options.int("keypoint_coord_offset", in: counts) ?? 0
        keypoints = try options.int("num_keypoints", in: counts) ?? 0
        let values = try options.int("num_values_per_keypoint") ?? 2
        try StandardCalculatorError.require(
            classes > 0 && coordinates > 0, "num_classes and num_coords are required")
        try StandardCalculatorError.require(
            values == 2 && coordinates == 4 + 2 * keypoints,
            "num_coords is \(coordinates), expected 4 + 2 × num_keypoints"
                + " with num_values_per_keypoint: 2")
        try StandardCalculatorError.require(
            boxOffset + 4 <= coordinates
                && (keypoints == 0 || keypointOffset + 2 * keypoints <= coordinates),
            "box_coord_offset and keypoint_coord_offset exceed num_coords")
        scale = (
            try options.float("x_scale") ?? 0, try options.float("y_scale") ?? 0,
            try options.float("w_scale") ?? 0, try options.float("h_scale") ?? 0
        )
        isExponential = try options.bool("apply_exponential_on_box_size") ?? false
        isSigmoid = try options.bool("sigmoid_score") ?? false
        clipping = try options.float("score_clipping_thresh")
        minScore = try options.float("min_score_thresh")
        flips = try options.bool("flip_vertically") ?? false
        let limit = try options.int("max_results") ?? -1
        try StandardCalculatorError.require(limit != 0, "max_results must not be 0")
        self.limit = limit > 0 ? limit : nil
        ignored = Set(try options.ints("ignore_classes"))
        allowed = Set(try options.ints("allow_classes"))
        try StandardCalculatorError.require(
            ignored.isEmpty || allowed.isEmpty,
            "only one of ignore_classes and allow_classes may be set")
        let isReversed = try options.bool("reverse_output_order") ?? false
        let named = try options.enumeration(
            "box_format", of: ["UNSPECIFIED": 0, "YXHW": 1, "XYWH": 2, "XYXY": 3])
        format = named.map { Format(rawValue: $0) ?? .yxhw } ?? (isReversed ? .xywh : .yxhw)
        indices = try TensorIndices(options)
        let bounds = try options.message("box_boundaries_indices") ?? TextMessage()
        let names = ["ymin", "xmin", "ymax", "xmax"]
        try bounds.requireFields(in: names)
        edges = try names.enumerated().map { try bounds.int($1, in: 0...3) ?? $0 }
        try StandardCalculatorError.require(
            Set(edges).count == 4, "box_boundaries_indices has an index twice: \(edges)")
    }

    /// Returns the anchors in a model's third tensor.
    ///
    /// - Throws: `StandardCalculatorError` unless there is one with a matching shape.
    func anchors(_ tensors: [GraphTensor]) throws -> [SSDAnchor] {
        try StandardCalculatorError.require(
            tensors.count == 3, "there are no anchors: the side packet ANCHORS is required")
        let tensor = tensors[indices.anchors]
        try StandardCalculatorError.require(
            tensor.shape == [boxes, 4],
            "expected anchors of shape [\(boxes), 4], got \(tensor.shape)")
        return (0..<boxes).map { index in
            let row = tensor.values[4 * index..<4 * index + 4].map { $0 }
            return SSDAnchor(xCenter: row[1], yCenter: row[0], height: row[2], width: row[3])
        }
    }

    /// Returns the detections of a model that decodes them itself.
    func read(_ tensors: [GraphTensor]) throws -> [DetectionBox] {
        let located = tensors[indices.boxes]
        let (numbers, scores) = (tensors[indices.classes], tensors[indices.scores(of: 4)])
        let total = tensors[indices.count]
        try StandardCalculatorError.require(
            total.values.count == 1 && located.shape.count == 3 && located.shape[0] == 1
                && located.shape[2] == coordinates,
            "expected boxes of shape [1, n, \(coordinates)] and their number, got"
                + " \(located.shape) and \(total.shape)")
        let limit = located.shape[1]
        for tensor in [numbers, scores] {
            try StandardCalculatorError.require(
                tensor.shape == [1, limit],
                "expected classes and scores of shape [1, \(limit)], got \(tensor.shape)")
        }
        let count = min(max(Int(truncating: total.values[0]), 0), limit)
        var detections: [DetectionBox] = []
        for index in 0..<count where self.limit.map({ detections.count < $0 }) ?? true {
            let (label, score) = (Int(truncating: numbers.values[index]), scores.values[index])
            if let minScore, score < minScore { continue }
            guard isAllowed(label) else { continue }
            let row = located.values[index * coordinates..<(index + 1) * coordinates].map { $0 }
            let side = edges.map { row[$0] }
            guard side[3] - side[1] >= 0, side[2] - side[0] >= 0 else { continue }
            let points = (0..<keypoints).map { point in
                let at = keypointOffset + 2 * point
                return SIMD2(row[at], flips ? 1 - row[at + 1] : row[at + 1])
            }
            detections.append(
                DetectionBox(
                    scores: [score], labelIDs: [label], xMin: side[1],
                    yMin: flips ? 1 - side[2] : side[0], width: side[3] - side[1],
                    height: side[2] - side[0], keypoints: points))
        }
        return detections
    }

    /// Returns the detections with a sufficient score and a nonnegative size.
    func decode(_ tensors: [GraphTensor], _ anchors: [SSDAnchor]) throws -> [DetectionBox] {
        try StandardCalculatorError.require(
            2...3 ~= tensors.count, "expected 2, 3 or 4 tensors, got \(tensors.count)")
        try StandardCalculatorError.require(boxes > 0, "num_boxes is required")
        try StandardCalculatorError.require(
            anchors.count >= boxes,
            "num_boxes is \(boxes), but there are \(anchors.count) anchors")
        let raw = try values(tensors[min(indices.boxes, tensors.count - 1)], last: coordinates)
        let scores = try values(tensors[indices.scores(of: tensors.count)], last: classes)
        var detections: [DetectionBox] = []
        for index in 0..<boxes where limit.map({ detections.count < $0 }) ?? true {
            guard let (best, score) = best(scores[index * classes..<(index + 1) * classes])
            else { continue }
            let start = index * coordinates
            let box = box(raw[start..<start + coordinates], anchors[index])
            guard box.width >= 0, box.height >= 0 else { continue }
            var detection = box
            detection.scores = [score]
            detection.labelIDs = [best]
            detections.append(detection)
        }
        return detections
    }

    private func values(_ tensor: GraphTensor, last: Int) throws -> [Float] {
        let expected = [[1, boxes, last], [1, 1, boxes, last]]
        try StandardCalculatorError.require(
            expected.contains(tensor.shape),
            "expected a tensor of shape \(expected[0]), got \(tensor.shape)")
        return tensor.values
    }

    /// The allowed class with the best score; nil if there is none, or the score is too low.
    private func best(_ scores: ArraySlice<Float>) -> (label: Int, score: Float)? {
        var best: (label: Int, score: Float)?
        for (label, raw) in scores.enumerated() where isAllowed(label) {
            var score = raw
            if isSigmoid {
                if let clipping { score = min(max(score, -clipping), clipping) }
                score = 1 / (1 + FloatMath.exp(-score))
            }
            if score > best?.score ?? -.greatestFiniteMagnitude { best = (label, score) }
        }
        guard let best else { return nil }
        if let minScore, best.score < minScore { return nil }
        return best
    }

    private func isAllowed(_ label: Int) -> Bool {
        allowed.isEmpty ? !ignored.contains(label) : allowed.contains(label)
    }

    private func box(_ raw: ArraySlice<Float>, _ anchor: SSDAnchor) -> DetectionBox {
        func value(_ index: Int) -> Float { raw[raw.startIndex + boxOffset + index] }
        var (x, y, width, height): (Float, Float, Float, Float)
        switch format {
        case .yxhw: (y, x, height, width) = (value(0), value(1), value(2), value(3))
        case .xywh: (x, y, width, height) = (value(0), value(1), value(2), value(3))
        case .xyxy:
            x = (-value(0) + value(2)) / 2
            y = (-value(1) + value(3)) / 2
            width = value(2) + value(0)
            height = value(3) + value(1)
        }
        x = x / scale.x * anchor.width + anchor.xCenter
        y = y / scale.y * anchor.height + anchor.yCenter
        if isExponential {
            height = FloatMath.exp(height / scale.height) * anchor.height
            width = FloatMath.exp(width / scale.width) * anchor.width
        } else {
            height = height / scale.height * anchor.height
            width = width / scale.width * anchor.width
        }
        let (xMin, xMax) = (x - width / 2, x + width / 2)
        let (yMin, yMax) = (y - height / 2, y + height / 2)
        let points = (0..<keypoints).map { index in
            let at = raw.startIndex + keypointOffset + 2 * index
            let place = format == .yxhw ? SIMD2(raw[at + 1], raw[at]) : SIMD2(raw[at], raw[at + 1])
            let y = place.y / scale.y * anchor.height + anchor.yCenter
            return SIMD2(
                place.x / scale.x * anchor.width + anchor.xCenter, flips ? 1 - y : y)
        }
        return DetectionBox(
            scores: [], xMin: xMin, yMin: flips ? 1 - yMax : yMin, width: xMax - xMin,
            height: yMax - yMin, keypoints: points)
    }
}

/// The meanings of a model's outputs, from `tensor_mapping` or MediaPipe's order.
private struct TensorIndices {
    let boxes: Int
    let classes: Int
    let anchors: Int
    let count: Int
    private let scores: Int?

    init(_ options: TextMessage) throws {
        let names = ["detections", "classes", "scores", "num_detections", "anchors"].map {
            $0 + "_tensor_index"
        }
        let mapping = try options.message("tensor_mapping") ?? TextMessage()
        try mapping.requireFields(in: names)
        boxes = try mapping.int(names[0], in: 0...3) ?? 0
        classes = try mapping.int(names[1], in: 0...3) ?? 1
        scores = try mapping.int(names[2], in: 0...3)
        count = try mapping.int(names[3], in: 0...3) ?? 3
        anchors = try mapping.int(names[4], in: 0...2) ?? 2
    }

    /// The position of the scores among `count` tensors.
    func scores(of count: Int) -> Int { min(scores ?? (count == 4 ? 2 : 1), count - 1) }
}

import LandmarkGraph
import LandmarkTasks

/// Passes on the best of overlapping detections, or their mean weighted by score: untagged
/// `[DetectionBox]` in, on one or several streams; `[DetectionBox]` out.
///
/// Options: `mediapipe.NonMaxSuppressionCalculatorOptions`. Only the best label of each detection
/// is kept, and detections without a label are dropped. With `multiclass_nms`, detections suppress
/// only those with the same label number; detections with several labels take part once for each.
/// Detections with equal scores keep their order, which in MediaPipe is arbitrary for 17 detections
/// or more. The input IMAGE for masks is not supported.
struct NonMaxSuppressionCalculator: Calculator {
    private let suppression: Suppression
    private let streams: Int
    private let sendsEmpty: Bool

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        let calculator = try NonMaxSuppressionCalculator(node)
        for index in 0..<calculator.streams {
            contract.input("", index, .type([DetectionBox].self))
        }
        contract.output("", 0, .type([DetectionBox].self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        let options = node.options.message("NonMaxSuppressionCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: [
            "num_detection_streams", "max_num_detections", "min_score_threshold",
            "min_suppression_threshold", "overlap_type", "return_empty_detections", "algorithm",
            "multiclass_nms",
        ])
        streams = try options.int("num_detection_streams", in: 1...1000) ?? 1
        sendsEmpty = try options.bool("return_empty_detections") ?? false
        suppression = try Suppression(options)
    }

    mutating func process(_ context: CalculatorContext) throws {
        let detections = try (0..<streams).flatMap { index in
            try context.inputs[index].value([DetectionBox].self) ?? []
        }
        if detections.isEmpty {
            if sendsEmpty { try context.outputs[0].send([DetectionBox]()) }
            return
        }
        try context.outputs[0].send(suppression.apply(to: detections))
    }
}

/// Non-maximum suppression with MediaPipe's options and order of operations.
private struct Suppression {
    private enum Overlap: String {
        case jaccard = "JACCARD"
        case modifiedJaccard = "MODIFIED_JACCARD"
        case intersectionOverUnion = "INTERSECTION_OVER_UNION"
    }

    private let overlap: Overlap
    private let threshold: Float
    private let minScore: Float
    private let limit: Int?
    private let isWeighted: Bool
    private let isByLabel: Bool

    init(_ options: TextMessage) throws {
        overlap =
            try options.enumeration(
                "overlap_type",
                of: [
                    "UNSPECIFIED_OVERLAP_TYPE": 0, "JACCARD": 1, "MODIFIED_JACCARD": 2,
                    "INTERSECTION_OVER_UNION": 3,
                ]
            ).flatMap(Overlap.init) ?? .jaccard
        threshold = try options.float("min_suppression_threshold") ?? 1
        minScore = try options.float("min_score_threshold") ?? -1
        let limit = try options.int("max_num_detections") ?? -1
        try StandardCalculatorError.require(limit != 0, "max_num_detections must not be 0")
        self.limit = limit > 0 ? limit : nil
        isWeighted =
            try options.enumeration("algorithm", of: ["DEFAULT": 0, "WEIGHTED": 1]) == "WEIGHTED"
        isByLabel = try options.bool("multiclass_nms") ?? false
    }

    func apply(to detections: [DetectionBox]) throws -> [DetectionBox] {
        guard isByLabel else { return try suppress(detections) }
        let labels = Set(detections.flatMap(\.labelIDs)).sorted()
        let kept = try labels.flatMap { label in
            try suppress(
                detections.flatMap { detection in
                    detection.labelIDs.filter { $0 == label }.map { _ in detection }
                })
        }
        let sorted = Self.sorted(kept)
        return limit.map { Array(sorted.prefix($0)) } ?? sorted
    }

    private func suppress(_ detections: [DetectionBox]) throws -> [DetectionBox] {
        let sorted = Self.sorted(try detections.compactMap { try $0.withBestLabel() })
        return isWeighted ? averaged(sorted) : best(of: sorted)
    }

    /// Returns the detections sorted by score, best first.
    private static func sorted(_ detections: [DetectionBox]) -> [DetectionBox] {
        let order = detections.indices.sorted {
            let (a, b) = (detections[$0].score, detections[$1].score)
            return a != b ? a > b : $0 < $1
        }
        return order.map { detections[$0] }
    }

    private func best(of sorted: [DetectionBox]) -> [DetectionBox] {
        var kept: [DetectionBox] = []
        for detection in sorted {
            if minScore > 0, detection.score < minScore { break }
            if !kept.contains(where: { similarity($0, detection) > threshold }) {
                kept.append(detection)
            }
            if let limit, kept.count >= limit { break }
        }
        return kept
    }

    /// As in MediaPipe, the number of detections is not limited.
    private func averaged(_ sorted: [DetectionBox]) -> [DetectionBox] {
        var kept: [DetectionBox] = []
        var rest = sorted
        while let first = rest.first {
            if minScore > 0, first.score < minScore { break }
            let count = rest.count
            let group = rest.filter { similarity($0, first) > threshold }
            rest = rest.filter { !(similarity($0, first) > threshold) }
            kept.append(group.isEmpty ? first : mean(of: group, best: first))
            // A box without area does not overlap even itself.
            if rest.count == count { break }
        }
        return kept
    }

    private func mean(of group: [DetectionBox], best: DetectionBox) -> DetectionBox {
        var total: Float = 0
        var corners = SIMD4<Float>.zero
        var keypoints = best.keypoints.map { _ in SIMD2<Float>.zero }
        for detection in group {
            let score = detection.score
            total += score
            let low = detection.bounds.low
            let high = detection.bounds.high
            corners += SIMD4(low.x, low.y, high.x, high.y) * score
            for index in keypoints.indices where index < detection.keypoints.count {
                keypoints[index] += detection.keypoints[index] * score
            }
        }
        corners /= total
        var mean = best
        mean.xMin = corners[0]
        mean.yMin = corners[1]
        mean.width = corners[2] - corners[0]
        mean.height = corners[3] - corners[1]
        mean.keypoints = keypoints.map { $0 / total }
        return mean
    }

    /// Returns the overlap of two boxes; 0 if they do not touch.
    private func similarity(_ a: DetectionBox, _ b: DetectionBox) -> Float {
        let (first, second) = (a.bounds, b.bounds)
        if overlap == .intersectionOverUnion { return first.intersectionOverUnion(second) }
        guard
            first.high.x >= first.low.x, first.high.y >= first.low.y, second.high.x >= second.low.x,
            second.high.y >= second.low.y, first.low.x <= second.high.x,
            second.low.x <= first.high.x, first.low.y <= second.high.y,
            second.low.y <= first.high.y
        else { return 0 }
        func area(_ low: SIMD2<Float>, _ high: SIMD2<Float>) -> Float {
            (high.x - low.x) * (high.y - low.y)
        }
        let common = area(
            pointwiseMax(first.low, second.low), pointwiseMin(first.high, second.high))
        let whole =
            overlap == .jaccard
            ? area(pointwiseMin(first.low, second.low), pointwiseMax(first.high, second.high))
            : area(second.low, second.high)
        return whole > 0 ? common / whole : 0
    }
}

extension DetectionBox {
    /// Returns the detection with only its best label; nil if it has none.
    ///
    /// - Throws: `StandardCalculatorError` if the numbers of scores and labels differ.
    fileprivate func withBestLabel() throws -> DetectionBox? {
        if labels.isEmpty, labelIDs.isEmpty { return nil }
        try StandardCalculatorError.require(
            scores.count == labelIDs.count || scores.count == labels.count,
            "a detection has \(scores.count) scores for \(max(labelIDs.count, labels.count)) labels"
        )
        guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }) else { return nil }
        var result = self
        result.scores = [scores[best]]
        if best < labelIDs.count {
            result.labelIDs = [labelIDs[best]]
        } else if best < labels.count {
            result.labels = [labels[best]]
        }
        return result
    }
}

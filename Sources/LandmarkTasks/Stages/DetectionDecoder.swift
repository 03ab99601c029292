import LandmarkCore

/// Raw detector outputs to boxes in fractions of the detector's input.
package struct DetectionDecoder {
    /// An anchor whose score is high enough.
    package struct Choice {
        let anchor: Int
        let score: Float
    }

    private let spec: DetectorSpec
    private let anchors: [SIMD2<Float>]
    private let minScore: Float
    /// A raw score below which no anchor can reach the minimum, whatever the rounding: for almost
    /// all anchors it spares the exponential.
    private let hopeless: Float

    package init(spec: DetectorSpec, minScore: Float) {
        self.spec = spec
        self.minScore = minScore
        let odds = min(minScore, 0.999)
        // Next to zero every score is enough.
        hopeless =
            minScore < 1e-6
            ? -.infinity : FloatMath.log2(odds / (1 - odds)) * 0.6931472 - 0.01
        anchors = SSDAnchors.centers(inputSize: spec.inputSize, strides: spec.strides)
    }

    package var anchorCount: Int { anchors.count }

    /// Replaces `chosen` with the anchors that score at least the minimum, in their order.
    package func select(
        _ scores: UnsafeBufferPointer<Float>, into chosen: inout [Choice]
    ) {
        chosen.removeAll(keepingCapacity: true)
        for anchor in anchors.indices where !(scores[anchor] < hopeless) {
            let score = sigmoid(min(max(scores[anchor], -100), 100))
            if score >= minScore { chosen.append(Choice(anchor: anchor, score: score)) }
        }
    }

    /// Replaces `detections` with the boxes of the chosen anchors that have a size.
    package func decode(
        _ boxes: UnsafeBufferPointer<Float>, chosen: [Choice], into detections: inout [Detection]
    ) {
        detections.removeAll(keepingCapacity: true)
        for choice in chosen {
            let first = choice.anchor * spec.valuesPerBox
            let raw = UnsafeBufferPointer(rebasing: boxes[first..<first + spec.valuesPerBox])
            let detection = box(raw, score: choice.score, anchor: anchors[choice.anchor])
            if detection.width >= 0, detection.height >= 0 { detections.append(detection) }
        }
    }

    private func box(
        _ raw: UnsafeBufferPointer<Float>, score: Float, anchor: SIMD2<Float>
    ) -> Detection {
        let scale = Float(spec.inputSize)
        let x = raw[0] / scale + anchor.x
        let y = raw[1] / scale + anchor.y
        let width = raw[2] / scale
        let height = raw[3] / scale
        let xMin = x - width / 2
        let yMin = y - height / 2
        var keypoints = SIMD16<Float>.zero
        for place in 0..<spec.keypointCount {
            keypoints[2 * place] = raw[4 + 2 * place] / scale + anchor.x
            keypoints[2 * place + 1] = raw[5 + 2 * place] / scale + anchor.y
        }
        return Detection(
            score: score, xMin: xMin, yMin: yMin, width: x + width / 2 - xMin,
            height: y + height / 2 - yMin, keypoints: keypoints)
    }
}

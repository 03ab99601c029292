import LandmarkCore

/// The fixed properties of a detector: the layout of its SSD network and its thresholds.
package struct DetectorSpec {
    /// The network's entry in the model bundle.
    package let entry: String
    /// The side of the square input in pixels, which is also the unit of raw boxes.
    package let inputSize: Int
    /// The stride of each output layer.
    package let strides: [Int]
    /// The anchors that a layer has in each cell of its grid.
    package var anchorsPerCell = 2
    package let keypointCount: Int
    /// IoU above which NMS merges two boxes.
    package var suppressionThreshold: Float
    /// Whether the letterbox of an upright image is removed by subtraction, as MediaPipe's pose
    /// graph does, instead of by the projection matrix. The two round differently.
    package var removesLetterbox = false
    /// The range of input values, for a model without metadata.
    package let inputRange: ClosedRange<Float>
    /// The precisions of the network; see `NetworkSpec.precisions`.
    var precisions: [Precision] = [.single]

    /// The number of values per box in the box output.
    package var valuesPerBox: Int { 4 + 2 * keypointCount }

    /// The centers of the anchors.
    package var anchors: [SIMD2<Float>] {
        SSDAnchors.centers(
            inputSize: inputSize, strides: strides, anchorsPerCell: anchorsPerCell)
    }

    /// The network with the tensors that these properties imply.
    var network: NetworkSpec {
        let anchors = anchors.count
        return NetworkSpec(
            entry: entry, input: [inputSize, inputSize, 3],
            outputs: [anchors * valuesPerBox, anchors], precisions: precisions)
    }
}

/// The anchors of an SSD (single-shot detector).
package enum SSDAnchors {
    /// Returns the anchors' centers, as fractions of the detector's square input, in the order of
    /// its outputs.
    ///
    /// Consecutive layers of the same stride share one grid; each adds its anchors to every cell. All
    /// anchors have size 1, so scales and aspect ratios do not matter.
    package static func centers(
        inputSize: Int, strides: [Int], anchorsPerCell: Int = 2
    ) -> [SIMD2<Float>] {
        var centers: [SIMD2<Float>] = []
        var layer = 0
        while layer < strides.count {
            let stride = strides[layer]
            let group = strides[layer...].prefix { $0 == stride }.count
            let cells = (inputSize + stride - 1) / stride
            for row in 0..<cells {
                for column in 0..<cells {
                    let center = SIMD2(Float(column) + 0.5, Float(row) + 0.5) / Float(cells)
                    centers.append(contentsOf: repeatElement(center, count: anchorsPerCell * group))
                }
            }
            layer += group
        }
        return centers
    }
}

/// Decodes the outputs of an SSD into boxes normalized to its input.
package struct DetectionDecoder {
    /// An anchor with a sufficient score.
    package struct Choice {
        let anchor: Int
        let score: Float
    }

    private let spec: DetectorSpec
    private let anchors: [SIMD2<Float>]
    private let minScore: Float
    /// A logit below which no score can reach the minimum, whatever the rounding. Comparing logits
    /// first avoids the exponential for almost all anchors.
    private let minLogit: Float

    package init(spec: DetectorSpec, minScore: Float) {
        self.spec = spec
        self.minScore = minScore
        let odds = min(minScore, 0.999)
        // For minimums close to zero every score is sufficient.
        minLogit =
            minScore < 1e-6
            ? -.infinity : FloatMath.log2(odds / (1 - odds)) * 0.6931472 - 0.01
        anchors = spec.anchors
    }

    package var anchorCount: Int { anchors.count }

    /// Replaces `chosen` with the anchors that score at least the minimum, in anchor order.
    ///
    /// - Parameter scores: One logit per anchor.
    package func select(
        _ scores: UnsafeBufferPointer<Float>, into chosen: inout [Choice]
    ) {
        chosen.removeAll(keepingCapacity: true)
        for anchor in anchors.indices where !(scores[anchor] < minLogit) {
            let score = sigmoid(min(max(scores[anchor], -100), 100))
            if score >= minScore { chosen.append(Choice(anchor: anchor, score: score)) }
        }
    }

    /// Replaces `detections` with the boxes of the chosen anchors, without those of negative or NaN
    /// size.
    ///
    /// - Parameter boxes: `valuesPerBox` values per anchor.
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

/// The logistic function in single precision, as in MediaPipe's calculators.
@inline(__always)
func sigmoid(_ x: Float) -> Float { 1 / (1 + FloatMath.exp(-x)) }

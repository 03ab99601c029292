import LandmarkTasks
import Testing

struct AnchorTests {
    @Test(
        "anchors cover each grid in order",
        arguments: [
            (DetectorSpec.hand, 2016, Float(0.5 / 24), Float(11.5 / 12)),
            (DetectorSpec.pose, 2254, Float(0.5 / 28), Float(6.5 / 7)),
            (DetectorSpec.face, 896, Float(0.5 / 16), Float(7.5 / 8)),
        ])
    func grids(
        spec: DetectorSpec, count: Int, first: Float, last: Float
    ) throws {
        let anchors = SSDAnchors.centers(inputSize: spec.inputSize, strides: spec.strides)
        try #require(anchors.count == count)
        #expect(anchors[0] == SIMD2(first, first))
        #expect(anchors[1] == anchors[0])
        #expect(abs(anchors[2].x - 3 * first) < 1e-7)
        #expect(anchors[2].y == first)
        #expect(anchors[count - 1] == SIMD2(last, last))
    }

    @Test("consecutive layers of the same stride share a grid")
    func sharedGrid() {
        let anchors = SSDAnchors.centers(inputSize: 16, strides: [8, 8, 16])
        #expect(anchors.count == 4 * 4 + 2)
        #expect(anchors[3] == SIMD2(0.25, 0.25))
        #expect(anchors[4] == SIMD2(0.75, 0.25))
        #expect(anchors[17] == SIMD2(0.5, 0.5))
    }
}

struct DetectionDecoderTests {
    let spec = DetectorSpec.face

    /// Decodes with the given scores by anchor; all other scores are far below any threshold.
    func decode(_ scores: [Int: Float], box: [Float], minScore: Float) -> [Detection] {
        let decoder = DetectionDecoder(spec: spec, minScore: minScore)
        var raw = [Float](repeating: -50, count: decoder.anchorCount)
        for (anchor, score) in scores { raw[anchor] = score }
        let boxes = Array(repeatElement(box, count: decoder.anchorCount).joined())
        var chosen: [DetectionDecoder.Choice] = []
        var found: [Detection] = []
        raw.withUnsafeBufferPointer { decoder.select($0, into: &chosen) }
        boxes.withUnsafeBufferPointer { decoder.decode($0, chosen: chosen, into: &found) }
        return found
    }

    let box: [Float] = [12.8, -6.4, 25.6, 12.8] + [6.4, 3.2] + [Float](repeating: 0, count: 10)

    @Test("boxes are scaled by the input size and shifted by the anchor")
    func decoding() throws {
        let found = decode([0: 2], box: box, minScore: 0.5)
        try #require(found.count == 1)
        // Anchor 0 is (1/32, 1/32): the center is (1/32 + 0.1, 1/32 − 0.05).
        #expect(abs(found[0].xMin - (0.03125 + 0.1 - 0.1)) < 1e-7)
        #expect(abs(found[0].yMin - (0.03125 - 0.05 - 0.05)) < 1e-7)
        #expect(abs(found[0].width - 0.2) < 1e-7)
        #expect(abs(found[0].height - 0.1) < 1e-7)
        #expect(abs(found[0].keypoint(0).x - (0.03125 + 0.05)) < 1e-7)
        #expect(abs(found[0].keypoint(0).y - (0.03125 + 0.025)) < 1e-7)
        #expect(found[0].keypoint(1) == SIMD2(0.03125, 0.03125))
        #expect(abs(found[0].score - 0.880797) < 1e-6)
    }

    @Test("a score equal to the minimum is kept")
    func minimum() {
        #expect(decode([0: 0], box: box, minScore: 0.5).count == 1)
        #expect(decode([0: -1e-3], box: box, minScore: 0.5).isEmpty)
    }

    @Test("scores are clamped before the logistic function")
    func clamping() {
        #expect(decode([5: 1e30], box: box, minScore: 0.5).first?.score == 1)
        #expect(decode([5: .nan], box: box, minScore: 0.5).isEmpty)
    }

    @Test("boxes of negative or NaN size are dropped")
    func badSizes() {
        var narrow = box
        narrow[2] = -1
        #expect(decode([0: 2], box: narrow, minScore: 0.5).isEmpty)
        narrow[2] = .nan
        #expect(decode([0: 2], box: narrow, minScore: 0.5).isEmpty)
    }

    @Test("boxes are in anchor order")
    func order() {
        let found = decode([7: 1, 3: 3, 600: 2], box: box, minScore: 0.5)
        #expect(found.map(\.score) == found.map(\.score).sorted { _, _ in false })
        #expect(found.count == 3)
        #expect(found[0].score > found[1].score)
        #expect(found[1].score < found[2].score)
    }
}

struct WeightedNMSTests {
    func box(_ score: Float, _ x: Float, _ width: Float = 1, key: Float = 0) -> Detection {
        var keypoints = SIMD16<Float>.zero
        keypoints[0] = key
        return Detection(
            score: score, xMin: x, yMin: 0, width: width, height: 1, keypoints: keypoints)
    }

    func merge(_ detections: [Detection], threshold: Float) -> [Detection] {
        var nms = WeightedNMS(threshold: threshold)
        var merged: [Detection] = []
        nms.merge(detections, into: &merged)
        return merged
    }

    @Test("overlapping boxes are averaged by score, and the best score is kept")
    func average() throws {
        let merged = merge([box(0.25, 0.2, key: 5), box(0.75, 0, key: 1)], threshold: 0.5)
        try #require(merged.count == 1)
        #expect(merged[0].score == 0.75)
        #expect(abs(merged[0].xMin - 0.05) < 1e-7)
        #expect(abs(merged[0].width - 1) < 1e-6)
        #expect(merged[0].keypoint(0).x == 2)
    }

    @Test("an IoU equal to the threshold does not merge")
    func threshold() {
        // Two unit boxes half a width apart have an IoU of 1/3.
        let pair = [box(0.9, 0), box(0.8, 0.5)]
        #expect(merge(pair, threshold: Float(0.5) / 1.5).count == 2)
        #expect(merge(pair, threshold: 0.33).count == 1)
    }

    @Test("detections are sorted by descending score")
    func order() {
        let merged = merge([box(0.6, 0), box(0.9, 10), box(0.7, 20)], threshold: 0.5)
        #expect(merged.map(\.score) == [0.9, 0.7, 0.6])
    }

    @Test("a merged box does not merge others")
    func chain() {
        // The middle box overlaps both others; the last one overlaps only the middle one.
        let merged = merge([box(0.9, 0), box(0.8, 0.3), box(0.7, 0.6)], threshold: 0.5)
        #expect(merged.map(\.score) == [0.9, 0.7])
    }

    @Test("a zero-area box ends the search unchanged")
    func zeroArea() {
        let merged = merge([box(0.9, 3, 0), box(0.8, 0)], threshold: 0.5)
        #expect(merged.map(\.score) == [0.9])
        #expect(merged.first?.xMin == 3)
    }

    @Test("no detections give no detections")
    func empty() {
        #expect(merge([], threshold: 0.5).isEmpty)
    }

    @Test("boxes that only touch have IoU 0")
    func touching() {
        #expect(box(1, 0).intersectionOverUnion(box(1, 1)) == 0)
        #expect(box(1, 0).intersectionOverUnion(box(1, 0)) == 1)
        #expect(box(1, 0).intersectionOverUnion(box(1, 2)) == 0)
    }
}

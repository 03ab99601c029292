import LandmarkTasks
import Testing

struct WeightedNMSTests {
    func box(_ score: Float, _ x: Float, _ width: Float = 1, key: Float = 0) -> Detection {
        var keypoints = SIMD16<Float>.zero
        keypoints[0] = key
        return Detection(
            score: score, xMin: x, yMin: 0, width: width, height: 1, keypoints: keypoints)
    }

    func merge(_ detections: [Detection], threshold: Float) -> [Detection] {
        var suppression = WeightedNMS(threshold: threshold)
        var merged: [Detection] = []
        suppression.merge(detections, into: &merged)
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
        // Two unit boxes half a width apart overlap by a third.
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
        // The middle one is near both; the last is only near the middle one.
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

import LandmarkTasks
import Testing

struct DetectionDecoderTests {
    let spec = DetectorSpec.face

    /// Decodes with every score far below any threshold but those given by anchor.
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

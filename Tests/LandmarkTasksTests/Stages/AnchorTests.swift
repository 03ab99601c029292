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

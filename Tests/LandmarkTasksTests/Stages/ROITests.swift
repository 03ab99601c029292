import LandmarkCore
import LandmarkTasks
import Testing

struct ROITests {
    let size = PixelSize(width: 640, height: 360)

    func detection(_ box: SIMD4<Float>, _ keypoints: [Float]) -> Detection {
        var places = SIMD16<Float>.zero
        for (index, value) in keypoints.enumerated() { places[index] = value }
        return Detection(
            score: 1, xMin: box[0], yMin: box[1], width: box[2], height: box[3],
            keypoints: places)
    }

    @Test("the ROI of a palm is rotated by 90 radians")
    func hand() {
        // The wrist is straight below the knuckle, so the line's angle is π/2.
        let found = detection([0.4, 0.3, 0.2, 0.3], [0.5, 0.7, 0, 0, 0.5, 0.3])
        let region = HandROI.roi(for: found, in: size)
        let turned = 90 - Float.pi / 2
        let expected = turned - 28 * Float.pi
        #expect(abs(region.rotation - expected) < 2e-5)
        // Squared on the longer side in pixels (0.2·640 against 0.3·360), then 2.6 times.
        #expect(abs(region.width - 0.2 * 2.6) < 1e-6)
        #expect(abs(region.height - 128 * 2.6 / 360) < 1e-6)
        // Moved by half the box's height along the turned vertical.
        let down = -0.5 * 0.3 * Float(360)
        let x = 0.5 - down * FloatMath.sin(region.rotation) / 640
        let y = 0.45 + down * FloatMath.cos(region.rotation) / 360
        #expect(abs(region.xCenter - x) < 1e-6)
        #expect(abs(region.yCenter - y) < 1e-6)
    }

    @Test("the ROI of a detected face is not squared")
    func face() {
        let found = detection([0.4, 0.3, 0.2, 0.3], [0.45, 0.4, 0.55, 0.4])
        let region = FaceROI.roi(for: found, in: size)
        #expect(region.rotation == 0)
        #expect(abs(region.width - 0.3) < 1e-6)
        #expect(abs(region.height - 0.45) < 1e-6)
        #expect(abs(region.xCenter - 0.5) < 1e-6)
        #expect(abs(region.yCenter - 0.45) < 1e-6)
    }

    @Test("the ROI of a tilted face is tilted")
    func tiltedFace() {
        // Eyes 64 pixels apart, the second 64 pixels lower: 45° clockwise.
        let found = detection([0, 0, 1, 1], [0.4, 0.2, 0.5, 0.2 + 64 / 360])
        #expect(abs(FaceROI.roi(for: found, in: size).rotation - .pi / 4) < 1e-5)
    }

    @Test("the side of a pose's ROI is 2.5 times the distance to the scale point")
    func pose() {
        let region = PoseROI.roi(
            center: SIMD2(0.5, 0.5), scalePoint: SIMD2(0.5, 0.25), in: size)
        #expect(abs(region.rotation) < 1e-6)
        #expect(abs(region.width * 640 - 90 * 2 * 1.25) < 1e-3)
        #expect(abs(region.height * 360 - 90 * 2 * 1.25) < 1e-3)
        let lying = PoseROI.roi(
            center: SIMD2(0.5, 0.5), scalePoint: SIMD2(0.75, 0.5), in: size)
        #expect(abs(lying.rotation - .pi / 2) < 1e-6)
    }

    @Test("the projection maps the corners and the center of the ROI")
    func projection() {
        let region = PixelRect(
            xCenter: 320, yCenter: 180, width: 200, height: 100, rotation: .pi / 2)
        let matrix = DetectionProjection(region, in: size)
        let center = matrix.project(SIMD2(0.5, 0.5))
        #expect(abs(center.x - 0.5) < 1e-6)
        #expect(abs(center.y - 0.5) < 1e-6)
        // A quarter turn clockwise: the upper left corner comes to the upper right.
        let corner = matrix.project(SIMD2(0, 0))
        #expect(abs(corner.x * 640 - 370) < 1e-3)
        #expect(abs(corner.y * 360 - 80) < 1e-3)
        #expect(abs(matrix.depthScale - 200 / 360) < 1e-6)
    }

    @Test("a projected box is the bounds of its projected corners")
    func projectedBox() {
        let region = PixelRect(
            xCenter: 320, yCenter: 180, width: 360, height: 360, rotation: .pi / 2)
        let found = DetectionProjection(region, in: size)
            .project(detection([0, 0, 0.5, 0.25], [0, 0, 1, 0]))
        #expect(abs(found.xMin * 640 - (500 - 90)) < 1e-2)
        #expect(abs(found.width * 640 - 90) < 1e-2)
        #expect(abs(found.yMin * 360) < 1e-2)
        #expect(abs(found.height * 360 - 180) < 1e-2)
        #expect(abs(found.keypoint(1).y * 360 - 360) < 1e-2)
    }

    @Test("a letterbox is removed from box and keypoints")
    func letterbox() {
        let box = Letterbox(
            PixelRect(xCenter: 320, yCenter: 180, width: 640, height: 360, rotation: 0))
        #expect(box.rect.width == 640)
        #expect(box.rect.height == 640)
        #expect(box.horizontal == 0)
        #expect(box.vertical == 0.21875)
        let inner = box.removed(from: detection([0.25, 0.5, 0.5, 0.28125], [0.5, 0.21875]))
        #expect(inner.xMin == 0.25)
        #expect(inner.width == 0.5)
        #expect(inner.yMin == 0.5)
        #expect(inner.height == 0.5)
        #expect(inner.keypoint(0) == SIMD2(0.5, 0))
    }

    @Test("a tall ROI gets bars at its sides")
    func tallLetterbox() {
        let box = Letterbox(
            PixelRect(xCenter: 0, yCenter: 0, width: 100, height: 200, rotation: 0))
        #expect(box.rect.width == 200)
        #expect(box.horizontal == 0.25)
        #expect(box.vertical == 0)
    }

    @Test("landmarks of a rotated ROI are projected to the image")
    func landmarkProjection() {
        let region = NormalizedRect(
            xCenter: 0.5, yCenter: 0.5, width: 0.25, height: 0.5, rotation: .pi / 2)
        let projection = LandmarkProjection(region)
        let point = projection.project(SIMD3(1, 0.5, 0.4))
        #expect(abs(point.x - 0.5) < 1e-6)
        #expect(abs(point.y - 0.75) < 1e-6)
        #expect(abs(point.z - 0.1) < 1e-7)
        let meters = projection.rotate(SIMD3(1, 0, 3))
        #expect(abs(meters.x) < 1e-6)
        #expect(abs(meters.y - 1) < 1e-6)
        #expect(meters.z == 3)
    }
}

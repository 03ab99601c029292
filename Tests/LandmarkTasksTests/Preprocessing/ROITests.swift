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

struct LandmarkROITests {
    let size = PixelSize(width: 640, height: 320)

    /// A hand whose fingers point up: the wrist below, all else in two rows above.
    static func hand(wrist: SIMD2<Float>, knuckles: SIMD2<Float>, spread: Float) -> [Landmark] {
        HandJoint.allCases.map { joint in
            if joint == .wrist { return Landmark(x: wrist.x, y: wrist.y, z: 0) }
            let isLeft = joint.rawValue < HandJoint.middleFingerMCP.rawValue
            let isRight = joint.rawValue >= HandJoint.pinkyMCP.rawValue
            let x = knuckles.x + (isLeft ? -spread : isRight ? spread : 0)
            return Landmark(x: x, y: knuckles.y, z: 0)
        }
    }

    @Test("the ROI of an upright hand is a square of twice the longer side")
    func uprightHand() {
        // The rows are level, but the index knuckle pulls the line left by a quarter of the spread.
        var hand = Self.hand(wrist: SIMD2(0.5, 0.75), knuckles: SIMD2(0.5, 0.25), spread: 0.0625)
        for joint in [HandJoint.indexFingerMCP, .indexFingerPIP] { hand[joint.rawValue].x = 0.5 }
        let region = HandROI.roi(around: hand, in: size)
        #expect(abs(region.rotation) < 1e-6)
        // 160 pixels high, 80 wide; twice 160 both ways; moved up by a tenth of the height.
        #expect(abs(region.width - 320 / 640) < 1e-5)
        #expect(abs(region.height - 1) < 1e-5)
        #expect(abs(region.xCenter - 0.5) < 1e-5)
        #expect(abs(region.yCenter - (0.5 - 0.05)) < 1e-5)
    }

    @Test("the ROI of a hand that points right is rotated by 90°")
    func rotatedHand() {
        var hand = Self.hand(wrist: SIMD2(0.25, 0.5), knuckles: SIMD2(0.5, 0.5), spread: 0)
        for joint in HandJoint.allCases where joint != .wrist {
            hand[joint.rawValue].y = joint.rawValue >= HandJoint.pinkyMCP.rawValue ? 0.625 : 0.5
        }
        let region = HandROI.roi(around: hand, in: size)
        #expect(abs(region.rotation - .pi / 2) < 1e-6)
        // 160 pixels along the fingers, 40 across; moved along them by a tenth of 160.
        #expect(abs(region.width * 640 - 320) < 1e-2)
        #expect(abs(region.height * 320 - 320) < 1e-2)
        #expect(abs(region.xCenter * 640 - (240 + 16)) < 1e-2)
        #expect(abs(region.yCenter * 320 - 180) < 1e-2)
    }

    @Test("the outer halves of the fingers do not count")
    func fingertips() {
        let hand = Self.hand(wrist: SIMD2(0.5, 0.75), knuckles: SIMD2(0.5, 0.25), spread: 0.1)
        var stretched = hand
        for joint in [
            HandJoint.thumbTip, .indexFingerDIP, .indexFingerTip, .middleFingerDIP,
            .middleFingerTip, .ringFingerDIP, .ringFingerTip, .pinkyDIP, .pinkyTip,
        ] {
            stretched[joint.rawValue].y = 0
        }
        #expect(
            HandROI.roi(around: stretched, in: size) == HandROI.roi(around: hand, in: size))
    }

    /// A face within a box, with its eyes at given heights.
    static func face(_ low: SIMD2<Float>, _ high: SIMD2<Float>, eyes: (Float, Float)) -> [Landmark]
    {
        var face = Array(
            repeating: Landmark(x: (low.x + high.x) / 2, y: (low.y + high.y) / 2, z: 0),
            count: Face.landmarkCount)
        face[0] = Landmark(x: low.x, y: low.y, z: 0)
        face[1] = Landmark(x: high.x, y: high.y, z: 0)
        face[33] = Landmark(x: low.x, y: eyes.0, z: 0)
        face[263] = Landmark(x: high.x, y: eyes.1, z: 0)
        return face
    }

    @Test("the ROI of a face is a square of 1.5 times its longer side")
    func face() {
        let region = FaceROI.roi(
            around: Self.face(SIMD2(0.25, 0.25), SIMD2(0.5, 0.75), eyes: (0.5, 0.5)), in: size)
        // 160 pixels in both directions.
        #expect(
            region
                == NormalizedRect(
                    xCenter: 0.375, yCenter: 0.5, width: 240 / 640, height: 240 / 320))
    }

    @Test("the ROI of a tilted face is rotated by its eyes")
    func tiltedFace() {
        let region = FaceROI.roi(
            around: Self.face(SIMD2(0.25, 0.25), SIMD2(0.5, 0.75), eyes: (0.25, 0.75)), in: size)
        #expect(abs(region.rotation - .pi / 4) < 1e-6)
    }

    /// MediaPipe starts its search for the far side at the smallest positive number.
    @Test("the bounds of a face outside the image extend to its edge")
    func outside() {
        let region = FaceROI.roi(
            around: Self.face(SIMD2(-0.5, -0.5), SIMD2(-0.25, -0.25), eyes: (-0.3, -0.3)), in: size)
        #expect(abs(region.xCenter - -0.25) < 1e-6)
        #expect(abs(region.yCenter - -0.25) < 1e-6)
        #expect(abs(region.width - 0.5 * 1.5) < 1e-6)
    }
}

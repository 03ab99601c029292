import LandmarkCore
import LandmarkTasks
import Testing

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
        // The rows are even, but the index knuckle draws the line a quarter of the spread left.
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
        // 160 pixels both ways.
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

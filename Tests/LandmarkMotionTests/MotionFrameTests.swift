import LandmarkCore
import LandmarkMotion
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// Filling frames from the results of landmarkers.
@Suite struct MotionFrameTests {
    /// A pose whose landmarks differ from each other and from the smoothed ones.
    static func pose(_ place: (Int) -> SIMD2<Float> = { SIMD2(0.01 * Float($0), 0.3) }) -> Pose {
        let raw = (0..<33).map { index in
            Landmark(
                x: place(index).x, y: place(index).y, z: 0.7, visibility: 0.02 * Float(index),
                presence: 1)
        }
        let world = (0..<33).map {
            WorldLandmark(x: 0.1 * Float($0), y: -1, z: 0.25, visibility: 0, presence: 1)
        }
        return Pose(
            id: 7, presence: 1, landmarks: raw.map { Landmark(x: $0.y, y: 0, z: 0) },
            worldLandmarks: world.map { WorldLandmark(x: $0.y, y: 0, z: 0) },
            region: .full, rawLandmarks: raw, rawWorldLandmarks: world, sidesSwapped: true)
    }

    @Test("raw landmarks are turned upright, in pixels and meters")
    func orientations() {
        var frame = MotionFrame()
        let size = PixelSize(width: 400, height: 200)
        // Landmark 10 is at (0.1, 0.3) of the image: (40, 60) pixels; (1, −1, 0.25) in space.
        let expected: [(Orientation, SIMD2<Double>, SIMD3<Double>, PixelSize)] = [
            (.up, SIMD2(40, 60), SIMD3(1, -1, 0.25), size),
            (.right, SIMD2(140, 40), SIMD3(1, 1, 0.25), PixelSize(width: 200, height: 400)),
            (.down, SIMD2(360, 140), SIMD3(-1, 1, 0.25), size),
            (.left, SIMD2(60, 360), SIMD3(-1, -1, 0.25), PixelSize(width: 200, height: 400)),
        ]
        for (orientation, point, vector, upright) in expected {
            frame.set(Self.pose(), at: 2.5, imageSize: size, orientation: orientation)
            let offset = frame.image[10] - point
            let difference = frame.world[10] - vector
            #expect(max(abs(offset.x), abs(offset.y)) < 1e-4, "\(orientation)")
            #expect((difference * difference).sum() < 1e-12, "\(orientation)")
            #expect(frame.imageSize == upright)
        }
        #expect(frame.time == 2.5)
        #expect(frame.id == 7)
        #expect(frame.sidesSwapped)
        #expect(abs(frame.visibility[20] - 0.4) < 1e-6)
        #expect(frame.world.count == 33 && frame.image.count == 33 && frame.visibility.count == 33)
    }

    @Test("poses that were detected in the mirror image are mirrored again")
    func mirrored() {
        var frame = MotionFrame()
        let size = PixelSize(width: 400, height: 200)
        frame.set(Self.pose(), at: 0, imageSize: size, isMirrored: true)
        #expect(abs(frame.image[10].x - 360) < 1e-4)
        #expect(abs(frame.world[10].x + 1) < 1e-6)
        // An image with the top at the left has its mirror image's top at the right.
        frame.set(Self.pose(), at: 0, imageSize: size, orientation: .right, isMirrored: true)
        #expect(abs(frame.image[10].x - 60) < 1e-4 && abs(frame.image[10].y - 40) < 1e-4)
        #expect(abs(frame.world[10].x + 1) < 1e-6 && abs(frame.world[10].y - 1) < 1e-6)
    }

    @Test("setting removes hands and head of the frame before")
    func clearing() {
        var skeleton = Skeleton()
        skeleton.neck = .init()
        skeleton.arms.left.wristFlexion = 0
        var frame = skeleton.frame()
        #expect(frame.hands.left != nil && frame.head != nil)
        frame.set(Self.pose(), at: 0, imageSize: PixelSize(width: 10, height: 10))
        #expect(frame.hands.left == nil && frame.head == nil)
    }

    @Test("a pose without as many raw landmarks makes a frame that the analyzer refuses")
    func short() throws {
        let pose = Self.pose()
        let short = Pose(
            id: 1, presence: 1, landmarks: pose.landmarks, worldLandmarks: pose.worldLandmarks,
            region: .full, rawLandmarks: [], rawWorldLandmarks: [])
        var frame = MotionFrame()
        frame.set(short, at: 0, imageSize: PixelSize(width: 10, height: 10))
        frame.setHands([Self.hand(at: SIMD2(0.5, 0.5))])
        #expect(throws: MotionError.wrongLandmarkCount(list: "world", expected: 33, got: 0)) {
            try MotionAnalyzer.measure(frame)
        }
    }

    // MARK: Hands

    /// A hand whose wrist is at a position, with fingers up and the thumb to the right.
    static func hand(at place: SIMD2<Float>) -> Hand {
        var landmarks = [Landmark](repeating: Landmark(x: place.x, y: place.y, z: 0), count: 21)
        landmarks[HandJoint.middleFingerMCP.rawValue].y -= 0.05
        var world = [WorldLandmark](repeating: WorldLandmark(x: 0, y: 0, z: 0), count: 21)
        world[HandJoint.middleFingerMCP.rawValue] = WorldLandmark(x: 0, y: -0.08, z: 0)
        world[HandJoint.indexFingerMCP.rawValue] = WorldLandmark(x: 0.03, y: -0.08, z: 0)
        world[HandJoint.pinkyMCP.rawValue] = WorldLandmark(x: -0.03, y: -0.08, z: 0)
        return Hand(
            id: 1, handedness: .left, handednessScore: 1, presence: 1, landmarks: landmarks,
            worldLandmarks: world, region: .full)
    }

    /// A pose with a trunk of 0.4 in height and wrists at two positions.
    static func pose(left: SIMD2<Float>, right: SIMD2<Float>) -> Pose {
        pose { index in
            switch PoseJoint(rawValue: index) {
            case .leftWrist: left
            case .rightWrist: right
            case .leftShoulder, .rightShoulder: SIMD2(0.5, 0.2)
            case .leftHip, .rightHip: SIMD2(0.5, 0.6)
            case .nose: SIMD2(0.5, 0.1)
            default: SIMD2(0.5, 0.4)
            }
        }
    }

    @Test("hands belong to the wrists that they are at, whatever their handedness")
    func hands() throws {
        var frame = MotionFrame()
        let (left, right) = (SIMD2<Float>(0.7, 0.5), SIMD2<Float>(0.3, 0.5))
        let size = PixelSize(width: 600, height: 600)
        frame.set(Self.pose(left: left, right: right), at: 0, imageSize: size)
        frame.setHands([Self.hand(at: SIMD2(0.32, 0.5))])
        #expect(frame.hands.left == nil)
        #expect(frame.hands.right?.fingers == SIMD3(0, -1, 0))
        #expect(frame.hands.right?.thumb == SIMD3(1, 0, 0))
        // Raised beside the body, a right hand with its thumb to the right shows its palm.
        #expect(frame.hands.right?.palm(of: .right) == SIMD3(0, 0, -1))
        #expect(frame.hands.right?.palm(of: .left) == SIMD3(0, 0, 1))

        frame.setHands([Self.hand(at: SIMD2(0.6, 0.5)), Self.hand(at: SIMD2(0.69, 0.5))])
        // The second is closest to the left wrist, and the first too far from the right one.
        #expect(frame.hands.left != nil && frame.hands.right == nil)
        frame.setHands([Self.hand(at: SIMD2(0.31, 0.5)), Self.hand(at: SIMD2(0.69, 0.5))])
        #expect(frame.hands.left != nil && frame.hands.right != nil)
        frame.setHands([Self.hand(at: SIMD2(0.95, 0.95)), Self.hand(at: SIMD2(.nan, 0))])
        #expect(frame.hands.left == nil && frame.hands.right == nil)
        frame.setHands([])
        #expect(frame.hands.left == nil)
    }

    @Test("hands are turned upright with the pose")
    func rotatedHands() throws {
        var frame = MotionFrame()
        frame.set(
            Self.pose(left: SIMD2(0.7, 0.5), right: SIMD2(0.3, 0.5)), at: 0,
            imageSize: PixelSize(width: 600, height: 600), orientation: .right)
        frame.setHands([Self.hand(at: SIMD2(0.7, 0.5))], orientation: .right)
        #expect(frame.hands.left?.fingers == SIMD3(1, 0, 0))
        #expect(frame.hands.left?.thumb == SIMD3(0, 1, 0))
    }

    // MARK: Head

    static func face(at place: SIMD2<Float>, _ matrix: TransformMatrix?) -> Face {
        Face(
            id: 1, presence: 1,
            landmarks: [Landmark](
                repeating: Landmark(x: place.x, y: place.y, z: 0), count: Face.landmarkCount),
            transformationMatrix: matrix, region: .full)
    }

    /// Facing the camera, which the canonical face does, 40 cm away, and twice as large.
    static let frontal = TransformMatrix(
        SIMD4(2, 0, 0, 0), SIMD4(0, 2, 0, 0), SIMD4(0, 0, 2, 0), SIMD4(0, 0, -40, 1))

    @Test("a face's matrix becomes the axes of the head")
    func head() throws {
        var frame = MotionFrame()
        let pose = Self.pose(left: SIMD2(0.7, 0.5), right: SIMD2(0.3, 0.5))
        let size = PixelSize(width: 600, height: 600)
        frame.set(pose, at: 0, imageSize: size)
        frame.setHead([
            Self.face(at: SIMD2(0.9, 0.9), Self.frontal),
            Self.face(at: SIMD2(0.5, 0.12), Self.frontal),
        ])
        let axes = HeadAxes(right: SIMD3(-1, 0, 0), up: SIMD3(0, -1, 0), forward: SIMD3(0, 0, -1))
        #expect(frame.head == axes)
        // A mirrored image, mapped back, has the same matrix for a symmetric face.
        frame.set(pose, at: 0, imageSize: size, isMirrored: true)
        frame.setHead([Self.face(at: SIMD2(0.5, 0.12), Self.frontal)], isMirrored: true)
        #expect(frame.head == axes)
        frame.setHead([Self.face(at: SIMD2(0.5, 0.12), nil)])
        #expect(frame.head == nil)
        let flat = TransformMatrix(.zero, .zero, .zero, .zero)
        #expect(HeadAxes(flat) == nil)
    }

    @Test("a head that turns to its left has a positive rotation")
    func turning() throws {
        // Turned about the vertical by 30°: the nose moves to the image's right.
        let (c, s) = (Float(3).squareRoot() / 2, Float(0.5))
        let matrix = TransformMatrix(
            SIMD4(c, 0, -s, 0), SIMD4(0, 1, 0, 0), SIMD4(s, 0, c, 0), SIMD4(0, 0, -40, 1))
        var frame = Skeleton().frame()
        frame.head = HeadAxes(matrix)
        let sample = try MotionAnalyzer.measure(frame)
        #expect(abs(sample[.neckRotation].value - 30) < 1e-4)
        #expect(abs(sample[.neckFlexion].value) < 1e-4)
        #expect(abs(sample[.neckLateral].value) < 1e-4)
    }
}

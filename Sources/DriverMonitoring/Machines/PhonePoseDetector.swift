import LandmarkCore
import LandmarkTasks

/// Detects a hand in a phone-like pose: one that seems to hold something, at an ear or in front of
/// the mouth.
///
/// What it holds is unknown. A hand in the lap does not count: hands on a steering wheel are bent
/// as well, and a long look down is distraction anyway.
struct PhonePoseDetector {
    /// The greatest distances from an ear, in face widths, at which the pose begins and is kept.
    private static let startReach = 0.6
    private static let keepReach = 0.75
    /// The same for the mouth.
    private static let startMouthReach = 0.4
    private static let keepMouthReach = 0.5
    /// The hand's landmarks that are tested against ear and mouth.
    private static let testedJoints: [HandJoint] = [
        .wrist, .indexFingerMCP, .indexFingerTip, .middleFingerMCP, .pinkyMCP,
    ]
    /// Landmarks of the face mesh: in front of the ears, top of the forehead, chin.
    private static let ears = (right: 234, left: 454)
    private static let forehead = 10
    private static let chin = 152
    /// The mouth is this share of the face's height below its center.
    private static let mouthBelow = 0.22
    /// Minimum visibility of the pose landmarker's ears.
    private static let minEarVisibility: Float = 0.5

    private(set) var isHeld = false

    /// Processes a frame.
    ///
    /// - Returns: nil when no hand landmarker ran, or the face has no extent.
    mutating func update(_ observation: DriverObservation, _ points: FacePoints) -> Bool? {
        guard let hands = observation.context.hands, let frame = FaceFrame(points) else {
            return nil
        }
        let ears = EarPositions(observation, points)
        let reach = (isHeld ? Self.keepReach : Self.startReach) * frame.width
        let mouthReach = (isHeld ? Self.keepMouthReach : Self.startMouthReach) * frame.width
        isHeld = hands.contains { hand in
            guard HandShape(hand)?.mayHold == true else { return false }
            let place = HandPoints(hand, in: observation.imageSize)
            return Self.isAtEar(place, ears, frame, reach)
                || Self.isAtMouth(place, frame, mouthReach)
        }
        return isHeld
    }

    /// The face's own axes and dimensions in the image, in pixels.
    private struct FaceFrame {
        let center: SIMD2<Double>
        /// Unit vector from the forehead to the chin.
        let down: SIMD2<Double>
        /// The distance between the ears including depth, so that it does not shrink as the head
        /// turns.
        let width: Double
        let height: Double

        init?(_ points: FacePoints) {
            let top = points.point(forehead)
            let axis = points.point(chin) - top
            height = axis.length
            width = (points.point3D(ears.left) - points.point3D(ears.right)).length
            guard height.isFinite, width.isFinite, height > 1, width > 1 else { return nil }
            down = axis / height
            center = top + axis / 2
        }
    }

    /// A hand's landmarks in pixels.
    private struct HandPoints {
        private let hand: Hand
        private let scale: SIMD2<Double>

        init(_ hand: Hand, in size: PixelSize) {
            self.hand = hand
            scale = SIMD2(Double(size.width), Double(size.height))
        }

        subscript(joint: HandJoint) -> SIMD2<Double> {
            SIMD2(Double(hand[joint].x), Double(hand[joint].y)) * scale
        }
    }

    /// The ears of the face mesh, and those of the pose landmarks where visible.
    private struct EarPositions {
        private let mesh: (SIMD2<Double>, SIMD2<Double>)
        private let pose: (SIMD2<Double>?, SIMD2<Double>?)

        init(_ observation: DriverObservation, _ points: FacePoints) {
            mesh = (points.point(ears.left), points.point(ears.right))
            let size = observation.imageSize
            func position(_ joint: PoseJoint) -> SIMD2<Double>? {
                guard let ear = observation.context.pose?[joint],
                    (ear.visibility ?? 0) >= minEarVisibility
                else { return nil }
                return SIMD2(
                    Double(ear.x) * Double(size.width), Double(ear.y) * Double(size.height))
            }
            pose = (position(.leftEar), position(.rightEar))
        }

        func contains(where predicate: (SIMD2<Double>) -> Bool) -> Bool {
            predicate(mesh.0) || predicate(mesh.1) || (pose.0.map(predicate) ?? false)
                || (pose.1.map(predicate) ?? false)
        }
    }

    private static func isAtEar(
        _ hand: HandPoints, _ ears: EarPositions, _ frame: FaceFrame, _ reach: Double
    ) -> Bool {
        ears.contains { ear in
            ((hand[.wrist] - ear) * frame.down).sum() > 0
                && testedJoints.contains { (hand[$0] - ear).length <= reach }
        }
    }

    private static func isAtMouth(
        _ hand: HandPoints, _ frame: FaceFrame, _ reach: Double
    ) -> Bool {
        let mouth = frame.center + frame.down * (mouthBelow * frame.height)
        return ((hand[.wrist] - mouth) * frame.down).sum() > 0
            && testedJoints.contains { (hand[$0] - mouth).length <= reach }
    }
}

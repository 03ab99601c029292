import LandmarkCore
import LandmarkTasks

/// Whether a hand is held as with a telephone: at an ear, or in the lap while looking there.
///
/// What the hand holds cannot be seen: whoever scratches himself for two seconds looks the same.
struct PhonePose {
    /// Near an ear, in widths of the face; and no more near beyond the second.
    private static let near = 0.6
    private static let away = 0.75
    /// The hand's points that are held to the ear.
    private static let touching: [HandJoint] = [
        .wrist, .indexFingerMCP, .indexFingerTip, .middleFingerMCP, .pinkyMCP,
    ]
    /// The mesh's points before the ears, the top of the forehead and the chin.
    private static let ears = (right: 234, left: 454)
    private static let forehead = 10
    private static let chin = 152
    /// A hand in the lap is at least so many heights of the face below its middle, and at most so
    /// many widths beside it.
    private static let lapBelow = 1.2
    private static let lapBeside = 1.5
    /// A head this far down, in degrees.
    private static let lowered = -18.0
    private static let visible: Float = 0.5

    private(set) var isHeld = false

    /// Takes a frame.
    ///
    /// - Returns: nil when nobody looked for hands, or the face has no size.
    mutating func update(
        _ observation: DriverObservation, _ points: FacePoints, head: HeadPose?, gazePitch: Double?
    ) -> Bool? {
        guard let hands = observation.hands, let frame = FaceFrame(points) else { return nil }
        let ears = Ears(observation, points)
        let reach = (isHeld ? Self.away : Self.near) * frame.width
        let looksDown = (head?.pitch ?? 0) <= Self.lowered && (gazePitch ?? 0) < 0
        isHeld = hands.contains { hand in
            let hand = HandPoints(hand, in: observation.imageSize)
            return Self.isAtEar(hand, ears, frame, reach)
                || (looksDown && Self.isInLap(hand, frame))
        }
        return isHeld
    }

    /// The face's own directions and sizes in the image.
    private struct FaceFrame {
        let middle: SIMD2<Double>
        /// A unit from the forehead to the chin.
        let down: SIMD2<Double>
        /// From ear to ear, also of a turned head.
        let width: Double
        let height: Double

        init?(_ points: FacePoints) {
            let top = points.point(forehead)
            let axis = points.point(chin) - top
            height = axis.length
            width = (points.space(ears.left) - points.space(ears.right)).length
            guard height.isFinite, width.isFinite, height > 1, width > 1 else { return nil }
            down = axis / height
            middle = top + axis / 2
        }
    }

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

    /// Where the ears may be: by the mesh, and by the body where it is seen.
    private struct Ears {
        private let mesh: (SIMD2<Double>, SIMD2<Double>)
        private let body: (SIMD2<Double>?, SIMD2<Double>?)

        init(_ observation: DriverObservation, _ points: FacePoints) {
            mesh = (points.point(ears.left), points.point(ears.right))
            let size = observation.imageSize
            func place(_ joint: PoseJoint) -> SIMD2<Double>? {
                guard let ear = observation.pose?[joint], (ear.visibility ?? 0) >= visible
                else { return nil }
                return SIMD2(
                    Double(ear.x) * Double(size.width), Double(ear.y) * Double(size.height))
            }
            body = (place(.leftEar), place(.rightEar))
        }

        func contains(_ isIt: (SIMD2<Double>) -> Bool) -> Bool {
            isIt(mesh.0) || isIt(mesh.1) || (body.0.map(isIt) ?? false)
                || (body.1.map(isIt) ?? false)
        }
    }

    private static func isAtEar(
        _ hand: HandPoints, _ ears: Ears, _ frame: FaceFrame, _ reach: Double
    ) -> Bool {
        ears.contains { ear in
            ((hand[.wrist] - ear) * frame.down).sum() > 0
                && touching.contains { (hand[$0] - ear).length <= reach }
        }
    }

    private static func isInLap(_ hand: HandPoints, _ frame: FaceFrame) -> Bool {
        let offset = hand[.wrist] - frame.middle
        let below = (offset * frame.down).sum()
        let beside = (offset - frame.down * below).length
        return below >= lapBelow * frame.height && beside <= lapBeside * frame.width
    }
}

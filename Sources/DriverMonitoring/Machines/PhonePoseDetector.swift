import LandmarkCore
import LandmarkTasks

/// Detects a hand in a phone-like pose: at an ear, or in the lap while the driver looks down at it.
///
/// What the hand holds is unknown: scratching an ear for two seconds gives the same result.
struct PhonePoseDetector {
    /// Maximum distance from an ear, in face widths, for the pose to begin and to be kept.
    private static let startReach = 0.6
    private static let keepReach = 0.75
    /// The hand's landmarks that are tested against the ear.
    private static let testedJoints: [HandJoint] = [
        .wrist, .indexFingerMCP, .indexFingerTip, .middleFingerMCP, .pinkyMCP,
    ]
    /// Landmarks of the face mesh: in front of the ears, top of the forehead, chin.
    private static let ears = (right: 234, left: 454)
    private static let forehead = 10
    private static let chin = 152
    /// A hand in the lap: minimum distance below the face's center in face heights, and maximum
    /// distance to the side in face widths.
    private static let lapMinBelow = 1.2
    private static let lapMaxBeside = 1.5
    /// Maximum head pitch, in degrees, for a look into the lap.
    private static let lapPitch = -18.0
    /// Minimum visibility of the pose landmarker's ears.
    private static let minEarVisibility: Float = 0.5

    private(set) var isHeld = false

    /// Processes a frame.
    ///
    /// - Returns: nil when no hand landmarker ran, or the face has no extent.
    mutating func update(
        _ observation: DriverObservation, _ points: FacePoints, head: HeadPose?, eyePitch: Double?
    ) -> Bool? {
        guard let hands = observation.context.hands, let frame = FaceFrame(points) else {
            return nil
        }
        let ears = EarPositions(observation, points)
        let reach = (isHeld ? Self.keepReach : Self.startReach) * frame.width
        let looksDown = (head?.pitch ?? 0) <= Self.lapPitch && (eyePitch ?? 0) < 0
        isHeld = hands.contains { hand in
            let hand = HandPoints(hand, in: observation.imageSize)
            return Self.isAtEar(hand, ears, frame, reach)
                || (looksDown && Self.isInLap(hand, frame))
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

    /// The ears by the face mesh, and by the pose landmarks where those are visible.
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

    private static func isInLap(_ hand: HandPoints, _ frame: FaceFrame) -> Bool {
        let offset = hand[.wrist] - frame.center
        let below = (offset * frame.down).sum()
        let beside = (offset - frame.down * below).length
        return below >= lapMinBelow * frame.height && beside <= lapMaxBeside * frame.width
    }
}

/// Fires `phoneLike` when the pose is held for long enough, and tells when its alert may end.
struct PhoneMachine {
    /// Minimum duration of the pose, in milliseconds.
    static let minDuration = 2000
    /// How long the hand must be away for the alert to end, in milliseconds.
    static let releaseTime = 2000

    private var start: Int?
    private var lastSeen = 0
    private var awaySince: Int?

    /// Whether the hand has been away for `releaseTime`.
    func isReleased(_ now: Int) -> Bool {
        awaySince.map { Elapsed.reached(now - $0, Self.releaseTime) } ?? false
    }

    mutating func update(
        _ reading: SanitizedReading, _ tick: Tick, isMuted: Bool, _ events: inout EventTracker
    ) {
        if let gapStart = tick.gapStart { end(at: gapStart, &events) }
        if isMuted {
            end(at: tick.now, &events)
        } else if let isPhonePose = reading.isPhonePose {
            lastSeen = tick.now
            isPhonePose ? hold(tick.now, &events) : end(at: tick.now, &events)
        } else if Elapsed.exceeds(tick.now - lastSeen) {
            end(at: lastSeen, &events)
        }
    }

    private mutating func hold(_ now: Int, _ events: inout EventTracker) {
        let start = start ?? now
        self.start = start
        awaySince = nil
        if Elapsed.reached(now - start, Self.minDuration), !events.isActive(.phoneLike) {
            events.fire(.phoneLike, start: start, now: now)
        }
    }

    private mutating func end(at time: Int, _ events: inout EventTracker) {
        awaySince = awaySince ?? time
        guard start != nil else { return }
        start = nil
        events.end(.phoneLike, at: time)
    }
}

package import LandmarkCore
package import LandmarkTasks

/// Finds out which way up a camera is mounted, from where a face is found upright.
///
/// A face landmarker finds few faces upside down or on their side, and landmarks where there is no such
/// face. Orientations are therefore tried in turn, each for a few frames, until a face is upright in
/// nearly all of them. That orientation stays until no upright face has been seen for long.
package struct OrientationFinder: Sendable {
    /// The frames of a trial, and how many of them must show an upright face.
    private static let trialFrames = 6
    private static let neededFrames = 5
    /// The cosine of the largest angle by which a head leans: 60°.
    private static let minCosine: Float = 0.5
    /// Without an upright face for so many milliseconds, the search begins again: soon after a find
    /// that may have been wrong, and late after one that has lasted.
    private static let shortLoss = 2000
    private static let longLoss = 15_000
    /// The frames after which a find counts as lasting.
    private static let lastingFrames = 150

    /// The orientation that frames are said to have, from which the search starts.
    private var base: Orientation?
    private var turn = 0
    private var frames = 0
    private var uprightFrames = 0
    private var isFound = false
    private var lastUpright: Int?

    /// The orientation to process a frame with that is said to have `orientation`.
    package mutating func orientation(for orientation: Orientation) -> Orientation {
        if base != orientation { self = OrientationFinder(base: orientation) }
        return Self.order(from: orientation)[turn]
    }

    /// Creates a finder that knows nothing yet.
    package init() {}

    private init(base: Orientation) { self.base = base }

    /// Takes note of what was found in a frame.
    ///
    /// - Parameters:
    ///   - face: The driver's face, if one was found with `orientation(for:)`.
    ///   - now: The frame's time in milliseconds.
    /// - Returns: Whether the face is upright, so that it may be relied on, and whether the next frame
    ///   is processed with another orientation.
    package mutating func update(
        _ face: Face?, in size: PixelSize, at now: Int
    ) -> (isUpright: Bool, turns: Bool) {
        guard let base else { return (true, false) }
        let isUpright =
            face.map { Self.cosine($0, in: size, Self.order(from: base)[turn]) >= Self.minCosine }
            ?? false
        frames += 1
        if isUpright {
            uprightFrames += 1
            lastUpright = now
        }
        if isFound {
            let limit = uprightFrames >= Self.lastingFrames ? Self.longLoss : Self.shortLoss
            if let lastUpright, now - lastUpright > limit { startTrial(turn) }
            return (isUpright, false)
        }
        guard frames == Self.trialFrames else { return (isUpright, false) }
        if uprightFrames >= Self.neededFrames {
            isFound = true
            return (isUpright, false)
        }
        startTrial((turn + 1) % 4)
        return (isUpright, true)
    }

    private mutating func startTrial(_ turn: Int) {
        self.turn = turn
        isFound = false
        frames = 0
        uprightFrames = 0
    }

    /// The orientations to try: as said, upside down, and on either side.
    private static func order(from orientation: Orientation) -> [Orientation] {
        switch orientation {
        case .up: [.up, .down, .right, .left]
        case .down: [.down, .up, .left, .right]
        case .right: [.right, .left, .down, .up]
        case .left: [.left, .right, .up, .down]
        }
    }

    /// The cosine of the angle between the face and the scene's vertical.
    private static func cosine(_ face: Face, in size: PixelSize, _ orientation: Orientation)
        -> Float
    {
        // From the chin to the top of the forehead.
        let top = face.landmarks[10], chin = face.landmarks[152]
        let up = SIMD2(
            (top.x - chin.x) * Float(size.width), (top.y - chin.y) * Float(size.height))
        let length = (up * up).sum().squareRoot()
        guard length > 0, length.isFinite else { return -1 }
        let vertical: SIMD2<Float> =
            switch orientation {
            case .up: SIMD2(0, -1)
            case .down: SIMD2(0, 1)
            // Rotating such an image clockwise makes it upright: up is at its left.
            case .right: SIMD2(-1, 0)
            case .left: SIMD2(1, 0)
            }
        return (up * vertical).sum() / length
    }
}

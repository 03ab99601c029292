package import LandmarkCore
package import LandmarkTasks

/// Detects which way up a camera is mounted, from the orientation in which a face is upright.
///
/// In an image of a face that is upside down, a face landmarker often invents an upright one. The
/// detector is less certain of it than of a real one: on eight people its scores are 0.52…0.80
/// instead of 0.78…0.97, and lower by at least 0.14 for the same image. At first each frame is
/// therefore examined in two orientations, and the one with the highest scores is used until no
/// upright face has been seen for a long time. A value type without models: `DriverFaceDetector`
/// does what it asks for.
package struct OrientationFinder: Sendable {
    /// The frames of a trial.
    private static let trialFrames = 6
    /// The mean score that the best orientation must reach: that of a face in most frames.
    private static let minScore = 0.4
    /// By how much another orientation must be better than the present one.
    private static let margin = 0.05
    /// The cosine of the largest angle by which a head leans: 60°.
    private static let minCosine: Float = 0.5
    /// The milliseconds without an upright face after which the search begins again: few after a
    /// choice that may have been wrong, many after one that has lasted.
    private static let shortLoss = 2000
    private static let longLoss = 15_000
    /// The frames after which a choice counts as lasting.
    private static let lastingFrames = 150

    /// The results of examining frames in one orientation.
    private struct Tally {
        var looks = 0
        var score = 0.0

        var mean: Double { looks > 0 ? score / Double(looks) : 0 }
    }

    /// The stated orientation of the frames.
    private var base: Orientation?
    /// The orientation that frames are processed with.
    private var current = Orientation.up
    /// By the position in `Orientation.allCases`; only used while nothing is found.
    private var tallies = (Tally(), Tally(), Tally(), Tally())
    private var frames = 0
    private var isFound = false
    private var uprightFrames = 0
    private var lastUpright: Int?

    /// Creates a finder that knows nothing yet.
    package init() {}

    /// The orientation to process a frame with whose stated orientation is `orientation`.
    package mutating func orientation(for orientation: Orientation) -> Orientation {
        if base != orientation {
            self = OrientationFinder()
            base = orientation
            current = orientation
        }
        return current
    }

    /// The orientation in which to examine the next frame, besides the one in which it is
    /// processed; nil when none is needed.
    package var alternative: Orientation? {
        guard !isFound else { return nil }
        // The opposite more often, because a face differs least there.
        let others = [current.turned(2), current.turned(1), current.turned(2), current.turned(3)]
        return others[frames % others.count]
    }

    /// Records what was found in a frame.
    ///
    /// - Parameters:
    ///   - hasFace: Whether an upright face was found in `orientation(for:)`.
    ///   - scores: The scores of independent detections in that orientation and in `alternative`;
    ///     nil if there is none.
    ///   - now: The frame's time in milliseconds.
    /// - Returns: Whether the next frame is processed with another orientation.
    package mutating func update(
        hasFace: Bool, scores: (current: Double, alternative: Double)?, at now: Int
    ) -> Bool {
        if hasFace { lastUpright = now }
        guard let alternative else {
            if hasFace { uprightFrames += 1 }
            let limit = uprightFrames >= Self.lastingFrames ? Self.longLoss : Self.shortLoss
            if let lastUpright, now - lastUpright > limit { startTrial() }
            return false
        }
        if let scores {
            add(scores.current, to: current)
            add(scores.alternative, to: alternative)
        }
        frames += 1
        guard frames >= Self.trialFrames else { return false }
        return decide(at: now)
    }

    private mutating func decide(at now: Int) -> Bool {
        let previous = current
        var best = tally(previous).mean + Self.margin
        for other in Orientation.allCases where other != previous && tally(other).mean > best {
            best = tally(other).mean
            current = other
        }
        isFound = tally(current).mean >= Self.minScore
        if !isFound { current = previous }
        let isTurned = current != previous
        if isFound { lastUpright = now }
        startCounting()
        return isTurned
    }

    private mutating func startTrial() {
        isFound = false
        startCounting()
    }

    private mutating func startCounting() {
        tallies = (Tally(), Tally(), Tally(), Tally())
        frames = 0
        uprightFrames = 0
    }

    private mutating func add(_ score: Double, to orientation: Orientation) {
        var tally = tally(orientation)
        tally.looks += 1
        tally.score += score
        switch orientation {
        case .up: tallies.0 = tally
        case .right: tallies.1 = tally
        case .down: tallies.2 = tally
        case .left: tallies.3 = tally
        }
    }

    private func tally(_ orientation: Orientation) -> Tally {
        switch orientation {
        case .up: tallies.0
        case .right: tallies.1
        case .down: tallies.2
        case .left: tallies.3
        }
    }
}

extension OrientationFinder {
    /// Whether a face that was found in an orientation is upright there. Landmarks on one that
    /// leans too far are arbitrary.
    package static func isUpright(
        _ face: Face, in size: PixelSize, _ orientation: Orientation
    ) -> Bool {
        cosine(face, in: size, orientation) >= minCosine
    }

    /// The cosine of the angle between the face and the scene's vertical.
    private static func cosine(
        _ face: Face, in size: PixelSize, _ orientation: Orientation
    ) -> Float {
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

extension Orientation {
    /// The orientation after `quarters` quarter turns, 0…3.
    fileprivate func turned(_ quarters: Int) -> Orientation {
        let order = [Orientation.up, .right, .down, .left]
        return order[((order.firstIndex(of: self) ?? 0) + quarters) % order.count]
    }
}

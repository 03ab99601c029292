package import LandmarkCore

/// Detects which way up a camera is mounted, from the orientation in which people are upright.
///
/// At first, frames are examined in several orientations, and the one with the highest scores is used until
/// no one upright has been seen for a long time. A value type without models: `DriverFaceDetector` does what
/// it requests, and `PoseOrientationFinder` scores poses.
package struct OrientationFinder: Sendable {
    /// How long orientations are compared, and how different they must be.
    package struct Pace: Sendable {
        /// The frames of a trial.
        package let trialFrames: Int
        /// By how much another orientation must be better than the present one.
        package let margin: Double
        /// The frames after which a choice counts as lasting.
        package let lastingFrames: Int

        package init(trialFrames: Int, margin: Double, lastingFrames: Int) {
            self.trialFrames = trialFrames
            self.margin = margin
            self.lastingFrames = lastingFrames
        }

        /// For faces.
        ///
        /// In an image of a face that is upside down, a face landmarker often invents an upright
        /// one. The detector is less certain of it than of a real one: on eight people its scores
        /// are 0.52…0.80 instead of 0.78…0.97, and lower by at least 0.14 for the same image.
        package static let faces = Pace(trialFrames: 6, margin: 0.05, lastingFrames: 150)
    }

    /// The mean score that the best orientation must reach: that of a person in most frames.
    private static let minScore = 0.4
    /// The milliseconds without anyone upright after which the search begins again: few after a
    /// choice that may have been wrong, many after one that has lasted.
    private static let shortLoss = 2000
    private static let longLoss = 15_000

    /// The results of examining frames in one orientation.
    private struct Tally {
        var looks = 0
        var score = 0.0

        var mean: Double { looks > 0 ? score / Double(looks) : 0 }
    }

    private let pace: Pace
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
    package init(_ pace: Pace = .faces) { self.pace = pace }

    /// The orientation to process a frame with whose stated orientation is `orientation`.
    package mutating func orientation(for orientation: Orientation) -> Orientation {
        if base != orientation {
            self = OrientationFinder(pace)
            base = orientation
            current = orientation
        }
        return current
    }

    /// The orientation in which to examine the next frame, besides the one in which it is
    /// processed; nil when none is needed.
    package var alternative: Orientation? {
        guard !isFound else { return nil }
        // The opposite orientation more often, because a face differs least there.
        let others = [current.turned(2), current.turned(1), current.turned(2), current.turned(3)]
        return others[frames % others.count]
    }

    /// Records what was found in a frame.
    ///
    /// - Parameters:
    ///   - isUpright: Whether someone upright was found in `orientation(for:)`.
    ///   - scores: The scores of independent detections in that orientation and in `alternative`;
    ///     nil if there is none.
    ///   - now: The frame's time in milliseconds.
    /// - Returns: Whether the next frame is processed with another orientation.
    package mutating func update(
        isUpright: Bool, scores: (current: Double, alternative: Double)?, at now: Int
    ) -> Bool {
        guard let alternative else {
            keep(isUpright, at: now)
            return false
        }
        if isUpright { lastUpright = now }
        if let scores {
            add(scores.current, to: current)
            add(scores.alternative, to: alternative)
        }
        return endFrame(at: now)
    }

    /// Records the scores of a frame in all orientations.
    ///
    /// - Parameters:
    ///   - isUpright: Whether someone upright was found in `orientation(for:)`.
    ///   - score: The score of what was found, in an orientation.
    ///   - now: The frame's time in milliseconds.
    /// - Returns: Whether the orientation has changed.
    package mutating func update(
        isUpright: Bool, at now: Int, score: (Orientation) -> Double
    ) -> Bool {
        guard !isFound else {
            keep(isUpright, at: now)
            return false
        }
        if isUpright { lastUpright = now }
        for orientation in Orientation.allCases { add(score(orientation), to: orientation) }
        return endFrame(at: now)
    }

    /// Whether the choice has lasted.
    package var isLasting: Bool { isFound && uprightFrames >= pace.lastingFrames }

    /// Keeps the orientation that was found, unless no one has been upright for long.
    private mutating func keep(_ isUpright: Bool, at now: Int) {
        if isUpright {
            lastUpright = now
            uprightFrames += 1
        }
        let limit = isLasting ? Self.longLoss : Self.shortLoss
        if let lastUpright, now - lastUpright > limit { startTrial() }
    }

    private mutating func endFrame(at now: Int) -> Bool {
        frames += 1
        guard frames >= pace.trialFrames else { return false }
        return decide(at: now)
    }

    private mutating func decide(at now: Int) -> Bool {
        let previous = current
        var best = tally(previous).mean + pace.margin
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

extension Orientation {
    /// The orientation after `quarters` quarter turns, 0…3.
    fileprivate func turned(_ quarters: Int) -> Orientation {
        let order = [Orientation.up, .right, .down, .left]
        return order[((order.firstIndex(of: self) ?? 0) + quarters) % order.count]
    }
}

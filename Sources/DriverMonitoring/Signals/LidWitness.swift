import LandmarkTasks

/// Compares the lids that landmarks place with those that the images of the eyes show.
///
/// Landmarks stay on open eyes where hair, bars or shadows cover closed lids. Where the image shows
/// open eyes that then close, the lids count as closed although the landmarks stay open. All other
/// contradictions make the eyes unreadable.
struct LidWitness {
    /// The lids of a frame.
    struct Verdict {
        /// The openness, 0…1, where the image shows closed lids and the landmarks do not; nil
        /// elsewhere.
        var opennessByImage: Double?
        /// The share of the last moment, 0…1, in which image and landmarks contradicted each other.
        var contradicted: Double
        /// The probability, 0…1, that the image gave in the last moment to the lids that are
        /// reported.
        var confirmed: Double
        /// How sure it is, 0…1, that the image follows the lids: it showed them move not long ago.
        var follows: Double
    }

    /// The probability from which the image proves closed lids against landmarks that show open
    /// ones, and against those that show half-closed ones, as squinting eyes may be.
    private static let proof = 0.7
    private static let certainty = 0.88
    /// The probability that proves nothing.
    private static let doubt = 0.5
    /// The openness of lids that only the image shows to be closed, for each part of its doubt, and
    /// the most of it: below that of open eyes.
    private static let opennessOfDoubt = 0.65
    private static let mostOpen = 0.49
    /// The time constants, in milliseconds, of what the last moment showed, and of the share of time
    /// in which the image showed open eyes.
    private static let momentTime = 300.0
    private static let openTime = 2000.0
    /// The times in milliseconds since the image showed lids close, until which it surely follows
    /// them and from which it may not: people blink every few seconds, and a video that drops a
    /// blink may drop a closure.
    private static let followed = 10_000.0
    private static let forgotten = 15_000.0
    /// How probable open and then closed lids must be for the image to have shown lids close.
    private static let moved = 0.6

    private var contradicted = 0.0
    private var confirmed = 0.0
    private var openShare = 0.0
    /// Whether the image alone shows closed lids, since it showed open ones.
    private var isClosed = false
    /// Whether the image has ever shown open lids.
    private var wasOpen = false
    /// The time in milliseconds since the image last showed closed lids, after open ones.
    private var stillTime = Self.forgotten

    /// Follows the eyes of the next frame.
    ///
    /// - Parameters:
    ///   - images: The images of the eyes that are used.
    ///   - openness: The openness by landmarks, 0…1.
    mutating func update(_ images: [EyeImage], openness: Double?, _ tick: Tick) -> Verdict {
        let step = Double(max(tick.elapsed, 1))
        let share = step / (step + Self.momentTime)
        stillTime = min(stillTime + step, Self.forgotten)
        guard let openness, let lids = Self.mean(images.compactMap(\.lids)) else {
            isClosed = false
            confirmed -= confirmed * share
            return Verdict(contradicted: contradicted, confirmed: confirmed, follows: follows)
        }
        if lids.open >= Self.moved { wasOpen = true }
        if wasOpen, lids.closed >= Self.moved { stillTime = 0 }
        isClosed = openness > ClosureMachine.deepOpenness && showsClosed(lids, openness)
        if !isClosed { openShare += (lids.open - openShare) * step / (step + Self.openTime) }
        let shown = shown(lids, openness)
        contradicted += (1 - shown - contradicted) * share
        confirmed += (shown - confirmed) * share
        let byImage = min(openness, Self.mostOpen, Self.opennessOfDoubt * (1 - lids.closed))
        return Verdict(
            opennessByImage: isClosed ? byImage : nil, contradicted: contradicted,
            confirmed: confirmed, follows: follows)
    }

    private var follows: Double {
        ((Self.forgotten - stillTime) / (Self.forgotten - Self.followed)).clamped(to: 0...1)
    }

    /// Whether the image shows closed lids to landmarks that do not.
    private func showsClosed(_ lids: EyelidState, _ openness: Double) -> Bool {
        let isKnown = isClosed || openShare >= Self.doubt
        if openness < ClosureMachine.endOpenness {
            return lids.closed >= Self.certainty && isKnown
        }
        return isClosed ? lids.open < Self.doubt : lids.closed >= Self.proof && isKnown
    }

    /// The probability, 0…1, that the image gives to the lids that are reported. Of half-closed ones,
    /// which it does not know, it can only say that they are not those.
    private func shown(_ lids: EyelidState, _ openness: Double) -> Double {
        if isClosed || openness <= ClosureMachine.deepOpenness { return lids.closed }
        if openness >= ClosureMachine.endOpenness { return lids.open }
        return lids.open >= Self.certainty ? lids.open : Self.doubt
    }

    private static func mean(_ states: [EyelidState]) -> EyelidState? {
        guard !states.isEmpty else { return nil }
        let count = Double(states.count)
        return EyelidState(
            open: states.reduce(0) { $0 + $1.open } / count,
            closed: states.reduce(0) { $0 + $1.closed } / count)
    }
}

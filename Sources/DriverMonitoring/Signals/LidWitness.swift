import LandmarkTasks

/// Compares the lids according to the landmarks with those that the images of the eyes show.
///
/// Landmarks stay on open eyes where hair, bars or shadows cover closed lids. Where the image shows
/// open eyes that then close, the lids count as closed although the landmarks stay open. All other
/// contradictions make the eyes unreadable.
struct LidWitness {
    /// The lids of a frame.
    struct Verdict {
        /// The openness, 0…1, if the image shows closed lids and the landmarks do not; nil otherwise.
        var opennessByImage: Double?
        /// The share of the last moment, 0…1, in which image and landmarks contradicted each other.
        var contradicted: Double
        /// The probability, 0…1, that the image assigned in the last moment to the reported lids.
        var confirmed: Double
        /// How certain it is, 0…1, that the image follows the lids, because it recently showed them move.
        var follows: Double
    }

    /// The probability from which the image proves closed lids against landmarks that show open lids, and
    /// against landmarks that show half-closed ones, as of squinting eyes.
    private static let proof = 0.7
    private static let certainty = 0.88
    /// The probability that proves nothing.
    private static let doubt = 0.5
    /// The openness of lids that only the image shows to be closed, per unit of its doubt, and the greatest
    /// such openness, which is below that of open eyes.
    private static let opennessOfDoubt = 0.65
    private static let mostOpen = 0.49
    /// The time constants, in milliseconds, of the last moment, and of the share of time in which the image
    /// showed open eyes.
    private static let momentTime = 300.0
    private static let openTime = 2000.0
    /// The times in milliseconds since the image last showed lids close, up to which it surely follows them
    /// and after which it may not: people blink every few seconds, and a video that drops a blink may drop a
    /// closure.
    private static let followed = 10_000.0
    private static let forgotten = 15_000.0
    /// How likely open and then closed lids must be for the image to have shown lids close.
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

    /// Whether the image shows closed lids and the landmarks do not.
    private func showsClosed(_ lids: EyelidState, _ openness: Double) -> Bool {
        let isKnown = isClosed || openShare >= Self.doubt
        if openness < ClosureMachine.endOpenness {
            return lids.closed >= Self.certainty && isKnown
        }
        return isClosed ? lids.open < Self.doubt : lids.closed >= Self.proof && isKnown
    }

    /// The probability, 0…1, that the image assigns to the reported lids. The image cannot recognize
    /// half-closed lids; it can only rule them out.
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

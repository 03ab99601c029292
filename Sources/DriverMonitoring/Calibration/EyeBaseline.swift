/// The values of a driver's open and closed eyes in one of the two measures: blink coefficient or
/// eye aspect ratio.
struct EyeBaseline {
    /// The value of open eyes.
    var open: (left: Double, right: Double)
    /// The value of closed eyes.
    var closed: Double

    /// The default for the blink coefficient before calibration; a choice, see the article
    /// HowDriversAreAssessed.
    static let defaultBlink = EyeBaseline(open: (0.10, 0.10), closed: 0.70)
    /// The default for the aspect ratio before calibration; also a choice.
    static let defaultAspectRatio = EyeBaseline(open: (0.30, 0.30), closed: 0.12)

    /// The openness, 0…1, given the values of the used eyes; nil when no eye is used.
    func openness(left: Double?, right: Double?) -> Double? {
        switch (left, right) {
        case (nil, nil): nil
        case (let left?, nil): Self.openness(left, open: open.left, closed: closed)
        case (nil, let right?): Self.openness(right, open: open.right, closed: closed)
        case (let left?, let right?):
            Self.openness(
                (left + right) / 2, open: (open.left + open.right) / 2, closed: closed)
        }
    }

    private static func openness(_ value: Double, open: Double, closed: Double) -> Double {
        let openness = (closed - value) / (closed - open)
        return openness.isFinite ? openness.clamped(to: 0...1) : 1
    }
}

/// Estimates the value of a driver's open eyes in one of the two measures, as a median over many
/// frames.
///
/// Each eye is estimated separately: with a camera far to the side only one of them is ever used.
struct OpenEyeEstimator {
    /// The least share of the span from closed to the most open baseline that a later baseline keeps.
    private static let minOpenShare = 0.9
    /// Minimum number of frames for an estimate of an eye.
    private static let minFrames = 45
    /// Minimum number of frames for a first estimate.
    private static let firstFrames = 20

    private var left = Histogram(0...1, bins: 1000)
    private var right = Histogram(0...1, bins: 1000)
    /// The most open baseline so far, since `freeze(_:)`.
    private var mostOpen: (left: Double, right: Double)?

    /// Adds the values of the used eyes.
    mutating func add(left: Double?, right: Double?) {
        if let left { self.left.add(left) }
        if let right { self.right.add(right) }
    }

    /// Whether at least one eye has enough frames.
    var isReady: Bool { left.count >= Self.minFrames || right.count >= Self.minFrames }

    /// The median of each eye; nil for an eye with too few frames.
    private func estimates(minFrames: Int = Self.minFrames) -> (left: Double?, right: Double?) {
        (
            left.count >= minFrames ? left.median : nil,
            right.count >= minFrames ? right.median : nil
        )
    }

    /// The median of each eye. An eye with too few frames, such as the one facing away from the
    /// camera, takes the value of the other. nil when both have too few.
    var medians: (left: Double, right: Double)? { Self.both(estimates()) }

    /// The medians of fewer frames: enough to detect a blink.
    var firstMedians: (left: Double, right: Double)? {
        Self.both(estimates(minFrames: Self.firstFrames))
    }

    private static func both(
        _ estimates: (left: Double?, right: Double?)
    ) -> (left: Double, right: Double)? {
        guard let either = estimates.left ?? estimates.right else { return nil }
        return (estimates.left ?? either, estimates.right ?? either)
    }

    /// Sets `open` as the most open baseline, and restarts collecting.
    mutating func freeze(_ open: (left: Double, right: Double)) {
        mostOpen = open
        left.removeAll()
        right.removeAll()
    }

    /// The frozen baseline `open` after another minute: each eye moves to its new median, but not
    /// below 90 % of the most open baseline. An eye with too few frames is unchanged.
    mutating func refined(
        _ open: (left: Double, right: Double), closed: Double
    ) -> (left: Double, right: Double) {
        defer {
            left.removeAll()
            right.removeAll()
        }
        guard var mostOpen else { return open }
        let estimates = estimates()
        let refined = (
            left: estimates.left.map { Self.limited($0, &mostOpen.left, closed) } ?? open.left,
            right: estimates.right.map { Self.limited($0, &mostOpen.right, closed) } ?? open.right
        )
        self.mostOpen = mostOpen
        return refined
    }

    /// `median`, limited to 90 % of `mostOpen`; a more open median raises `mostOpen`.
    private static func limited(
        _ median: Double, _ mostOpen: inout Double, _ closed: Double
    ) -> Double {
        // The blink coefficient falls as eyes open, the aspect ratio rises.
        let direction: Double = mostOpen < closed ? -1 : 1
        if direction * (median - mostOpen) > 0 { mostOpen = median }
        let limit = closed + minOpenShare * (mostOpen - closed)
        return direction * (median - limit) > 0 ? median : limit
    }
}

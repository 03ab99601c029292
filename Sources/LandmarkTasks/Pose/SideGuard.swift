import LandmarkCore

/// Detects when the pose model exchanges a person's left and right from one frame to the next.
///
/// It compares how far twelve landmarks of limbs and torso moved from the accepted landmarks of the
/// previous frame, at most 0.2 s old, once as labeled and once with left and right exchanged. If
/// the second distance is less than 0.6 of the first, it exchanges them. The same holds for a frame
/// accepted 0.1 to 0.2 s earlier, with 0.4: the model can exchange limbs one after the other, each of
/// which is less than half of the body, and nobody turns around in that time. After 0.5 s of continuous
/// exchange it trusts the model. Landmarks must not be smoothed: smoothed ones cause false alarms.
package struct SideGuard: Sendable {
    /// Shoulders, elbows, wrists, hips, knees and ankles by index, left before right.
    private static let joints = [11, 12, 13, 14, 15, 16, 23, 24, 25, 26, 27, 28]
    /// The maximum time between two compared frames, in seconds.
    private static let maxAge = 0.2
    /// The maximum duration of continuous exchange, in seconds.
    private static let maxRun = 0.5
    /// The fraction of the distance as labeled below which the exchanged labels are taken to be
    /// right.
    private static let maxRatio = 0.6
    /// The same for an older frame, and the least age of that frame in seconds.
    private static let maxOlderRatio = 0.4
    private static let olderAge = 0.1
    /// How many older frames are kept, and the least time from one to the next in seconds.
    private static let slots = 5
    private static let spacing = 0.05
    /// A tolerance for times derived from milliseconds or frame rates.
    private static let rounding = 1e-6

    private let joints = Self.joints
    /// The accepted points of older frames, and after them those of the last one, each in the order of
    /// `joints`.
    private var accepted = Array(
        repeating: SIMD2<Double>.zero, count: (Self.slots + 1) * Self.joints.count)
    /// The times of the older frames; those that are not known are infinitely long ago.
    private var times = Array(repeating: -Double.infinity, count: Self.slots)
    /// The slot of the next older frame.
    private var next = 0
    /// The time of the last frame; nil before the first.
    private var last: Double?
    /// When the continuous exchange began.
    private var runStart: Double?

    package init() {}

    /// Returns whether to exchange left and right in a frame, and remembers the decision.
    ///
    /// - Parameters:
    ///   - time: The frame's time in seconds, later than that of the previous frame.
    ///   - point: The position in pixels of the landmark at an index. A position that is not finite
    ///     is left out of the comparison.
    package mutating func update(at time: Double, _ point: (Int) -> SIMD2<Double>) -> Bool {
        if isExpired(at: time) { forgetOlder() }
        var swaps = !isExpired(at: time) && isExchanged(point, from: Self.slots, Self.maxRatio)
        if !swaps, let older = older(at: time) {
            swaps = isExchanged(point, from: older, Self.maxOlderRatio)
        }
        if swaps {
            let start = runStart ?? time
            runStart = start
            swaps = time - start <= Self.maxRun + Self.rounding
            // Older frames contradict the model, which is trusted.
            if !swaps { forgetOlder() }
        }
        if !swaps { runStart = nil }
        for index in joints.indices {
            accepted[Self.slots * joints.count + index] = point(
                swaps ? PoseJoint.opposite(of: joints[index]) : joints[index])
        }
        last = time
        keep(at: time)
        return swaps
    }

    /// Keeps the accepted points for comparisons with later frames.
    private mutating func keep(at time: Double) {
        let newest = times.max() ?? -.infinity
        guard time - newest >= Self.spacing - Self.rounding else { return }
        for index in joints.indices {
            accepted[next * joints.count + index] = accepted[Self.slots * joints.count + index]
        }
        times[next] = time
        next = (next + 1) % Self.slots
    }

    /// The slot of the oldest frame to compare one at `time` with; nil if there is none.
    private func older(at time: Double) -> Int? {
        var oldest: Int?
        for slot in times.indices {
            let age = time - times[slot]
            guard age >= Self.olderAge - Self.rounding, age <= Self.maxAge + Self.rounding else {
                continue
            }
            if oldest.map({ times[slot] < times[$0] }) ?? true { oldest = slot }
        }
        return oldest
    }

    private mutating func forgetOlder() {
        for slot in times.indices { times[slot] = -.infinity }
    }

    /// Whether the last frame is too old to be compared with one at `time`.
    package func isExpired(at time: Double) -> Bool {
        last.map { time - $0 > Self.maxAge + Self.rounding } ?? true
    }

    /// Forgets the last frame, so that the next one is accepted as is.
    package mutating func reset() {
        last = nil
        runStart = nil
        forgetOlder()
    }

    /// Whether exchanged points are closer to those of a frame, by a factor.
    private func isExchanged(
        _ point: (Int) -> SIMD2<Double>, from slot: Int, _ factor: Double
    ) -> Bool {
        let first = slot * joints.count
        var (kept, exchanged) = (0.0, 0.0)
        for left in stride(from: 0, to: joints.count, by: 2) {
            let (a, b) = (point(joints[left]), point(joints[left + 1]))
            let keep =
                distance(a, accepted[first + left])
                + distance(b, accepted[first + left + 1])
            let swap =
                distance(b, accepted[first + left])
                + distance(a, accepted[first + left + 1])
            guard keep.isFinite, swap.isFinite else { continue }
            kept += keep
            exchanged += swap
        }
        return exchanged < factor * kept
    }

    private func distance(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> Double {
        let offset = a - b
        return (offset * offset).sum().squareRoot()
    }
}

/// A side guard for each track of a stream of poses.
struct TrackSideGuards {
    private var tracks: [(id: Int, sideGuard: SideGuard)] = []

    /// Exchanges left and right of the raw landmarks of candidates, whose tracks are `ids`, where
    /// the model has mixed them up.
    mutating func apply(
        to candidates: inout Candidates, ids: [Int], at now: Timestamp, in size: PixelSize
    ) {
        let time = Double(now.milliseconds) / 1000
        tracks.removeAll { $0.sideGuard.isExpired(at: time) && !ids.contains($0.id) }
        let scale = SIMD2(Double(size.width), Double(size.height))
        for index in candidates.indices {
            let track = place(of: ids[index])
            let swaps = tracks[track].sideGuard.update(at: time) {
                let point = candidates[index].rawLandmarks[$0]
                return SIMD2(Double(point.x), Double(point.y)) * scale
            }
            if swaps { candidates[index].exchangeSides() }
        }
    }

    /// Forgets all tracks.
    mutating func reset() { tracks.removeAll() }

    private mutating func place(of id: Int) -> Int {
        if let known = tracks.firstIndex(where: { $0.id == id }) { return known }
        tracks.append((id, SideGuard()))
        return tracks.count - 1
    }
}

extension Candidate {
    /// Exchanges left and right of a pose's raw landmarks.
    fileprivate mutating func exchangeSides() {
        sidesSwapped = true
        for one in rawLandmarks.indices {
            let other = PoseJoint.opposite(of: one)
            guard one < other else { continue }
            rawLandmarks.swapAt(one, other)
            rawWorldLandmarks.swapAt(one, other)
        }
    }
}

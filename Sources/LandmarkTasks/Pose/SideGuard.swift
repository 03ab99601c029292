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
    /// The fraction of the distance as labeled below which the exchanged labels are considered correct.
    private static let maxRatio = 0.6
    /// The same for an older frame, and the least age of that frame in seconds.
    private static let maxOlderRatio = 0.4
    private static let olderAge = 0.1
    /// How many older frames are kept, and the least time from one to the next in seconds.
    private static let capacity = 5
    private static let spacing = 0.05
    /// A tolerance for times derived from milliseconds or frame rates.
    private static let rounding = 1e-6

    /// The accepted points of a frame.
    private struct Frame {
        let time: Double
        /// In the order of `joints`, in lanes because an array of arrays would allocate.
        var x = SIMD16<Double>.zero
        var y = SIMD16<Double>.zero

        subscript(index: Int) -> SIMD2<Double> {
            get { SIMD2(x[index], y[index]) }
            set { (x[index], y[index]) = (newValue.x, newValue.y) }
        }
    }

    private let joints = Self.joints
    /// The last frame; nil before the first.
    private var last: Frame?
    /// Earlier frames, at least `spacing` apart, the oldest first.
    private var older: [Frame] = []
    /// When the continuous exchange began.
    private var runStart: Double?

    package init() {
        older.reserveCapacity(Self.capacity)
    }

    /// Returns whether to exchange left and right in a frame, and remembers the decision.
    ///
    /// - Parameters:
    ///   - time: The frame's time in seconds, later than that of the previous frame.
    ///   - point: The position in pixels of the landmark at an index. A position that is not finite
    ///     is left out of the comparison.
    package mutating func update(at time: Double, _ point: (Int) -> SIMD2<Double>) -> Bool {
        var swaps = false
        if let last, !isExpired(at: time) {
            swaps = isExchanged(point, from: last, Self.maxRatio)
        } else {
            older.removeAll(keepingCapacity: true)
        }
        if !swaps, let older = olderFrame(at: time) {
            swaps = isExchanged(point, from: older, Self.maxOlderRatio)
        }
        if swaps {
            let start = runStart ?? time
            runStart = start
            swaps = time - start <= Self.maxRun + Self.rounding
            // Older frames contradict the model, which is trusted.
            if !swaps { older.removeAll(keepingCapacity: true) }
        }
        if !swaps { runStart = nil }
        var frame = Frame(time: time)
        for index in joints.indices {
            frame[index] = point(swaps ? PoseJoint.opposite(of: joints[index]) : joints[index])
        }
        last = frame
        keep(frame)
        return swaps
    }

    /// Keeps a frame for comparisons with later ones.
    private mutating func keep(_ frame: Frame) {
        if let newest = older.last, frame.time - newest.time < Self.spacing - Self.rounding {
            return
        }
        if older.count == Self.capacity { older.removeFirst() }
        older.append(frame)
    }

    /// The oldest frame to compare one at `time` with; nil if there is none.
    private func olderFrame(at time: Double) -> Frame? {
        older.first {
            let age = time - $0.time
            return age >= Self.olderAge - Self.rounding && age <= Self.maxAge + Self.rounding
        }
    }

    /// Whether the last frame is too old to be compared with one at `time`.
    package func isExpired(at time: Double) -> Bool {
        last.map { time - $0.time > Self.maxAge + Self.rounding } ?? true
    }

    /// Forgets the last frame, so that the next one is accepted as is.
    package mutating func reset() {
        last = nil
        runStart = nil
        older.removeAll(keepingCapacity: true)
    }

    /// Whether exchanged points are closer to those of a frame, by a factor.
    private func isExchanged(
        _ point: (Int) -> SIMD2<Double>, from frame: Frame, _ factor: Double
    ) -> Bool {
        var (kept, exchanged) = (0.0, 0.0)
        for left in stride(from: 0, to: joints.count, by: 2) {
            let (a, b) = (point(joints[left]), point(joints[left + 1]))
            let keep = distance(a, frame[left]) + distance(b, frame[left + 1])
            let swap = distance(b, frame[left]) + distance(a, frame[left + 1])
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

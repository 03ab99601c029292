/// Estimates the driver's neutral head pose, that of a driver facing the road, as the median of the poses of
/// the last seconds. The median compensates for how the camera is mounted.
///
/// Until the pose is frozen, the median of the last 10 s counts: the estimate follows a driver who starts
/// with the head turned, or a camera that is moved, within 5 s, before a look off the road would count as
/// unresponsive. The frozen pose is the median of the last 30 s, so that a look to the side of less than 15 s
/// does not redefine the road. Every pose counts, at any angle and with or without readable eyes: if poses
/// were rejected by their distance from the current median, a wrong median could never be corrected.
///
/// A driver whose head is turned in the first seconds, and who then looks straight ahead, would seem to look
/// to the side until the median follows. Until the pose is settled, a look to the side therefore counts only
/// as far as it also leads away from the camera, which is nearly always in front of the driver.
struct NeutralHeadEstimator {
    /// Medians are recomputed with each of the first poses, and then at intervals.
    private static let initialPoses = 90
    private static let medianInterval = 15
    /// The lengths of the windows in milliseconds.
    private static let recent = 10_000
    private static let settled = 30_000
    /// The time with poses, in milliseconds, after which the pose is settled: a minute, the time of a
    /// calibration.
    private static let settling = 60_000

    private var recentPoses = PoseWindow(length: recent)
    private var settledPoses = PoseWindow(length: settled)
    private var firstRoll: Double?
    private var count = 0
    private var time = 0
    private var isFinished = false
    /// The median pose as last recomputed; nil before the first pose.
    private(set) var pose: HeadPose?

    /// Whether the driver can be assumed to have faced the road for most of the time so far.
    private var isSettled: Bool { isFinished || Elapsed.reached(time, Self.settling) }

    /// The pose used to judge looks off the road: relative to the neutral pose, and until that is settled,
    /// turned no farther than the head is turned from the camera.
    func look(_ head: HeadPose) -> HeadPose {
        var look = head.relative(to: pose ?? head)
        guard !isSettled else { return look }
        if abs(head.yaw) < abs(look.yaw) { look.yaw = head.yaw }
        return look
    }

    mutating func add(_ head: HeadPose, _ tick: Tick) {
        time += tick.step
        let origin = firstRoll ?? head.roll
        firstRoll = origin
        // Relative to the first roll, so that values near ±180° (from an upside-down camera, for example) do
        // not end up at both ends of the histogram.
        let turned = HeadPose(
            pitch: head.pitch, yaw: head.yaw, roll: (head.roll - origin).wrappedDegrees)
        recentPoses.add(turned, at: tick.now)
        settledPoses.add(turned, at: tick.now)
        count += 1
        if count < Self.initialPoses || count.isMultiple(of: Self.medianInterval) {
            pose = absolute(recentPoses.median)
        }
    }

    /// Freezes the pose.
    mutating func finish() {
        pose = absolute(settledPoses.median)
        isFinished = true
    }

    private func absolute(_ median: HeadPose?) -> HeadPose? {
        guard let median, let firstRoll else { return nil }
        return HeadPose(
            pitch: median.pitch, yaw: median.yaw, roll: (firstRoll + median.roll).wrappedDegrees)
    }
}

/// The medians of the head poses in a sliding window.
private struct PoseWindow {
    private struct Sample {
        let time: Int
        let pose: HeadPose
    }

    /// Enough for 30 s at 60 frames per second; with more, the window is shorter.
    private static let capacity = 1800

    let length: Int
    private var samples = RingBuffer<Sample>(capacity: capacity)
    private var pitch = Histogram(-180...180, bins: 1440)
    private var yaw = Histogram(-90...90, bins: 720)
    private var roll = Histogram(-180...180, bins: 1440)

    init(length: Int) {
        self.length = length
    }

    /// nil before the first pose.
    var median: HeadPose? {
        guard let pitch = pitch.median, let yaw = yaw.median, let roll = roll.median else {
            return nil
        }
        return HeadPose(pitch: pitch, yaw: yaw, roll: roll)
    }

    mutating func add(_ pose: HeadPose, at now: Int) {
        while let oldest = samples.oldest, samples.isFull || now - oldest.time > length {
            pitch.remove(oldest.pose.pitch)
            yaw.remove(oldest.pose.yaw)
            roll.remove(oldest.pose.roll)
            samples.removeOldest()
        }
        samples.append(Sample(time: now, pose: pose))
        pitch.add(pose.pitch)
        yaw.add(pose.yaw)
        roll.add(pose.roll)
    }
}

/// Counts of values in bins of equal width, which give quantiles of any number of values in fixed memory,
/// independent of their order.
struct Histogram {
    private let range: ClosedRange<Double>
    private var bins: ContiguousArray<UInt32>
    private(set) var count = 0

    init(_ range: ClosedRange<Double>, bins: Int) {
        self.range = range
        self.bins = ContiguousArray(repeating: 0, count: bins)
    }

    private var width: Double { (range.upperBound - range.lowerBound) / Double(bins.count) }

    private func bin(of value: Double) -> Int {
        let place = (value.clamped(to: range) - range.lowerBound) / width
        return min(Int(place), bins.count - 1)
    }

    /// Adds a value; one outside the range counts in the first or last bin.
    mutating func add(_ value: Double) {
        bins[bin(of: value)] += 1
        count += 1
    }

    /// Removes a value added before.
    mutating func remove(_ value: Double) {
        bins[bin(of: value)] -= 1
        count -= 1
    }

    /// The value that a `share` (0…1) of all values does not exceed, accurate to half a bin; nil
    /// when empty.
    func quantile(_ share: Double) -> Double? {
        guard count > 0 else { return nil }
        let target = max(1, Int((share * Double(count)).rounded(.up)))
        var total = 0
        for (index, number) in bins.enumerated() {
            total += Int(number)
            if total >= target { return range.lowerBound + (Double(index) + 0.5) * width }
        }
        return range.upperBound
    }

    var median: Double? { quantile(0.5) }

    mutating func removeAll() {
        for index in bins.indices { bins[index] = 0 }
        count = 0
    }
}

/// Estimates the driver's neutral head pose, that of facing the road, as the median of all poses.
/// It absorbs how the camera is mounted.
///
/// Every pose counts, at any angle and with or without readable eyes: were poses rejected by
/// their distance from the median so far, a wrong median could never be corrected.
struct NeutralHeadEstimator {
    /// Medians are recomputed with each of the first poses, and then at intervals.
    private static let initialPoses = 90
    private static let medianInterval = 15

    private var pitch = Histogram(-180...180, bins: 1440)
    private var yaw = Histogram(-90...90, bins: 720)
    private var roll = Histogram(-180...180, bins: 1440)
    private var firstRoll: Double?

    private var count = 0
    /// The median pose as last recomputed; nil before the first pose.
    private(set) var pose: HeadPose?

    private var medians: HeadPose? {
        guard let firstRoll, let pitch = pitch.median, let yaw = yaw.median,
            let roll = roll.median
        else { return nil }
        return HeadPose(pitch: pitch, yaw: yaw, roll: (firstRoll + roll).wrappedDegrees)
    }

    mutating func add(_ head: HeadPose) {
        let origin = firstRoll ?? head.roll
        firstRoll = origin
        pitch.add(head.pitch)
        yaw.add(head.yaw)
        // Relative to the first roll, so that values near ±180° (an upside-down camera, say) do
        // not fall into both ends of the histogram.
        roll.add((head.roll - origin).wrappedDegrees)
        count += 1
        if count < Self.initialPoses || count.isMultiple(of: Self.medianInterval) {
            pose = medians
        }
    }

    /// Recomputes the median from all poses.
    mutating func finish() { pose = medians }
}

/// Counts of values in bins of equal width: quantiles of any number of values in fixed memory,
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

    /// Adds a value; one outside the range counts in the first or last bin.
    mutating func add(_ value: Double) {
        let place = (value.clamped(to: range) - range.lowerBound) / width
        bins[min(Int(place), bins.count - 1)] += 1
        count += 1
    }

    /// The value that a `share` (0…1) of all values do not exceed, accurate to half a bin; nil
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

import LandmarkTasks

/// The lengths of the bones between landmarks over the last two seconds, and whether a frame's lengths are
/// plausible.
struct BoneLengths {
    /// The landmarks at the ends of each bone.
    static let bones: [(PoseJoint, PoseJoint)] = [
        (.leftShoulder, .rightShoulder), (.leftHip, .rightHip),
        (.leftShoulder, .leftElbow), (.rightShoulder, .rightElbow),
        (.leftElbow, .leftWrist), (.rightElbow, .rightWrist),
        (.leftHip, .leftKnee), (.rightHip, .rightKnee),
        (.leftKnee, .leftAnkle), (.rightKnee, .rightAnkle),
        (.leftHeel, .leftFootIndex), (.rightHeel, .rightFootIndex),
    ]
    /// How far a length may differ from the median, as a fraction of the median.
    private static let tolerance = 0.3
    /// The fewest lengths that give a median.
    private static let minCount = 5
    /// Shorter lengths, in meters, do not count.
    private static let minLength = 1e-4

    private let ends = Self.bones
    private var medians = Array(repeating: RunningMedian(), count: Self.bones.count)
    /// The bones of the last frame with implausible lengths, one bit each.
    private(set) var implausible: UInt32 = 0

    /// Compares the lengths in a frame with earlier ones, then adds them.
    ///
    /// - Parameter usable: The landmarks that are visible and finite, one bit each.
    mutating func update(_ points: FrameLandmarks, usable: UInt64, at time: Double) {
        implausible = 0
        for index in ends.indices {
            let (a, b) = (ends[index].0.rawValue, ends[index].1.rawValue)
            guard usable >> UInt64(a) & 1 == 1, usable >> UInt64(b) & 1 == 1 else { continue }
            let length = (points.world(a) - points.world(b)).length
            medians[index].trim(to: time)
            if length < Self.minLength || differs(length, medians[index]) {
                implausible |= 1 << UInt32(index)
            }
            // Including implausible ones: after a second, a new length becomes the median.
            medians[index].add(length, at: time)
        }
    }

    private func differs(_ length: Double, _ median: RunningMedian) -> Bool {
        median.count >= Self.minCount && abs(length - median.value) > Self.tolerance * median.value
    }

    /// Forgets all lengths.
    mutating func removeAll() {
        implausible = 0
        for index in medians.indices { medians[index].removeAll() }
    }
}

/// The median of the values of the last two seconds, in fixed memory: values that arrive faster
/// than 32 times a second are thinned.
struct RunningMedian {
    private static let span = 2.0
    private static let capacity = 64
    /// Less than the interval at which `capacity` values fill the span, for times that jitter.
    private static let minInterval = 0.98 * span / Double(capacity)

    /// Values in order of time in a ring that starts at `first`.
    private var ring = Array(repeating: (time: 0.0, value: 0.0), count: capacity)
    private var first = 0
    private(set) var count = 0
    /// The first `count` are the values, ascending.
    private var sorted = Array(repeating: 0.0, count: capacity)

    /// The median; 0 if there are no values.
    var value: Double {
        guard count > 0 else { return 0 }
        return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
    }

    /// Adds a finite value, unless the last one is too recent.
    mutating func add(_ value: Double, at time: Double) {
        if count > 0, time - ring[(first + count - 1) % Self.capacity].time < Self.minInterval {
            return
        }
        if count == Self.capacity { removeOldest() }
        ring[(first + count) % Self.capacity] = (time, value)
        let place = place(of: value)
        var index = count
        while index > place {
            sorted[index] = sorted[index - 1]
            index -= 1
        }
        sorted[place] = value
        count += 1
    }

    /// Removes what is older than two seconds.
    mutating func trim(to time: Double) {
        while count > 0, time - ring[first].time > Self.span { removeOldest() }
    }

    mutating func removeAll() { count = 0 }

    private mutating func removeOldest() {
        var index = place(of: ring[first].value)
        while index < count - 1 {
            sorted[index] = sorted[index + 1]
            index += 1
        }
        first = (first + 1) % Self.capacity
        count -= 1
    }

    /// The index of the first sorted value that is not below `value`.
    private func place(of value: Double) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if sorted[middle] < value { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

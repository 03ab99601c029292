import LandmarkTasks

/// A person's height according to the landmarks in space, for lengths in meters: the median over all frames
/// of the length of trunk and legs divided by their share of the body's height.
///
/// Parts of the height according to Drillis and Contini (1966), in Winter, Biomechanics and Motor
/// Control of Human Movement (2009): shoulder 0.818, hip 0.530, knee 0.285, ankle 0.039. It does not
/// allocate.
struct HeightEstimate {
    /// Shoulder to hip, hip to knee, and knee to ankle.
    private static let share = 0.818 - 0.039
    /// The fewest frames that give an estimate.
    private static let leastFrames = 10
    /// The width of a bin, and the tallest body, in meters.
    private static let bin = 0.002
    private static let limit = 4.0

    private var bins = [UInt32](repeating: 0, count: Int(limit / bin))
    private var count = 0

    /// The height in meters; nil before ten frames.
    private(set) var meters: Double?

    /// Adds a frame; one that does not show the trunk and a leg does not count.
    mutating func add(_ points: FrameLandmarks, usable: UInt64) {
        func isUsable(_ joint: PoseJoint) -> Bool { usable & 1 << UInt64(joint.rawValue) != 0 }
        func distance(_ a: PoseJoint, _ b: PoseJoint) -> Double {
            (points.world(a.rawValue) - points.world(b.rawValue)).length
        }
        guard isUsable(.leftShoulder), isUsable(.rightShoulder), isUsable(.leftHip),
            isUsable(.rightHip)
        else { return }
        let trunk =
            (points.world(.leftShoulder, .rightShoulder).middle
            - points.world(.leftHip, .rightHip).middle).length
        var (legs, length) = (0.0, 0.0)
        if isUsable(.leftKnee), isUsable(.leftAnkle) {
            length += distance(.leftHip, .leftKnee) + distance(.leftKnee, .leftAnkle)
            legs += 1
        }
        if isUsable(.rightKnee), isUsable(.rightAnkle) {
            length += distance(.rightHip, .rightKnee) + distance(.rightKnee, .rightAnkle)
            legs += 1
        }
        guard legs > 0 else { return }
        let height = (trunk + length / legs) / Self.share
        guard height > 0, height < Self.limit else { return }
        bins[min(Int(height / Self.bin), bins.count - 1)] += 1
        count += 1
        meters = count < Self.leastFrames ? nil : median
    }

    private var median: Double {
        var (rest, index) = (UInt32(clamping: count / 2), 0)
        while index < bins.count - 1, bins[index] <= rest {
            rest -= bins[index]
            index += 1
        }
        return (Double(index) + 0.5) * Self.bin
    }
}

import LandmarkTasks

/// Learns the proportions of the driver's face, and compares them with those of a face that appears later.
///
/// In 21 clips and ten animated photographs, means of 3 s of the same person differ from those of
/// the first 8 s by at most 2.8 (75 windows), and those of other people by 3.5 or more in 62 % of
/// 3,045 windows. So a face that differs is another person's, but a face that does not differ may be, too.
struct DriverIdentity {
    /// The result of comparing a face over a few seconds.
    enum Verdict {
        /// Nothing suggests that it is not the driver.
        case same
        /// Another person.
        case other
    }

    /// The times with comparable frames, in milliseconds: for learning, and for one comparison.
    private static let learningTime = 8000
    private static let maxLearningTime = 60_000
    private static let comparisonTime = 3000
    /// The time covered by one mean for the spread.
    private static let meanTime = 1000
    /// The distance from which a face is another person's, and that up to which it is probably the driver's.
    private static let limit = 3.5
    private static let likeness = 2.0
    /// The comparisons that must agree that a face is another person's.
    private static let needed = 2

    /// A mean over frames.
    private struct Mean {
        var sum = SIMD16<Double>()
        var pose = (pitch: 0.0, yaw: 0.0)
        var frames = 0.0
        var time = 0

        var values: SIMD16<Double> { sum / max(frames, 1) }
        var meanPose: (pitch: Double, yaw: Double) {
            (pose.pitch / max(frames, 1), pose.yaw / max(frames, 1))
        }

        mutating func add(_ face: FaceProportions, step: Int) {
            sum += face.values
            pose.pitch += face.pitch
            pose.yaw += face.yaw
            frames += 1
            time += step
        }
    }

    private var driver = Mean()
    private var second = Mean()
    /// The sums of the one-second means and of their squares, for the driver's own spread.
    private var seconds = (count: 0.0, sum: SIMD16<Double>(), squares: SIMD16<Double>())
    private var candidate = Mean()
    private var differences = 0

    /// Whether the driver's proportions are known.
    var isKnown: Bool { driver.time >= Self.learningTime }

    /// Learns from the driver's face.
    mutating func learn(_ face: FaceProportions, step: Int) {
        guard driver.time < Self.maxLearningTime else { return }
        driver.add(face, step: step)
        second.add(face, step: step)
        guard second.time >= Self.meanTime else { return }
        seconds.count += 1
        seconds.sum += second.values
        seconds.squares += second.values * second.values
        second = Mean()
    }

    /// Starts comparing a face that has appeared.
    mutating func startComparison() {
        candidate = Mean()
        differences = 0
    }

    /// Compares the next frame of a face with the driver's; nil until the comparison is complete.
    mutating func compare(_ face: FaceProportions, step: Int) -> Verdict? {
        guard let distance = distance(of: face, step: step) else { return nil }
        guard distance >= Self.limit else { return .same }
        differences += 1
        return differences >= Self.needed ? .other : nil
    }

    /// Adds the next frame of a face; when that completes a comparison, returns whether the face is like the
    /// driver's, and nil until then.
    mutating func isAlike(_ face: FaceProportions, step: Int) -> Bool? {
        distance(of: face, step: step).map { $0 <= Self.likeness }
    }

    private mutating func distance(of face: FaceProportions, step: Int) -> Double? {
        guard isKnown, !face.isTurned(from: driver.meanPose) else { return nil }
        candidate.add(face, step: step)
        guard candidate.time >= Self.comparisonTime else { return nil }
        defer { candidate = Mean() }
        return FaceProportions.distance(candidate.values, driver.values, spread: spread)
    }

    /// The driver's own spread where it is larger than the usual one.
    private var spread: SIMD16<Double> {
        let mean = seconds.sum / max(seconds.count, 1)
        let variance = seconds.squares / max(seconds.count, 1) - mean * mean
        let own = pointwiseMax(variance, SIMD16(repeating: 0)).squareRoot()
        return pointwiseMax(own, FaceProportions.spread)
    }
}

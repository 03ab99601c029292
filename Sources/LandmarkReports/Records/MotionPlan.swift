import LandmarkCore
package import LandmarkMotion
import LandmarkOverlays

/// The plan of a run of `motion` or `exercise`: what it measures.
package struct MotionPlan {
    /// The measures that are written.
    package let measures: [Measure]
    /// The exercise that is followed; nil for `motion`.
    package let exercise: ExerciseDefinition?
    /// The movement whose range is measured; nil for `motion` and `exercise`.
    package let movement: JointMovement?
    /// The repetitions, or the seconds of a hold, to reach; nil without `--target`, and for tests, which have
    /// no target.
    package let target: Int?
    /// Whether the neutral position is learned while a person stands still.
    package let calibrates: Bool

    /// The person's height in meters, to which lengths are scaled; nil if lengths are not scaled.
    package let bodyHeight: Double?
    /// The changes to the exercise by a file of thresholds and by options; nil without changes.
    package let thresholds: StatedThresholds?

    /// The measures that are drawn and shown: for `motion` without `--angles`, the flexion of the large
    /// joints.
    package let shownMeasures: [Measure]

    package init(
        measures: [Measure], shown shownMeasures: [Measure], exercise: ExerciseDefinition? = nil,
        target: Int? = nil, calibrates: Bool = false, movement: JointMovement? = nil,
        thresholds: StatedThresholds? = nil, bodyHeight: Double? = nil
    ) {
        self.measures = measures
        self.shownMeasures = shownMeasures
        self.exercise = exercise
        if case .test = exercise?.kind { self.target = nil } else { self.target = target }
        self.calibrates = calibrates
        self.movement = movement
        self.thresholds = thresholds
        self.bodyHeight = bodyHeight
    }

    /// A sentence about the person's height; nil if lengths are not scaled to it.
    package var heightWords: String? {
        bodyHeight.map { "lengths are scaled to a body height of \(String($0, places: 2)) m" }
    }

    /// Whether a person has reached the target.
    package func isReached(_ status: ExerciseSession.Status) -> Bool {
        guard let target else { return false }
        if case .hold = exercise?.kind {
            return max(status.bestHold, status.hold) >= Double(target)
        }
        return status.counters.allSatisfy { $0.count >= target }
    }
}

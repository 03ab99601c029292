import LandmarkCore
package import LandmarkMotion
import LandmarkOverlays

/// What a run of `motion` or `exercise` measures.
package struct MotionPlan {
    /// The measures that are written.
    package let measures: [Measure]
    /// The exercise that is followed; nil for `motion`.
    package let exercise: ExerciseDefinition?
    /// The movement whose range is measured; nil for `motion` and `exercise`.
    package let movement: JointMovement?
    /// The repetitions, or the seconds of a hold, to reach; nil without `--target`,
    /// and for a test, which has none.
    package let target: Int?
    /// Whether the neutral position is learned while a person stands still.
    package let calibrates: Bool

    /// The person's height in meters, to which lengths are scaled; nil if they are not.
    package let bodyHeight: Double?
    /// What a file of thresholds and options change of the exercise; nil if there are none.
    package let thresholds: StatedThresholds?

    /// The measures that are drawn and shown: with `motion` and without `--angles`, the large joints'
    /// flexion.
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

    /// What a run says about the person's height; nil if lengths are not scaled to it.
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

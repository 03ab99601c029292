package import LandmarkImaging
package import LandmarkMotion
package import LandmarkTasks

/// Draws people's joint angles, and the state of their exercise, on a frame.
package struct MotionOverlay {
    /// One person in the frame.
    package struct Person: Sendable {
        package var sample: MotionSample
        /// nil when the person was not found in the frame.
        package var pose: Pose?
        /// nil when no exercise is followed.
        package var status: ExerciseSession.Status?

        package init(
            sample: MotionSample, pose: Pose?, status: ExerciseSession.Status? = nil
        ) {
            self.sample = sample
            self.pose = pose
            self.status = status
        }
    }

    let people: [Person]
    let measures: [Measure]
    let definition: ExerciseDefinition?
    let target: Int?
    let canvas: Canvas

    /// - Parameters:
    ///   - people: The people in the frame, and those who were lost a moment ago.
    ///   - measures: The measures to show at the joints.
    ///   - definition: The exercise, if one is followed.
    ///   - target: The number of repetitions to reach, or nil if there is none.
    ///   - canvas: The canvas with the frame.
    package init(
        _ people: [Person], measures: [Measure], definition: ExerciseDefinition?, target: Int?,
        on canvas: Canvas
    ) {
        self.people = people
        self.measures = measures
        self.definition = definition
        self.target = target
        self.canvas = canvas
    }

    /// Draws everything.
    ///
    /// - Throws: `ImagingError` when a mask cannot be drawn.
    package func draw() throws(ImagingError) {
        for person in people { try person.pose?.overlay.draw(on: canvas) }
    }
}

package import LandmarkMotion
package import LandmarkOverlays

/// One person in a frame.
package struct MotionPerson {
    /// The measures and the state of the exercise.
    package let result: MotionOverlay.Person
    /// The landmarks; nil when the person was not found.
    package let landmarks: MotionFrame?

    package var id: Int { result.sample.id }
    package var sample: MotionSample { result.sample }
}

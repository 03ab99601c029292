import LandmarkCore
import LandmarkImaging
import LandmarkMotion
import LandmarkOverlays
import LandmarkReports

/// What `motion` and `exercise` compute from a frame and write.
struct MotionRecord: FrameRecord {
    let label: FrameLabel
    let frame: Frame?
    /// Everyone whose measures are known, including those who left a moment ago, by increasing id.
    let people: [MotionPerson]
    /// What happened in the exercise, person by person.
    let events: [ExerciseEvent]
}

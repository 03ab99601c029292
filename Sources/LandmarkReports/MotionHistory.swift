package import LandmarkImaging
package import LandmarkMotion

/// What a report needs to know of one person in a run.
package struct MotionHistory: Sendable {
    /// The id of the person's track.
    package let id: Int
    /// The measures over the run.
    package private(set) var recording: MotionRecording
    package private(set) var events: [ExerciseEvent] = []
    package private(set) var report: SessionReport?
    private var images: RepetitionImages?

    /// - Parameters:
    ///   - id: The id of the person's track.
    ///   - measures: The measures to report.
    ///   - definition: The exercise, if one is followed.
    package init(id: Int, measures: [Measure], definition: ExerciseDefinition? = nil) {
        self.id = id
        recording = MotionRecording(measures)
        images = definition.map { RepetitionImages($0, measures: measures) }
    }

    /// Adds a frame.
    ///
    /// - Parameters:
    ///   - person: The person in the frame.
    ///   - events: What the session returned for the frame.
    ///   - image: The frame's image; nil where there is none, as for landmarks from a file.
    /// - Throws: `ImagingError` when a small image for the report cannot be drawn or encoded.
    package mutating func add(
        _ person: MotionOverlay.Person, events: [ExerciseEvent] = [], image: PixelBuffer? = nil
    ) throws(ImagingError) {
        recording.add(person.sample)
        self.events += events
        if let image { try images?.add(image, person, events) }
    }

    /// Adds what the session returned at the end of the run, and its summary.
    package mutating func finish(events: [ExerciseEvent] = [], report: SessionReport? = nil) {
        self.events += events
        self.report = report
    }
}

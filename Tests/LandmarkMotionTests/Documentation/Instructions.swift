import LandmarkMotion

/// Counts a person's squats in measured frames, and collects what to say to them.
func instructions(_ samples: [MotionSample]) throws -> (count: Int, said: [String]) {
    var session = try ExerciseSession(.named("squat"))
    var said: [String] = []
    for sample in samples {
        for event in session.update(sample) {
            if case .fault(_, let say, _, _) = event.kind { said.append(say) }
        }
    }
    _ = session.finish()
    return (session.status.count, said)
}

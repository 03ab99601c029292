#if os(Linux)
import LandmarkCore
import LandmarkMotion
import LandmarkOverlays

/// The facts about an exercise that a page's charts need. Recordings keep them, because a person's thresholds
/// and an app's own exercises are unknown later.
struct ChartedExercise: Decodable {
    let title: String
    let perSide: Bool
    let unit: String
    let isHold: Bool
    /// The thresholds of repetitions; nil for adaptive thresholds, and for holds.
    let top, bottom: Double?
    /// The range of a hold; nil for an open end.
    let low, high: Double?

    init(_ definition: ExerciseDefinition) {
        title = definition.title
        perSide = definition.isPerSide
        unit = definition.followsDistance ? "cm" : "°"
        isHold = definition.hold != nil
        if case .absolute(let top, let bottom)? = definition.repetitions?.thresholds {
            (self.top, self.bottom) = (top, bottom)
        } else {
            (top, bottom) = (nil, nil)
        }
        (low, high) = (definition.hold?.range.lower, definition.hold?.range.upper)
    }
}

extension JSONText {
    /// Writes the member `exercise` of an object, unless the exercise is nil.
    mutating func exercise(_ exercise: ChartedExercise?) {
        guard let exercise else { return }
        key("exercise")
        object { json in
            json.key("title")
            json.string(exercise.title)
            json.key("perSide")
            json.flag(exercise.perSide)
            json.key("unit")
            json.string(exercise.unit)
            json.key("isHold")
            json.flag(exercise.isHold)
            for (name, value) in [
                ("top", exercise.top), ("bottom", exercise.bottom), ("low", exercise.low),
                ("high", exercise.high),
            ] {
                guard let value else { continue }
                json.key(name)
                json.number(value)
            }
        }
    }
}
#endif

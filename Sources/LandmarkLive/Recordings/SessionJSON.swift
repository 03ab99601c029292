#if os(Linux)
import FoundationEssentials
import LandmarkCommandSupport
import LandmarkCore
import LandmarkHistory
import LandmarkMotion

extension JSONText {
    /// Writes a session as members of an object.
    mutating func members(of session: HistorySession) {
        key("id")
        integer(session.id)
        key("task")
        string(session.head.task)
        key("input")
        string(session.head.input)
        key("program")
        string(session.head.program)
        key("began")
        integer(session.began)
        key("ended")
        optional(session.ended) { $1.integer($0) }
        key("first")
        optional(session.span?.lowerBound) { $1.integer($0) }
        key("last")
        optional(session.span?.upperBound) { $1.integer($0) }
        key("frames")
        integer(session.frames)
        key("lost")
        integer(session.lost)
        key("events")
        integer(session.events)
        key("bytes")
        integer(session.bytes)
        key("images")
        integer(session.images)
        key("lostImages")
        integer(session.lostImages)
        key("hasReport")
        flag(session.hasReport)
        exercise(session.head.exercise)
    }

    /// Writes a session as members of an object, with what its charts and drawings need.
    mutating func members(of session: HistorySession, _ more: (inout JSONText) -> Void) {
        members(of: session)
        more(&self)
        key("kind")
        string(String(session.head.task.prefix { $0 != ":" }))
        key("settings")
        json(session.head.settings.isEmpty ? "{}" : session.head.settings)
        key("parts")
        integer(HistoryShape.parts)
        key("lines")
        object { $0.lines() }
        key("details")
        object { $0.details() }
    }

    /// Writes frames as a member of an object.
    mutating func frames(_ frames: [HistoryFrame], withItems: Bool) {
        objects("frames", frames) { json, frame in
            json.key("t")
            json.integer(frame.time)
            if withItems { json.items(frame.shapes) }
            json.members(ofJSON: frame.state)
        }
    }
}

extension HistoryHead {
    /// The exercise that was followed; in recordings of earlier versions, the shipped one.
    fileprivate var exercise: ChartedExercise? {
        struct Settings: Decodable {
            let exercise: ChartedExercise?
        }
        let stored = try? JSONDecoder().decode(Settings.self, from: Data(settings.utf8))
        if let exercise = stored?.exercise { return exercise }
        guard let settings = try? LiveSettings(task: task), settings.kind == .exercise else {
            return nil
        }
        return (try? ExerciseDefinition.named(settings.exercise)).map(ChartedExercise.init)
    }
}
#endif

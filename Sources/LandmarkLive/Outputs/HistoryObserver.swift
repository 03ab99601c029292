#if os(Linux)
import LandmarkCommandSupport
import LandmarkCore
import LandmarkHistory
import LandmarkImaging

/// Records the results of a live run; see `--record`.
struct HistoryObserver: LiveObserver {
    let recorder: HistoryRecorder
    /// Keeps images; nil if none are wanted.
    let images: ImageRecorder?

    func begin(_ session: LiveSession) {
        recorder.begin(
            HistoryHead(
                task: session.settings.task, input: session.input, settings: session.json,
                program: Version.current),
            makeReport: session.makesReports ? session.report : nil)
        images?.begin()
    }

    func add(_ result: LiveResult) {
        recorder.add(HistoryFrame(result), result.output.events.map(HistoryEvent.init))
        images?.add(result)
    }

    func end(_ events: [LiveEvent]) { recorder.end(events.map(HistoryEvent.init)) }
}

extension LiveSession {
    /// The settings other than the task, and the exercise, as JSON.
    fileprivate var json: String {
        var json = JSONText()
        json.object { json in
            for (name, value) in [
                ("model", settings.model), ("smoothing", settings.smoothing),
                ("background", settings.background),
            ] {
                guard let value else { continue }
                json.key(name)
                json.string(value)
            }
            if let mirrored = settings.mirrored {
                json.key("mirrored")
                json.flag(mirrored)
            }
            if turns != 0 {
                json.key("turns")
                json.integer(turns)
            }
            json.exercise(exercise.map(ChartedExercise.init))
        }
        return String(decoding: json.bytes, as: UTF8.self)
    }
}

extension HistoryEvent {
    fileprivate init(_ event: LiveEvent) {
        self.init(
            time: event.timestamp.milliseconds, sentence: event.sentence,
            json: String(decoding: event.json, as: UTF8.self))
    }
}

extension HistoryFrame {
    fileprivate init(_ result: LiveResult) {
        let content = result.output.content
        var shapes = content.shapes(parts: HistoryShape.parts)
        if case .driver = content { shapes = shapes.map(FaceContours.shape) }
        var state = JSONText()
        state.object { json in
            json.key("w")
            json.integer(result.frame.image.size.width)
            json.key("h")
            json.integer(result.frame.image.size.height)
            json.key("dropped")
            json.integer(result.dropped)
            json.key("starved")
            json.flag(result.isStarved)
            json.state(of: content)
        }
        self.init(
            time: result.frame.timestamp.milliseconds, shapes: shapes,
            state: String(decoding: state.bytes, as: UTF8.self))
    }
}
#endif

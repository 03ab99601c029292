#if os(Linux)
import LandmarkCommandSupport
import LandmarkCore
import LandmarkHistory
import LandmarkImaging
import LandmarkOverlays
import LandmarkTasks

/// Records what a live run finds; see `--record`.
struct HistoryObserver: LiveObserver {
    let recorder: HistoryRecorder

    func begin(_ settings: LiveSettings, input: String) {
        recorder.begin(
            HistoryHead(
                task: settings.task, input: input, settings: settings.json,
                program: Version.current))
    }

    func add(_ result: LiveResult) {
        recorder.add(HistoryFrame(result), result.output.events.map(HistoryEvent.init))
    }

    func end(_ events: [LiveEvent]) { recorder.end(events.map(HistoryEvent.init)) }
}

extension LiveSettings {
    /// What the page has chosen beside the task, as JSON.
    fileprivate var json: String {
        var json = JSONText()
        json.object { json in
            for (name, value) in [("model", model), ("smoothing", smoothing)] {
                guard let value else { continue }
                json.key(name)
                json.string(value)
            }
            if let mirrored {
                json.key("mirrored")
                json.flag(mirrored)
            }
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
        let shapes: [HistoryShape] =
            switch content {
            case .poses(let poses): poses.map(HistoryShape.init)
            case .hands(let hands):
                hands.map {
                    HistoryShape(
                        id: $0.id, label: $0.handedness.rawValue, landmarks: $0.landmarks)
                }
            case .faces(let faces):
                faces.map { HistoryShape(id: $0.id, label: "", landmarks: $0.landmarks) }
            // The driver's state says what matters; a face takes ten times its room.
            case .driver: []
            case .exercise(let people, _):
                people.compactMap { $0.result.pose.map(HistoryShape.init) }
            }
        var state = JSONText()
        state.object { json in
            json.key("dropped")
            json.integer(result.dropped)
            json.state(of: content)
        }
        self.init(
            time: result.frame.timestamp.milliseconds, shapes: shapes,
            state: String(decoding: state.bytes, as: UTF8.self))
    }
}

extension HistoryShape {
    fileprivate init(_ pose: Pose) {
        self.init(
            id: pose.id, label: "", stride: 3,
            values: pose.landmarks.flatMap {
                [
                    $0.x.wholes(of: 10_000), $0.y.wholes(of: 10_000),
                    ($0.visibility ?? 1).wholes(of: 100),
                ]
            })
    }

    fileprivate init(id: Int, label: String, landmarks: [Landmark]) {
        self.init(
            id: id, label: label, stride: 2,
            values: landmarks.flatMap { [$0.x.wholes(of: 10_000), $0.y.wholes(of: 10_000)] })
    }
}
#endif

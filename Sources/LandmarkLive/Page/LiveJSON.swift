#if os(Linux)
import DriverMonitoring
import LandmarkCommandSupport
import LandmarkCore
import LandmarkHistory
import LandmarkImaging
import LandmarkMotion
import LandmarkOverlays
import LandmarkReports
import LandmarkTasks

extension LiveResult {
    /// The units per image width and height in which the live page receives landmarks.
    static let parts = 10_000

    /// The result as the page reads it.
    var json: [UInt8] {
        var json = JSONText()
        json.object { json in
            json.key("t")
            json.integer(frame.timestamp.milliseconds)
            json.key("w")
            json.integer(frame.image.size.width)
            json.key("h")
            json.integer(frame.image.size.height)
            json.key("dropped")
            json.integer(dropped)
            json.key("rate")
            json.number(rate)
            json.key("starved")
            json.flag(isStarved)
            json.key("stages")
            json.object { json in
                for stage in output.stages {
                    json.key(stage.name)
                    json.number(stage.seconds * 1000)
                }
            }
            json.content(output.content)
        }
        return json.bytes
    }
}

extension JSONText {
    fileprivate mutating func content(_ content: LiveContent) {
        items(content.shapes(parts: LiveResult.parts))
        state(of: content)
    }

    /// Writes landmarks as the member `items`: for each shape `p`, a flat list of integers, x and y
    /// in units of the image's width and height; and for poses `v`, the visibility of each landmark
    /// in hundredths.
    mutating func items(_ shapes: [HistoryShape]) {
        objects("items", shapes) { $0.members(of: $1) }
    }

    private mutating func members(of shape: HistoryShape) {
        key("id")
        integer(shape.id)
        if !shape.label.isEmpty {
            key("label")
            string(shape.label)
        }
        let starts = stride(
            from: 0, through: shape.values.count - shape.stride, by: shape.stride)
        key("p")
        array { json in
            for start in starts {
                json.integer(shape.values[start])
                json.integer(shape.values[start + 1])
            }
        }
        guard shape.stride > 2 else { return }
        list("v", starts) { $0.integer(shape.values[$1 + 2]) }
    }

    /// Writes members for a task's results other than landmarks.
    mutating func state(of content: LiveContent) {
        switch content {
        case .poses, .hands, .faces, .people: break
        case .masks(let masks, _):
            objects("masks", masks) { $1.area.write(to: &$0) }
        case .driver(let result, _):
            key("driver")
            object { $0.members(of: result) }
        case .exercise(let people, let plan):
            objects("people", people) { $0.progress(of: $1, plan) }
        }
    }

    private mutating func progress(of person: MotionPerson, _ plan: MotionPlan) {
        key("id")
        integer(person.id)
        key("present")
        flag(person.sample.isPresent)
        guard let status = person.result.status, let exercise = plan.exercise else { return }
        key("count")
        integer(status.count)
        objects("counters", status.counters) { json, counter in
            json.key("side")
            json.optional(counter.side) { $1.string($0.rawValue) }
            json.key("state")
            json.string(counter.state.rawValue)
            json.key("count")
            json.integer(counter.count)
            json.key("value")
            json.number(counter.value)
        }
        if exercise.hold != nil {
            key("hold")
            number(status.hold)
            key("bestHold")
            number(status.bestHold)
        }
        key("faults")
        array { json in
            for id in status.faults {
                if let say = exercise.faults.first(where: { $0.id == id })?.say, !say.isEmpty {
                    json.string(say)
                }
            }
        }
        key("missing")
        json(missing: status.missing)
    }

    private mutating func json(missing: [MissingReason]) {
        optional(missing.first) { $1.string($0.sentence) }
    }
}

extension LiveEvent {
    /// The event as the page reads it.
    var json: [UInt8] {
        var json = JSONText()
        json.object { json in
            json.key("type")
            json.string("event")
            json.key("t")
            json.integer(timestamp.milliseconds)
            json.key("text")
            json.string(sentence)
            switch kind {
            case .driver(let record):
                json.key("driver")
                json.event(record)
            case .exercise(let event):
                json.key("exercise")
                json.object { $0.members(of: event) }
            case .target(let person):
                json.key("target")
                json.integer(person)
            case .supply(let rate, let isStarved):
                json.key("supply")
                json.object { json in
                    json.key("rate")
                    json.number(rate)
                    json.key("starved")
                    json.flag(isStarved)
                }
            }
        }
        return json.bytes
    }
}
#endif

#if os(Linux)
import DriverMonitoring
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkMotion
import LandmarkOverlays
import LandmarkReports
import LandmarkTasks

extension LiveResult {
    /// The result as the page reads it.
    ///
    /// Landmarks are `p`, a flat list of whole numbers: x and y in ten-thousandths of the image's
    /// width and height. Those of poses are followed by `v`, each one's visibility in hundredths.
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
        key("items")
        switch content {
        case .poses(let poses): array { json in poses.forEach { json.pose($0) } }
        case .hands(let hands):
            array { json in
                for hand in hands {
                    json.object { json in
                        json.key("id")
                        json.integer(hand.id)
                        json.key("label")
                        json.optional(hand.handedness) { $1.string($0.rawValue) }
                        json.points(hand.landmarks)
                    }
                }
            }
        case .faces(let faces): array { json in faces.forEach { json.face($0) } }
        case .driver(_, let face):
            array { json in
                if let face { json.face(face) }
            }
        case .exercise(let people, _):
            array { json in
                for case let pose? in people.map(\.result.pose) { json.pose(pose) }
            }
        }
        state(of: content)
    }

    /// Writes members for what a task knows beside landmarks.
    mutating func state(of content: LiveContent) {
        switch content {
        case .poses, .hands, .faces: break
        case .driver(let result, _):
            key("driver")
            object { $0.members(of: result) }
        case .exercise(let people, let plan):
            key("people")
            array { json in
                for person in people { json.object { $0.progress(of: person, plan) } }
            }
        }
    }

    private mutating func pose(_ pose: Pose) {
        object { json in
            json.key("id")
            json.integer(pose.id)
            json.points(pose.landmarks)
            json.key("v")
            json.array { json in
                for point in pose.landmarks {
                    json.integer((point.visibility ?? 1).wholes(of: 100))
                }
            }
        }
    }

    private mutating func face(_ face: Face) {
        object { json in
            json.key("id")
            json.integer(face.id)
            json.points(face.landmarks)
        }
    }

    private mutating func points(_ landmarks: [Landmark]) {
        key("p")
        array { json in
            for point in landmarks {
                json.integer(point.x.wholes(of: 10_000))
                json.integer(point.y.wholes(of: 10_000))
            }
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
        key("counters")
        array { json in
            for counter in status.counters {
                json.object { json in
                    json.key("side")
                    json.optional(counter.side) { $1.string($0.rawValue) }
                    json.key("state")
                    json.string(counter.state.rawValue)
                    json.key("count")
                    json.integer(counter.count)
                    json.key("value")
                    json.number(counter.value)
                }
            }
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
            }
        }
        return json.bytes
    }
}

extension Float {
    /// The nearest number of parts of which `parts` are 1; 0 for what is no number.
    func wholes(of parts: Float) -> Int {
        isFinite ? Int(max(-1e6, min(1e6, self * parts)).rounded()) : 0
    }
}
#endif

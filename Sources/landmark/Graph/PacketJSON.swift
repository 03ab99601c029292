import DriverMonitoring
import LandmarkCalculators
import LandmarkCommandSupport
import LandmarkCore
import LandmarkGraph
import LandmarkMotion
import LandmarkReports
import LandmarkTasks

extension Packet {
    /// Writes members of an object.
    typealias JSONMembers = (inout JSONText) -> Void

    /// The members of the packet's line of JSON; nil for a type that JSON cannot hold.
    var jsonMembers: JSONMembers? {
        if let result = try? get(DriverResult.self) { return { $0.members(of: result) } }
        return motion ?? instances ?? landmarks ?? regions ?? value
    }

    private var instances: JSONMembers? {
        let faces =
            (try? get([Face].self)) ?? (try? get(FaceLandmarkerResult.self))?.faces
            ?? (try? get(Face.self)).map { [$0] }
        if let faces { return { $0.list("faces", faces) { $1.write(to: &$0) } } }
        let hands = (try? get([Hand].self)) ?? (try? get(HandLandmarkerResult.self))?.hands
        if let hands { return { $0.list("hands", hands) { $1.write(to: &$0) } } }
        let poses = (try? get([Pose].self)) ?? (try? get(PoseLandmarkerResult.self))?.poses
        if let poses { return { $0.list("poses", poses) { $1.write(to: &$0) } } }
        return nil
    }

    /// The members for joint angles, progress, events and reports; nil for any other type.
    private var motion: JSONMembers? {
        if let motion = try? get(MotionResult.self) {
            let measures = motion.measures ?? Measure.standard
            return {
                $0.objects("people", motion.people) { json, sample in
                    json.members(of: sample, measures, calibrates: sample.neutral != nil)
                }
            }
        }
        if let exercise = try? get(ExerciseResult.self) {
            return {
                $0.objects("people", exercise.people) { json, person in
                    json.key("id")
                    json.integer(person.id)
                    json.key("exercise")
                    json.object { $0.members(of: person.status, exercise.definition) }
                }
            }
        }
        if let events = try? get([ExerciseEvent].self) {
            return { $0.objects("events", events) { $0.members(of: $1) } }
        }
        guard let reports = try? get([SessionReport].self) else { return nil }
        return { $0.objects("reports", reports) { $0.members(of: $1) } }
    }

    private var landmarks: JSONMembers? {
        if let points = try? get([Landmark].self) { return { $0.landmarks(points) } }
        if let points = try? get([WorldLandmark].self) {
            return { $0.landmarks(points, name: "worldLandmarks") }
        }
        if let objects = try? get([[Landmark]].self) {
            return {
                $0.objects("objects", objects) { $0.landmarks($1) }
            }
        }
        if let objects = try? get([[WorldLandmark]].self) {
            return {
                $0.objects("objects", objects) { $0.landmarks($1, name: "worldLandmarks") }
            }
        }
        return classes
    }

    private var classes: JSONMembers? {
        let lists =
            (try? get([[Classification]].self)) ?? (try? get([Classification].self)).map { [$0] }
        guard let lists else { return nil }
        return {
            $0.list("classifications", lists) { json, classes in
                json.array { json in
                    for item in classes { json.classification(item) }
                }
            }
        }
    }

    private var regions: JSONMembers? {
        let regions =
            (try? get([NormalizedRect].self)) ?? (try? get(NormalizedRect.self)).map { [$0] }
        if let regions { return { $0.list("regions", regions) { $0.region($1) } } }
        let detections =
            (try? get([DetectionBox].self)) ?? (try? get(DetectionBox.self)).map { [$0] }
        guard let detections else { return nil }
        return {
            $0.objects("detections", detections) { json, detection in
                json.key("score")
                json.number(detection.score)
                json.key("box")
                json.region(detection.box)
                json.list("keypoints", detection.keypoints) { $0.numbers([$1.x, $1.y]) }
            }
        }
    }

    /// The payloads of calculators for data other than images.
    private var value: JSONMembers? {
        let write: JSONMembers? =
            if let value = try? get(Int.self) {
                { $0.integer(value) }
            } else if let value = try? get(Int64.self) {
                { $0.integer(Int(value)) }
            } else if let value = try? get(Bool.self) {
                { $0.flag(value) }
            } else if let value = try? get(Double.self) {
                { $0.number(value) }
            } else if let value = try? get(Float.self) {
                { $0.number(value) }
            } else if let value = try? get(String.self) {
                { $0.string(value) }
            } else if let value = try? get([Float].self) {
                { $0.numbers(value) }
            } else if let values = try? get([Int].self) {
                { json in json.array { for value in values { $0.integer(value) } } }
            } else if let values = try? get([String].self) {
                { json in json.array { for value in values { $0.string(value) } } }
            } else if let value = try? get(PixelSize.self) {
                { $0.numbers([Float(value.width), Float(value.height)]) }
            } else { nil }
        return write.map { write in
            { json in
                json.key("value")
                write(&json)
            }
        }
    }
}

extension JSONText {
    fileprivate mutating func classification(_ item: Classification) {
        object { json in
            json.key("index")
            json.integer(item.index)
            json.key("label")
            json.string(item.label)
            json.key("score")
            json.number(item.score)
        }
    }

    fileprivate mutating func region(_ region: NormalizedRect) {
        object { json in
            for (name, value) in [
                ("xCenter", region.xCenter), ("yCenter", region.yCenter), ("width", region.width),
                ("height", region.height), ("rotation", region.rotation),
            ] {
                json.key(name)
                json.number(value)
            }
        }
    }
}

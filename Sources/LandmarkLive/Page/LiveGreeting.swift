#if os(Linux)
import LandmarkCore
import LandmarkCommandSupport
import LandmarkMotion
import LandmarkOverlays
import LandmarkTasks

/// The message that the page receives when it opens: the available choices, and how landmarks are connected.
enum LiveGreeting {
    /// The greeting as JSON.
    static func json(
        _ state: LiveState, _ input: LiveInput, hasHistory: Bool, share: PageShare?,
        events: [[UInt8]]
    ) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            json.key("type")
            json.string("hello")
            json.key("version")
            json.string(Version.current)
            json.key("input")
            json.string(input.title)
            json.key("turns")
            json.integer(input.turns)
            json.key("browserCamera")
            json.flag(input.camera != nil)
            json.key("hasHistory")
            json.flag(hasHistory)
            json.key("share")
            json.optional(share) { $1.members(of: $0) }
            json.key("parts")
            json.integer(LiveResult.parts)
            json.key("models")
            json.strings(models)
            json.key("smoothings")
            json.strings(LiveSettings.smoothings)
            json.key("backgrounds")
            json.strings(LiveSettings.backgrounds)
            json.objects("exercises", state.exercises.all) { json, exercise in
                json.key("name")
                json.string(exercise.name)
                json.key("title")
                json.string(exercise.title)
            }
            json.key("lines")
            json.object { $0.lines() }
            json.key("details")
            json.object { $0.details() }
            json.key("state")
            json.object { $0.members(of: state) }
        }
        return joined(json.bytes, events)
    }

    /// The pose models that are available.
    static var models: [String] {
        LiveSettings.models.filter { name in
            KnownModel.poses[name].flatMap { ModelStore.find($0.file) } != nil
        }
    }

    /// Adds the last events, which are already JSON, as the member `events`.
    private static func joined(_ greeting: [UInt8], _ events: [[UInt8]]) -> [UInt8] {
        var json = Array(greeting.dropLast())
        json += ",\"events\":[".utf8
        json += events.joined(separator: Array(",".utf8))
        json += "]}".utf8
        return json
    }
}

extension LiveState {
    /// The state as a text for the page.
    var json: [UInt8] {
        var json = JSONText()
        json.object { json in
            json.key("type")
            json.string("state")
            json.members(of: self)
        }
        return json.bytes
    }
}

extension JSONText {
    fileprivate mutating func strings(_ texts: [String]) {
        array { json in texts.forEach { json.string($0) } }
    }

    fileprivate mutating func members(of state: LiveState) {
        key("task")
        string(state.settings.task)
        key("kind")
        string(state.settings.kind.rawValue)
        key("model")
        optional(state.settings.model) { $1.string($0) }
        key("smoothing")
        optional(state.settings.smoothing) { $1.string($0) }
        key("background")
        optional(state.settings.background) { $1.string($0) }
        key("mirrored")
        optional(state.settings.mirrored) { $1.flag($0) }
        key("phase")
        string(state.phase.rawValue)
        key("problem")
        optional(state.problem) { $1.string($0) }
        objects("problems", state.problems) { $0.members(of: $1) }
        exercise(state.exercise.map(ChartedExercise.init))
    }

    private mutating func members(of problem: LiveProblem) {
        key("what")
        string(problem.part.rawValue)
        key("code")
        string(problem.kind.rawValue)
        key("text")
        string(problem.text)
    }

    /// The lines between landmarks by kind, or by the label of a part of a person: groups with a color's
    /// name and pairs of indices.
    mutating func lines() {
        let fingers = [
            HandConnections.thumb, HandConnections.indexFinger, HandConnections.middleFinger,
            HandConnections.ringFinger, HandConnections.pinky,
        ]
        let hands = [
            ("hand", "middle"), (PersonPart.leftHand.rawValue, "left"),
            (PersonPart.rightHand.rawValue, "right"),
        ]
        for (name, palm) in hands {
            key(name)
            groups(
                [(palm, HandConnections.palm)]
                    + fingers.enumerated().map { ("finger\($0)", $1) })
        }
        key("pose")
        groups([
            ("middle", PoseConnections.face + PoseConnections.torso),
            ("left", PoseConnections.leftArm + PoseConnections.leftLeg),
            ("right", PoseConnections.rightArm + PoseConnections.rightLeg),
        ])
        key("face")
        groups([("mesh", Self.unique(FaceConnections.tesselation))] + FaceContours.groups)
        key(FaceContours.label)
        groups(FaceContours.placedGroups)
    }

    /// The landmarks of a body that other parts of a person show in more detail, by the label of the part.
    mutating func details() {
        for (part, joints) in [
            (PersonPart.face, PoseJoint.inFace), (.leftHand, PoseJoint.inLeftHand),
            (.rightHand, PoseJoint.inRightHand),
        ] {
            list(part.rawValue, joints) { $0.integer($1.rawValue) }
        }
    }

    private mutating func groups(_ groups: [(color: String, lines: [Connection])]) {
        array { json in
            for group in groups {
                json.object { json in
                    json.key("color")
                    json.string(group.color)
                    json.key("pairs")
                    json.array { json in
                        for line in group.lines {
                            json.integer(line.start)
                            json.integer(line.end)
                        }
                    }
                }
            }
        }
    }

    /// The lines without duplicates.
    private static func unique(_ lines: [Connection]) -> [Connection] {
        var known: Set<[Int]> = []
        return lines.filter {
            known.insert([min($0.start, $0.end), max($0.start, $0.end)]).inserted
        }
    }
}
#endif

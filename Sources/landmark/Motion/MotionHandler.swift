import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkMotion
import LandmarkReports
import LandmarkTasks

/// `landmark motion` and `landmark exercise`: measures everyone's joint angles over time, follows
/// the exercise, and writes the results.
struct MotionHandler: FrameHandler {
    let sinks: OutputSinks<MotionRecord>
    private let plan: MotionPlan
    private let source: PoseSource
    private let scene: SceneView
    private let log: MotionLog
    /// The input as it was given.
    private let file: String
    private let console: Console
    private let isLive: Bool
    /// The cameras of a calibration file; nil for a single input.
    private var cameras: CameraRig?
    /// The frames so far, if landmarks are fitted at the end.
    private var unfitted: FitBuffer?
    /// Everyone so far; nil before the first frame with a person.
    private var people: MotionPeople?
    private var screen: LiveScreen
    private var view: MotionView
    private var progress = ExerciseProgress()
    /// The direction up.
    private var vertical: MotionVertical
    /// Chooses the person among several; nil for everyone, and if the detector chooses.
    private var selector: PersonSelector?
    /// The ids of people who were measured one after another, because someone else was chosen.
    private var rivals: [[Int]] = []
    /// The id of the person whom the chosen one replaced in this frame.
    private var replaced: Int?
    /// The ids of everyone so far, if one person is chosen by id.
    private var seen: Set<Int> = []
    /// The orientation that was found last.
    private var orientation = Orientation.up

    /// Loads the models and opens the outputs.
    ///
    /// - Parameter files: Files that are read in addition to the inputs.
    static func run(
        _ arguments: Arguments, _ inputs: MotionInputs, _ plan: MotionPlan, reading files: [String]
    ) async throws -> ExitCode {
        let console = Console(isQuiet: arguments.has("--quiet"))
        let handler = try MotionHandler(arguments, inputs, plan, reading: files, on: console)
        return try await FrameLoop.run(inputs.list, handler, on: console)
    }

    private init(
        _ arguments: Arguments, _ inputs: MotionInputs, _ plan: MotionPlan,
        reading others: [String],
        on console: Console
    ) throws {
        self.plan = plan
        self.console = console
        isLive = inputs.group.isLive
        file = inputs.group.main.name
        unfitted = try FitBuffer(arguments, isLive: isLive)
        vertical = MotionVertical(arguments)
        // Checks the definition before any work.
        _ = try MotionPeople(plan, guardsSides: true, up: nil, retention: PoseDetector.retention)
        var settings = try DetectionSettings(arguments)
        // A calibration applies to the images as they are stored.
        settings.findsOrientation =
            settings.findsOrientation && plan.exercise?.isOnFloor != true
            && !arguments.has("--calibration")
        if arguments.has("--calibration") {
            // The cameras together decide whom to follow, and therefore need everyone.
            settings.person = nil
            settings.detectionInterval = settings.detectionInterval ?? .adaptive
        }
        let scene = SceneView(settings)
        self.scene = scene
        if inputs.areLines || settings.detectsSeveral, !arguments.has("--calibration") {
            selector = settings.person.map { PersonSelector($0) }
        }
        cameras = try arguments.text("--calibration").map { path in
            try CameraRig(path, inputs: inputs.group.inputs, scene)
        }
        let screenPlan = ScreenPlan(
            arguments, isLive: isLive, outputs: OutputSinks<MotionRecord>.motionOptions,
            on: console)
        screen = LiveScreen(screenPlan.kind, on: console)
        view = MotionView(plan, usesColor: LiveScreen.usesColor)
        if inputs.areLines {
            source = .lines(findsOrientation: settings.findsOrientation)
        } else {
            source = .images(try inputs.group.inputs.map { _ in try PoseDetector(settings) })
        }
        let run = MotionReport.Run(
            input: inputs.group.inputs.map(\.reportName).joined(separator: ", "),
            measures: plan.shownMeasures, definition: plan.exercise, target: plan.target,
            cameras: inputs.group.inputs.count, hasEventLog: arguments.has("--events"),
            thresholds: plan.thresholds?.words)
        let needs = MotionLog.Needs(
            curves: plan.movement != nil
                || ["--report", "--mot", "--summary"].contains(where: arguments.has),
            images: arguments.has("--report"), markers: arguments.has("--trc"),
            events: arguments.has("--events") && !isLive)
        log = MotionLog(plan, run, needs)
        let files = InputFiles(inputs.list.inputs, and: others, arguments)
        sinks = try .motion(
            arguments, json: plan.movement == nil ? screenPlan.jsonPath : nil, inputs, files, log,
            on: console)
    }

    var showsProgress: Bool { screen.kind == .progress }

    /// A live run ends when everyone who exercises has reached the target.
    var isFinished: Bool { isLive && progress.isComplete }

    func open(_ group: InputGroup, on console: Console) async throws -> PoseSteps? {
        try await source.open(group, on: console)
    }

    func instanceCount(in output: PoseFrame) -> Int {
        output.views.lazy.compactMap { $0?.poses.count }.max() ?? 0
    }

    mutating func write(_ output: PoseFrame, in group: InputGroup) throws {
        note(output.orientation)
        let (frames, poses) = try landmarks(in: output)
        if unfitted == nil {
            vertical.add(frames)
            try write(frames, poses, output)
        } else {
            unfitted?.add(frames, output)
        }
    }

    mutating func endInput(complete: Bool) throws {
        let entries: [FitBuffer.Entry]
        do throws(MotionError) {
            entries = try unfitted?.takeFitted() ?? []
        } catch {
            throw InputFault(cause: error)
        }
        // Fitted landmarks are kept until the end, so that the vertical is estimated from the whole
        // recording.
        for entry in entries { vertical.add(entry.frames) }
        for entry in entries { try write(entry.frames, [:], entry.output) }
        try sinks.endInput(complete: complete)
    }

    private mutating func write(
        _ frames: [MotionFrame], _ poses: [Int: Pose], _ output: PoseFrame
    ) throws {
        var people = try people ?? firstPeople(output)
        if let id = replaced ?? output.replaced { give(id, to: frames.first?.id, &people) }
        replaced = nil
        if cameras == nil, let up = vertical.up { people.setUp(up) }
        let update: (people: [MotionPerson], events: [ExerciseEvent], ended: [MotionPeople.Ended])
        do throws(MotionError) {
            update = try people.update(frames, poses, at: output.time)
        } catch {
            throw InputFault(cause: error)
        }
        if self.people != nil || !frames.isEmpty { self.people = people }
        let record = MotionRecord(
            label: output.label, frame: output.frame, orientation: output.orientation,
            up: vertical.reported, people: update.people,
            events: update.events + update.ended.flatMap(\.events))
        try log.add(
            record.people, record.events, number: record.label.number, at: record.label.timestamp,
            image: record.frame?.image)
        for person in update.ended { log.end(person) }
        try sinks.write(record)
        let sentences = progress.sentences(for: record.people, record.events, plan)
        view.add(record, sentences)
        screen.show(events: sentences) { columns, rows in
            view.lines(for: record, columns: columns, rows: rows)
        }
    }

    /// Reports that the images are not upright.
    private mutating func note(_ found: Orientation?) {
        guard let found, found != orientation else { return }
        orientation = found
        console.note(
            "landmark: \(file) \(found == .down ? "is upside down" : "lies on its side"): using"
                + " --orientation \(found.rawValue); if people are lying, use --orientation up")
    }

    /// Everyone's landmarks in a frame, from one camera or triangulated from several, and the poses
    /// to draw by id.
    private mutating func landmarks(
        in output: PoseFrame
    ) throws -> (frames: [MotionFrame], poses: [Int: Pose]) {
        guard cameras != nil else {
            let view = output.views.first.flatMap { $0 }
            return choose(
                among: view?.frames(in: scene, at: output.time) ?? [], view?.poses ?? [],
                at: output.time)
        }
        do throws(CameraError) {
            guard let frame = try cameras?.triangulate(output) else { return ([], [:]) }
            let pose = cameras?.firstPose
            return ([frame], pose.map { [frame.id: $0] } ?? [:])
        } catch {
            throw InputFault(cause: error)
        }
    }

    /// The chosen person's landmarks and pose, or everyone's.
    private mutating func choose(
        among frames: [MotionFrame], _ poses: [Pose], at time: Double
    ) -> (frames: [MotionFrame], poses: [Int: Pose]) {
        guard selector != nil else {
            return (
                frames,
                Dictionary(poses.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            )
        }
        if case .id? = selector?.rule { seen.formUnion(frames.map(\.id)) }
        guard let place = selector?.select(from: frames, at: time), let selector else {
            return ([], [:])
        }
        replaced = selector.replaced
        var frame = frames[place]
        frame.id = selector.id ?? frame.id
        return ([frame], [frame.id: poses[place]])
    }

    /// Ends a person's session, because someone else was chosen.
    private mutating func give(_ id: Int, to other: Int?, _ people: inout MotionPeople) {
        people.forget(id)
        guard let other else { return }
        if let place = rivals.firstIndex(where: { $0.last == id }) {
            rivals[place].append(other)
        } else {
            rivals.append([id, other])
        }
    }

    /// Starts measuring with the properties of the first frame's landmarks.
    private func firstPeople(_ output: PoseFrame) throws -> MotionPeople {
        let view = output.views.lazy.compactMap { $0 }.first { !$0.poses.isEmpty }
        if let view, !view.isRaw {
            console.note(
                "landmark: \(file) contains smoothed landmarks, so left and right that the model exchanged"
                    + " are not corrected; “landmark pose --raw” also writes the unsmoothed ones")
        }
        return try MotionPeople(
            plan, guardsSides: cameras == nil && view?.isRaw ?? true, up: cameras?.up,
            retention: PoseDetector.retention)
    }

    mutating func finish(_ ending: RunEnding) throws {
        end(ending)
        try sinks.close()
    }

    mutating func salvage() -> [PartialFile] {
        end(.outputFailed)
        return sinks.salvage()
    }

    private mutating func end(_ ending: RunEnding) {
        log.end(people?.finish() ?? [], ending)
        people = nil
        for ids in rivals { log.keepLongest(of: ids) }
    }

    func lines(for summary: RunSummary) -> [String] {
        let target = plan.goal.map { goal in
            let names = progress.reached.sorted().map { "person \($0)" }.joined(separator: ", ")
            if names.isEmpty { return "target not reached: \(goal)" }
            return "target reached\(log.people.count > 1 ? " by \(names)" : ""): \(goal)"
        }
        return log.lines(for: summary, absence: absence)
            + [vertical.words, plan.heightWords, plan.thresholds?.words, target].compactMap { $0 }
    }

    /// The line of the summary if no one was measured.
    private var absence: String {
        guard case .id(let id)? = selector?.rule, !seen.isEmpty else { return "no one was found" }
        let ids = seen.sorted()
        let shown = ids.prefix(10).map(String.init).joined(separator: ", ")
        return "no one had the id \(id); the ids were \(shown)\(ids.count > 10 ? ", …" : "")"
    }
}

/// The record that `motion` and `exercise` compute from a frame and write.
struct MotionRecord: FrameRecord {
    let label: FrameLabel
    let frame: Frame?
    /// Where the top of the scene is in the image, if it was searched for.
    let orientation: Orientation?
    /// The estimate of the direction up.
    let up: SIMD3<Double>?
    /// Everyone whose measures are known, including those who left a moment ago, by increasing id.
    let people: [MotionPerson]
    /// The events of the exercise, person by person.
    let events: [ExerciseEvent]
}

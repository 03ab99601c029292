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

    /// Loads the models and opens the outputs.
    ///
    /// - Parameter files: Files that are read besides the inputs.
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
        // Checks the definition before the work.
        _ = try MotionPeople(plan, guardsSides: true, up: nil, retention: PoseDetector.retention)
        let settings = try DetectionSettings(arguments)
        scene = SceneView(settings)
        cameras = try arguments.text("--calibration").map { path in
            try CameraRig(path, inputs: inputs.group.inputs)
        }
        let screenPlan = ScreenPlan(
            arguments, isLive: isLive, outputs: OutputSinks<MotionRecord>.motionOptions,
            on: console)
        screen = LiveScreen(screenPlan.kind, on: console)
        view = MotionView(plan, usesColor: LiveScreen.usesColor)
        if inputs.areLines {
            source = .lines
        } else {
            source = .images(try inputs.group.inputs.map { _ in try PoseDetector(settings) })
        }
        let run = MotionReport.Run(
            input: inputs.group.inputs.map(\.reportName).joined(separator: ", "),
            measures: plan.shownMeasures, definition: plan.exercise, target: plan.target,
            cameras: inputs.group.inputs.count, hasEventLog: arguments.has("--events"))
        let needs = MotionLog.Needs(
            curves: plan.movement != nil || arguments.has("--report") || arguments.has("--mot"),
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
        let (frames, poses) = try landmarks(in: output)
        if unfitted == nil {
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
        for entry in entries { try write(entry.frames, [:], entry.output) }
        try sinks.endInput(complete: complete)
    }

    private mutating func write(
        _ frames: [MotionFrame], _ poses: [Int: Pose], _ output: PoseFrame
    ) throws {
        var people = try people ?? firstPeople(output)
        let update: (people: [MotionPerson], events: [ExerciseEvent], ended: [MotionPeople.Ended])
        do throws(MotionError) {
            update = try people.update(frames, poses, at: output.time)
        } catch {
            throw InputFault(cause: error)
        }
        if self.people != nil || !frames.isEmpty { self.people = people }
        let record = MotionRecord(
            label: output.label, frame: output.frame, people: update.people,
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

    /// Everyone's landmarks in a frame, from one camera or triangulated from several, and the poses
    /// to draw by id.
    private mutating func landmarks(
        in output: PoseFrame
    ) throws -> (frames: [MotionFrame], poses: [Int: Pose]) {
        guard cameras != nil else {
            let view = output.views.first.flatMap { $0 }
            let poses = view?.poses ?? []
            return (
                view?.frames(in: scene, at: output.time) ?? [],
                Dictionary(poses.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
            )
        }
        do throws(CameraError) {
            guard let frame = try cameras?.triangulate(output) else { return ([], [:]) }
            let pose = cameras?.firstPose(in: output)
            return ([frame], pose.map { [frame.id: $0] } ?? [:])
        } catch {
            throw InputFault(cause: error)
        }
    }

    /// Starts measuring with what the first frames reveal about the landmarks.
    private func firstPeople(_ output: PoseFrame) throws -> MotionPeople {
        let view = output.views.lazy.compactMap { $0 }.first { !$0.poses.isEmpty }
        if let view, !view.isRaw {
            console.note(
                "landmark: \(file) contains smoothed landmarks, so sides that the model mixed up"
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
    }

    func lines(for summary: RunSummary) -> [String] {
        let target = plan.goal.map { goal in
            let names = progress.reached.sorted().map { "person \($0)" }.joined(separator: ", ")
            if names.isEmpty { return "target not reached: \(goal)" }
            return "target reached\(log.people.count > 1 ? " by \(names)" : ""): \(goal)"
        }
        return log.lines(for: summary) + [target].compactMap { $0 }
    }
}

/// What `motion` and `exercise` compute from a frame and write.
struct MotionRecord: FrameRecord {
    let label: FrameLabel
    let frame: Frame?
    /// Everyone whose measures are known, including those who left a moment ago, by increasing id.
    let people: [MotionPerson]
    /// What happened in the exercise, person by person.
    let events: [ExerciseEvent]
}

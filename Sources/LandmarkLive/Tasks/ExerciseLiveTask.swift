#if os(Linux)
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkMotion
import LandmarkReports
import LandmarkTasks

/// Follows an exercise.
struct ExerciseLiveTask: LiveTask {
    private struct State {
        var people: MotionPeople
        var progress = ExerciseProgress()
        var last = Timestamp.milliseconds(0)
        /// The run so far; nil if no report is wanted.
        let log: MotionLog?
        /// The number of frames in the log.
        var logged = 0
        var isOver = false
    }

    /// The maximum number of frames in a report, two hours at 30 frames a second, because it keeps
    /// curves in memory.
    private static let reportLimit = 216_000

    let kind = LiveTaskKind.exercise
    private let detector: PoseDetector
    private let scene: SceneView
    private let plan: MotionPlan
    private let state: Mutex<State>

    /// Loads the model.
    ///
    /// - Parameters:
    ///   - definition: The exercise, with the person's own thresholds.
    ///   - thresholds: How reports describe the thresholds; nil without any.
    ///   - target: The repetitions, or the seconds of a hold, to reach; nil without one.
    ///   - input: The input's name in reports.
    ///   - keepsReport: Whether a report is wanted.
    init(
        _ settings: DetectionSettings, _ definition: ExerciseDefinition,
        _ thresholds: StatedThresholds?, target: Int?, input: String, keepsReport: Bool
    ) throws {
        let plan = MotionPlan(
            measures: definition.measures, shown: definition.measures, exercise: definition,
            target: target, thresholds: thresholds)
        self.plan = plan
        var settings = settings
        settings.findsOrientation = settings.findsOrientation && !definition.isOnFloor
        detector = try PoseDetector(settings)
        scene = SceneView(settings)
        let run = MotionReport.Run(
            input: input, measures: plan.shownMeasures, definition: plan.exercise,
            target: plan.target, thresholds: thresholds?.words)
        var needs = MotionLog.Needs()
        needs.curves = true
        state = Mutex(
            State(
                people: try MotionPeople(
                    plan, guardsSides: true, up: nil, retention: PoseDetector.retention),
                log: keepsReport ? MotionLog(plan, run, needs) : nil))
    }

    func process(_ frame: Frame) -> Result<LiveOutput, LiveFault> {
        let start = MonotonicTime.now
        do {
            let view = try detector.detect(frame)
            let detected = MonotonicTime.now
            return try state.withLock { state in
                let time = Double(frame.timestamp.milliseconds) / 1000
                if let id = view.replaced { state.people.forget(id) }
                let poses = Dictionary(view.poses.map { ($0.id, $0) }) { first, _ in first }
                let update = try state.people.update(
                    view.frames(in: scene, at: time), poses, at: time)
                state.last = frame.timestamp
                var output = LiveOutput(content: .exercise(update.people, plan))
                output.events = events(update, frame.timestamp, &state)
                try Self.log(update, frame, &state)
                output.stages = [
                    ("detect", Double(detected.nanoseconds - start.nanoseconds) * 1e-9),
                    ("analyze", detected.elapsedSeconds),
                ]
                return .success(output)
            }
        } catch {
            return .failure(LiveFault(error))
        }
    }

    func choosePerson(at place: SIMD2<Float>) { detector.choosePerson(at: place) }

    func finish() -> [LiveEvent] {
        state.withLock { state in
            let ended = state.people.finish()
            state.log?.end(ended, .complete)
            state.isOver = true
            return ended.flatMap { events($0.events, at: state.last) }
        }
    }

    func report() -> [UInt8]? {
        let (histories, run, open) = state.withLock { state in
            // Ends a copy of everyone's state, which gives a summary before the end.
            var people = state.people
            return (
                state.log?.people.map(\.history) ?? [], state.log?.run,
                state.isOver ? [] : people.finish()
            )
        }
        guard let run else { return nil }
        let complete = histories.map { history in
            guard history.report == nil, let end = open.first(where: { $0.id == history.id })
            else { return history }
            var history = history
            history.finish(events: end.events, report: end.report)
            return history
        }
        return MotionReport.html(of: complete, run)
    }

    private static func log(
        _ update: (
            people: [MotionPerson], events: [ExerciseEvent], ended: [MotionPeople.Ended]
        ), _ frame: Frame, _ state: inout State
    ) throws(ImagingError) {
        guard let log = state.log else { return }
        if state.logged < reportLimit {
            state.logged += 1
            try log.add(
                update.people, update.events, number: nil, at: frame.timestamp, image: nil)
        } else {
            log.leaveOutRest(after: reportLimit)
        }
        for ended in update.ended { log.end(ended) }
    }

    private func events(
        _ update: (people: [MotionPerson], events: [ExerciseEvent], ended: [MotionPeople.Ended]),
        _ timestamp: Timestamp, _ state: inout State
    ) -> [LiveEvent] {
        let reached = state.progress.update(update.people, plan).map(\.id).sorted()
        let goal = plan.goal ?? ""
        return events(update.events + update.ended.flatMap(\.events), at: timestamp)
            + reached.map {
                LiveEvent(
                    kind: .target(person: $0), timestamp: timestamp,
                    sentence: "target reached: \(goal)")
            }
    }

    private func events(_ events: [ExerciseEvent], at timestamp: Timestamp) -> [LiveEvent] {
        events.compactMap { event in
            guard let exercise = plan.exercise,
                let words = event.words(exercise, target: plan.target)
            else { return nil }
            return LiveEvent(kind: .exercise(event), timestamp: timestamp, sentence: words)
        }
    }
}
#endif

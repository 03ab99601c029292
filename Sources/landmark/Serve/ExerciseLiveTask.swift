#if os(Linux)
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkMotion
import LandmarkReports
import LandmarkSystem
import LandmarkTasks

/// Follows an exercise.
struct ExerciseLiveTask: LiveTask {
    private struct State {
        var people: MotionPeople
        var progress = ExerciseProgress()
        var last = Timestamp.milliseconds(0)
    }

    let kind = LiveTaskKind.exercise
    private let detector: PoseDetector
    private let scene: SceneView
    private let plan: MotionPlan
    private let state: Mutex<State>

    /// Loads the model.
    init(_ arguments: Arguments, _ definition: ExerciseDefinition) throws {
        let plan = try MotionPlan(arguments, exercise: definition)
        self.plan = plan
        detector = try PoseDetector(arguments)
        scene = SceneView(arguments)
        state = Mutex(State(people: try MotionPeople(plan, guardsSides: true, up: nil)))
    }

    func process(_ frame: Frame) -> Result<LiveOutput, LiveFault> {
        let start = MonotonicTime.now
        do {
            let view = try detector.detect(frame)
            let detected = MonotonicTime.now
            return try state.withLock { state in
                let time = Double(frame.timestamp.milliseconds) / 1000
                let poses = Dictionary(view.poses.map { ($0.id, $0) }) { first, _ in first }
                let update = try state.people.update(
                    view.frames(in: scene, at: time), poses, at: time)
                state.last = frame.timestamp
                var output = LiveOutput(content: .exercise(update.people, plan))
                output.events = events(update, frame.timestamp, &state)
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

    func finish() -> [LiveEvent] {
        state.withLock { state in
            state.people.finish().flatMap { events($0.events, at: state.last) }
        }
    }

    private func events(
        _ update: (people: [MotionPerson], events: [ExerciseEvent], ended: [MotionPeople.Ended]),
        _ timestamp: Timestamp, _ state: inout State
    ) -> [LiveEvent] {
        let before = state.progress.reached
        let all = update.events + update.ended.flatMap(\.events)
        let record = MotionRecord(
            label: FrameLabel(file: "", number: nil, timestamp: timestamp, size: nil), frame: nil,
            people: update.people, events: all)
        _ = state.progress.sentences(for: record, plan)
        let goal = plan.goal ?? ""
        return events(all, at: timestamp)
            + state.progress.reached.subtracting(before).sorted().map {
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

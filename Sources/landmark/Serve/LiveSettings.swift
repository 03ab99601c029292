#if os(Linux)
import LandmarkCommandSupport
import LandmarkCore
import LandmarkMotion
import LandmarkTasks

/// What a live run computes; the command line says it first, and the page may change it.
struct LiveSettings: Sendable, Equatable {
    var kind: LiveTaskKind
    /// The name of the exercise.
    var exercise: String
    /// `lite`, `full` or `heavy`; nil for what the command line says.
    var model: String?
    /// A value of `--smoothing`; nil for what the command line says.
    var smoothing: String?
    /// Whether the input is mirrored; nil for what the command line says.
    var mirrored: Bool?

    /// The smoothings that the page offers.
    static let smoothings = ["mediapipe", "one-euro", "off"]
    /// The models that the page offers, as far as they are there.
    static let models = ["lite", "full", "heavy"]

    /// Parses a value of `--task`: `pose`, `hand`, `face`, `drive`, `exercise:NAME`.
    ///
    /// - Throws: `CommandError.unknownName` or `.unknownExercise`.
    init(task: String) throws(CommandError) {
        let parts = task.split(separator: ":", maxSplits: 1).map(String.init)
        guard let kind = parts.first.flatMap(LiveTaskKind.init),
            (parts.count == 2) == (kind == .exercise)
        else {
            let names =
                LiveTaskKind.allCases.filter { $0 != .exercise }.map(\.rawValue)
                + ExerciseDefinition.all.map { "exercise:\($0.name)" }
            throw .unknownName(
                task, option: "--task", nearest: NearestName.of(task, among: names))
        }
        self.kind = kind
        exercise = parts.count == 2 ? parts[1] : "squat"
        guard kind == .exercise else { return }
        do throws(ExerciseError) {
            _ = try ExerciseDefinition.named(exercise)
        } catch {
            guard case .unknownExercise(_, let nearest) = error else {
                throw .unknownExercise(exercise, nearest: nil)
            }
            throw .unknownExercise(exercise, nearest: nearest)
        }
    }

    /// The task as on the command line.
    var task: String { kind == .exercise ? "exercise:\(exercise)" : kind.rawValue }

    /// Whether the pose models are used.
    var usesPoses: Bool { kind == .pose || kind == .exercise }

    /// Loads the models.
    ///
    /// - Parameter arguments: The command line, which says what the page does not.
    /// - Throws: `CommandError`, `TaskError` or `ExerciseError`.
    func makeTask(_ arguments: Arguments) throws -> any LiveTask {
        var arguments = arguments
        // The command line's model is that of its own task.
        let first = try LiveSettings(task: arguments.text("--task") ?? "pose")
        if first.kind != kind, !(first.usesPoses && usesPoses) { arguments.set("--model", to: nil) }
        if let model, usesPoses { arguments.set("--model", to: model) }
        if let smoothing { arguments.set("--smoothing", to: smoothing) }
        if let mirrored { arguments.set("--mirrored", to: mirrored ? "" : nil) }
        switch kind {
        case .pose:
            return try LandmarkLiveTask<PoseTask>(
                kind, arguments, model: .poseFull, named: KnownModel.poses
            ) { .poses($0) }
        case .hand:
            return try LandmarkLiveTask<HandTask>(kind, arguments, model: .hand) { .hands($0) }
        case .face:
            return try LandmarkLiveTask<FaceTask>(kind, arguments, model: .face) { .faces($0) }
        case .drive: return try DriverLiveTask(arguments)
        case .exercise:
            return try ExerciseLiveTask(arguments, ExerciseDefinition.named(exercise))
        }
    }
}
#endif

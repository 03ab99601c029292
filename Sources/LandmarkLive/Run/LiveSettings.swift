#if os(Linux)
import LandmarkCommandSupport
import LandmarkCore
package import LandmarkMotion
import LandmarkTasks

/// The settings of a live run, at first those of its options; the page may change them.
package struct LiveSettings: Sendable, Equatable {
    package var kind: LiveTaskKind
    /// The name of the exercise.
    package var exercise: String
    /// `lite`, `full` or `heavy`; nil for the options' model.
    var model: String?
    /// A value of `--smoothing`; nil for the options' smoothing.
    var smoothing: String?
    /// One of ``backgrounds``; nil for the options' background.
    var background: String?
    /// Whether the input is mirrored; nil to use the options.
    var mirrored: Bool?

    /// The smoothings that the page offers.
    static let smoothings = ["mediapipe", "one-euro", "off"]
    /// The backgrounds that the page offers.
    static let backgrounds = ["tint", "blur", "green"]
    /// The models that the page offers, if available.
    static let models = ["lite", "full", "heavy"]

    /// Parses a value of `--task`: `pose`, `hand`, `face`, `holistic`, `segment`, `drive`,
    /// `exercise:NAME`.
    ///
    /// - Parameter exercises: The known exercises.
    /// - Throws: ``LiveError``.
    package init(
        task: String, among exercises: [ExerciseDefinition] = ExerciseDefinition.all
    ) throws(LiveError) {
        let parts = task.split(separator: ":", maxSplits: 1).map(String.init)
        guard let kind = parts.first.flatMap(LiveTaskKind.init),
            (parts.count == 2) == (kind == .exercise)
        else {
            let names =
                LiveTaskKind.allCases.filter { $0 != .exercise }.map(\.rawValue)
                + exercises.map { "exercise:\($0.name)" }
            throw .unknownTask(task, nearest: NearestName.of(task, among: names))
        }
        self.kind = kind
        exercise = parts.count == 2 ? parts[1] : "squat"
        let names = exercises.map(\.name)
        guard kind != .exercise || names.contains(exercise) else {
            throw .unknownExercise(exercise, nearest: NearestName.of(exercise, among: names))
        }
    }

    /// The task as text, such as `pose` or `exercise:squat`.
    var task: String { kind == .exercise ? "exercise:\(exercise)" : kind.rawValue }

    /// Whether the pose models are used.
    var usesPoses: Bool { kind == .pose || kind == .holistic || kind == .exercise }
}
#endif

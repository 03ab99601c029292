import LandmarkCommandSupport
import LandmarkTasks

/// What the arguments say to each of the three tasks alike.
struct LandmarkSetup {
    let modelPath: String
    let count: Int
    let minDetection: Float
    let minPresence: Float
    let minTracking: Float
    let smoothing: Smoothing
    let tellsRaw: Bool
    /// nil for the task's own choice.
    let threads: Int?
    let view: View

    /// Finds the model: `--model` names one of `named` or a path; without it, `model`.
    init(
        _ arguments: Arguments, model: KnownModel, named: [String: KnownModel] = [:]
    ) throws(CommandError) {
        modelPath = try ModelStore.path(for: arguments, model: model, named: named)
        count = arguments.integer("--max") ?? 1
        minDetection = arguments.fraction("--min-detection") ?? 0.5
        minPresence = arguments.fraction("--min-presence") ?? 0.5
        minTracking = arguments.fraction("--min-tracking") ?? 0.5
        smoothing = arguments.text("--smoothing").flatMap(Smoothing.init(words:)) ?? .mediaPipe
        tellsRaw = arguments.has("--raw")
        threads = arguments.integer("--threads")
        view = View(arguments)
    }
}

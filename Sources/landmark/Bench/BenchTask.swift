import LandmarkCommandSupport
import LandmarkInference

/// The task that is timed.
enum BenchTask: String, CaseIterable {
    case hand, pose, face

    /// The tasks as help and errors list them.
    static let names = allCases.map(\.rawValue).joined(separator: "|")

    /// The task called `name` in the arguments of `command`.
    init(_ name: String, of command: String) throws(CommandError) {
        guard let task = BenchTask(rawValue: name) else {
            throw .invalidValue(option: command, expected: "hand, pose or face", got: name)
        }
        self = task
    }

    /// The bundle that the arguments mean.
    func modelPath(_ arguments: Arguments) throws(CommandError) -> String {
        switch self {
        case .hand: try ModelStore.path(for: arguments, model: .hand)
        case .pose:
            try ModelStore.path(for: arguments, model: .poseFull, named: KnownModel.poses)
        case .face: try ModelStore.path(for: arguments, model: .face)
        }
    }

    /// How the task makes a bundle's network.
    func options(of entry: String, _ arguments: Arguments) -> NetworkOptions {
        guard self == .pose, entry.hasPrefix("pose_landmarks") else { return NetworkOptions() }
        // Landmarks, presence, heatmap and world landmarks: all but the mask. Little of the
        // heatmap is read.
        let outputs = arguments.has("--masks") ? nil : [0, 1, 3, 4]
        return NetworkOptions(outputs: outputs, lazyOutputs: [3])
    }
}

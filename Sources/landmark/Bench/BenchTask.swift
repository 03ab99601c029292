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
}

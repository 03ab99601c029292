import LandmarkSystem

extension InstructionSet {
    /// The environment variable that names a level.
    public static let environmentVariable = "LANDMARK_KERNELS"

    /// The level that the environment asks for, or nil when it asks for none.
    package static func fromEnvironment() throws(EnvironmentError) -> InstructionSet? {
        guard let value = CurrentProcess.environment(environmentVariable) else { return nil }
        guard let level = InstructionSet(rawValue: value) else {
            throw EnvironmentError(
                variable: environmentVariable, value: value, allowed: allCases.map(\.rawValue))
        }
        return level
    }
}

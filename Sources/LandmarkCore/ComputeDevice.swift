/// What networks run on: asked for in options, and reported with results.
public struct ComputeDevice: Sendable, Hashable, Codable {
    /// A kind of hardware.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// The processor, through the kernels of this package.
        case cpu
    }

    /// The kind of hardware.
    public let kind: Kind
    /// The instruction set of the kernels. In options, nil stands for the one that the environment
    /// variable `LANDMARK_KERNELS` names, or else the best available; results name the one used.
    public let instructionSet: InstructionSet?

    /// The processor, with the instruction set chosen at run time.
    public static let cpu = ComputeDevice(kind: .cpu, instructionSet: nil)

    /// The processor, with the kernels of `instructionSet`; nil lets them be chosen at run time.
    public static func cpu(_ instructionSet: InstructionSet?) -> ComputeDevice {
        ComputeDevice(kind: .cpu, instructionSet: instructionSet)
    }
}

extension ComputeDevice: CustomStringConvertible {
    /// The kind with its instruction set, such as `cpu (avx2)`.
    public var description: String {
        instructionSet.map { "\(kind.rawValue) (\($0.rawValue))" } ?? kind.rawValue
    }
}

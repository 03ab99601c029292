/// The device that runs the networks; options request it and results report it.
public struct ComputeDevice: Sendable, Hashable, Codable {
    /// A kind of hardware.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// The processor, through the kernels of this package.
        case cpu
    }

    /// The kind of hardware.
    public let kind: Kind
    /// The instruction set of the kernels. In options, nil selects the one named by the environment
    /// variable `LANDMARK_KERNELS`, or else the best available; results name the one used.
    public let instructionSet: InstructionSet?

    /// The processor, with the instruction set chosen at run time.
    public static let cpu = ComputeDevice(kind: .cpu, instructionSet: nil)

    /// Returns the processor with the kernels of `instructionSet`; nil selects them at run time.
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

/// The instruction set used by the compute kernels.
///
/// `scalar` is available everywhere. The environment variable `LANDMARK_KERNELS` (`scalar`, `avx2`,
/// `avx512` or `neon`) overrides the choice made from the processor's features.
public enum InstructionSet: String, Sendable, Hashable, Codable, CaseIterable {
    /// Portable C, one value at a time.
    case scalar
    /// ARM Advanced SIMD.
    case neon
    /// x86-64 with AVX2, FMA and F16C.
    case avx2
    /// x86-64 with AVX-512 F, BW, DQ and VL.
    case avx512

    /// The environment variable that names an instruction set.
    public static let environmentVariable = "LANDMARK_KERNELS"

    /// Returns the instruction set that `LANDMARK_KERNELS` names, or nil when it is unset or empty.
    ///
    /// - Throws: `EnvironmentError` when the value is not an instruction set.
    package static func fromEnvironment() throws(EnvironmentError) -> InstructionSet? {
        guard let value = CurrentProcess.environment(environmentVariable) else { return nil }
        guard let set = InstructionSet(rawValue: value) else {
            throw EnvironmentError(
                variable: environmentVariable, value: value, allowed: allCases.map(\.rawValue))
        }
        return set
    }

    /// Returns the instruction set to use: the requested one, otherwise the one named by
    /// `LANDMARK_KERNELS`, otherwise the last of `available`, which is the fastest.
    ///
    /// A requested set may be missing from `available`; the caller reports that with its own error.
    ///
    /// - Throws: `EnvironmentError` when `LANDMARK_KERNELS` is needed and its value is not an
    ///   instruction set.
    package static func choice(
        _ requested: InstructionSet?, of available: [InstructionSet]
    ) throws(EnvironmentError) -> InstructionSet {
        if let requested { return requested }
        return try fromEnvironment() ?? available.last ?? .scalar
    }
}

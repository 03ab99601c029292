/// The device that runs the networks; options request it and results report it.
///
/// The processor runs networks that the requested device cannot run, so no result is lost:
/// `Network.placement` states which ran where, and why.
public struct ComputeDevice: Sendable, Hashable {
    /// A kind of hardware, or of software that drives it. More may come: a `switch` needs a default case.
    public struct Kind: RawRepresentable, Sendable, Hashable, Codable {
        /// The name in options and results.
        public let rawValue: String

        /// Creates the kind with a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The processor, through the kernels of this package.
        public static let cpu = Kind(rawValue: "cpu")
        /// The processor, through Intel's OpenVINO; Linux only.
        public static let openVINO = Kind(rawValue: "openvino")
        /// A graphics processor.
        public static let gpu = Kind(rawValue: "gpu")
        /// A processor for neural networks.
        public static let neuralEngine = Kind(rawValue: "neural-engine")
        /// Whichever device is faster; only in options.
        public static let automatic = Kind(rawValue: "automatic")
        /// Another runtime; only in results whose landmarks were decoded from given outputs.
        public static let external = Kind(rawValue: "external")
    }

    /// The kind of hardware.
    public let kind: Kind
    /// The instruction set of the kernels. In options, nil selects the one named by the environment
    /// variable `LANDMARK_KERNELS`, or else the best available; results name the one used.
    public let instructionSet: InstructionSet?
    /// The numbers in which landmark networks calculate. Detectors always use single precision.
    public let precision: Precision

    /// The processor, with the instruction set chosen at run time, in single precision.
    public static let cpu = cpu()
    /// The processor, through OpenVINO's C library, in single precision. Linux only: the library is loaded
    /// when it is first needed, from the path in `LANDMARK_OPENVINO`, or else as `libopenvino_c.so`.
    public static let openVINO = ComputeDevice(kind: .openVINO)
    /// The graphics processor: on Apple's systems through Core ML, in single precision; on Linux an Intel
    /// one, through OpenVINO. Core ML may leave layers to the processor.
    public static let gpu = ComputeDevice(kind: .gpu)
    /// The processor for neural networks: on Apple's systems the Neural Engine, through Core ML, in half
    /// precision; on Linux an Intel one, through OpenVINO. Core ML may leave layers to other processors.
    public static let neuralEngine = ComputeDevice(kind: .neuralEngine)
    /// For each network the faster of two devices in single precision: ``cpu`` and, on Linux, OpenVINO or,
    /// on Apple's systems, ``gpu``. The first run for which both are ready times them, which takes as long
    /// as nine runs. The processor is kept unless the other device saves more than a tenth of the time.
    public static let automatic = ComputeDevice(kind: .automatic)
    /// Another runtime, in which a program ran the landmark model itself. Only in results.
    public static let external = ComputeDevice(kind: .external)

    /// The devices that options may name.
    package static let requestable = [cpu, openVINO, gpu, neuralEngine, automatic]

    private init(
        kind: Kind, instructionSet: InstructionSet? = nil, precision: Precision = .single
    ) {
        self.kind = kind
        self.instructionSet = instructionSet
        self.precision = precision
    }

    /// Returns the processor with the kernels of `instructionSet`; nil selects them at run time.
    public static func cpu(
        _ instructionSet: InstructionSet? = nil, precision: Precision = .single
    ) -> ComputeDevice {
        ComputeDevice(kind: .cpu, instructionSet: instructionSet, precision: precision)
    }
}

extension ComputeDevice: CustomStringConvertible {
    /// The kind with its instruction set and, unless it is single, its precision, such as `cpu (avx2)`
    /// or `cpu (neon, half)`.
    public var description: String {
        let precision = precision == .single ? nil : precision.rawValue
        let details = [instructionSet?.rawValue, precision].compactMap(\.self)
        return details.isEmpty
            ? kind.rawValue : "\(kind.rawValue) (\(details.joined(separator: ", ")))"
    }
}

extension ComputeDevice: Codable {
    private enum CodingKeys: CodingKey {
        case kind, instructionSet, precision
    }

    /// Decodes a device; the precision is single where it is missing.
    ///
    /// - Throws: `DecodingError`.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            kind: try values.decode(Kind.self, forKey: .kind),
            instructionSet: try values.decodeIfPresent(
                InstructionSet.self, forKey: .instructionSet),
            precision: try values.decodeIfPresent(Precision.self, forKey: .precision) ?? .single)
    }

    /// Encodes the device, and its precision unless it is single.
    ///
    /// - Throws: `EncodingError`.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(kind, forKey: .kind)
        try values.encodeIfPresent(instructionSet, forKey: .instructionSet)
        if precision != .single { try values.encode(precision, forKey: .precision) }
    }
}

/// The numbers in which a network calculates.
public enum Precision: String, Sendable, Hashable, Codable, CaseIterable {
    /// 32-bit floats, as in MediaPipe.
    case single
    /// 16-bit floats for tensors, weights and short sums, and 32-bit floats for longer sums. It needs an
    /// ARM processor with FEAT_FP16, which multiplies twice as many of them at a time: those of iPhones
    /// since the iPhone 8, Macs with Apple silicon, and the Cortex-A55, A75 and later.
    case half
    /// 16-bit integers for the tensors and weights of pointwise convolutions, and 32-bit floats for all
    /// else, in the networks of hands and the landmark models of poses. It needs an x86 processor with
    /// VNNI, which multiplies twice as many of them at a time as floats: Intel's since Ice Lake, Alder Lake
    /// or Cascade Lake, and AMD's since Zen 4. Faces are in single precision.
    case fine
    /// 8-bit integers in smaller maps of the landmark models, and otherwise as `fine`. It needs the same
    /// processors, which multiply four times as many of them at a time as floats.
    case fast

    /// The processor that it needs, for error messages.
    package var requirement: String {
        switch self {
        case .single: "no particular processor"
        case .half: "an ARM processor with FEAT_FP16"
        case .fine, .fast: "an x86 processor with VNNI"
        }
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

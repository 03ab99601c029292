import LandmarkCore
import LandmarkInference
import LandmarkModelFile
import Testing

extension Precision {
    /// How far results of a few operations may be from those in single precision, at a magnitude of 1.
    var tolerance: Float {
        switch self {
        case .single: 0
        // A few roundings to 11 binary digits.
        case .half: 0.01
        case .fine: 0.002
        case .fast: 0.05
        }
    }
}

/// A backend on which network tests run.
enum TestedBackend: Sendable, Equatable, CustomTestStringConvertible {
    /// The CPU; nil chooses the instruction set at run time.
    case cpu(InstructionSet?)
    /// The CPU in a lower precision than single.
    case lower(InstructionSet, Precision)
    /// Plain loops in Swift: `ReferenceBackend`.
    case reference

    /// The CPU with every instruction set that runs here.
    static let cpu =
        ((try? InstructionSet.fromEnvironment()).map { [$0] } ?? InstructionSet.available)
        .map { TestedBackend.cpu($0) }

    /// The CPU and the reference; only that instruction set if `LANDMARK_KERNELS` is set, which
    /// repeats tests for one.
    static let all =
        (try? InstructionSet.fromEnvironment()) == nil ? cpu + [.reference] : cpu

    /// The CPU in every lower precision, with every instruction set that has it here.
    static let lower = Precision.allCases.filter { $0 != .single }.flatMap { precision in
        InstructionSet.available.filter { $0.precisions.contains(precision) }
            .map { TestedBackend.lower($0, precision) }
    }

    /// The CPU in half precision, with every instruction set that has it here.
    static let halves = lower.filter { $0.precision == .half }

    /// The CPU, the reference, and the CPU in lower precisions.
    static let withLower = all + lower

    var testDescription: String {
        switch self {
        case .cpu(let set): set?.rawValue ?? "cpu"
        case .lower(let set, let precision): "\(set.rawValue) \(precision.rawValue)"
        case .reference: "reference"
        }
    }

    /// Whether sums take so long that tests run fewer or smaller cases.
    var isSlow: Bool {
        switch self {
        case .cpu(let set): set == .scalar
        case .lower(let set, _): set == .scalar
        case .reference: true
        }
    }

    var precision: Precision {
        if case .lower(_, let precision) = self { precision } else { .single }
    }

    /// The numbers of threads to test.
    var threadCounts: [Int] { self == .reference ? [1] : [1, 2] }

    /// Prepares a network on this backend.
    func network(
        _ model: TFLiteModel, options: NetworkOptions = NetworkOptions(), threads: Int = 1
    ) throws -> Network {
        let pool = try WorkerPool(threads: threads)
        switch self {
        case .cpu(let set):
            var options = options
            options.device = .cpu(set)
            return try Network(model, options: options, pool: pool)
        case .lower(let set, let precision):
            var options = options
            options.device = .cpu(set, precision: precision)
            return try Network(model, options: options, pool: pool)
        case .reference:
            return try Network(model, options: options, backend: ReferenceBackend(), pool: pool)
        }
    }
}

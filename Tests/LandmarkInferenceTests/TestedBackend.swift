import LandmarkCore
import LandmarkInference
import LandmarkModelFile
import Testing

/// A backend on which network tests run.
enum TestedBackend: Sendable, Equatable, CustomTestStringConvertible {
    /// The CPU; nil chooses the instruction set at run time.
    case cpu(InstructionSet?)
    /// The CPU in half precision.
    case half(InstructionSet)
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

    /// The CPU in half precision, with every instruction set that has it here.
    static let halves =
        InstructionSet.available.filter { $0.precisions.contains(.half) }.map(TestedBackend.half)

    /// The CPU, the reference, and the CPU in half precision.
    static let withHalves = all + halves

    var testDescription: String {
        switch self {
        case .cpu(let set): set?.rawValue ?? "cpu"
        case .half(let set): "\(set.rawValue) half"
        case .reference: "reference"
        }
    }

    /// Whether sums take so long that tests run fewer or smaller cases.
    var isSlow: Bool { [.cpu(.scalar), .half(.scalar), .reference].contains(self) }

    var isHalf: Bool { if case .half = self { true } else { false } }

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
        case .half(let set):
            var options = options
            options.device = .cpu(set, precision: .half)
            return try Network(model, options: options, pool: pool)
        case .reference:
            return try Network(model, options: options, backend: ReferenceBackend(), pool: pool)
        }
    }
}

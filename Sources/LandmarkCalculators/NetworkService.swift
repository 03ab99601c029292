import LandmarkCore
import LandmarkGraph

/// The device that runs the networks of a graph, and the logger that receives reports if it cannot.
struct NetworkService: Sendable {
    /// For nodes that name none; nil for the processor.
    let device: ComputeDevice?
    let logger: Logger
}

extension CalculatorContext {
    /// The device that the graph is run with; nil if it leaves the choice to its nodes.
    var device: ComputeDevice? { services[NetworkService.self]?.device }

    /// Receives the messages about networks.
    var logger: Logger { services[NetworkService.self]?.logger ?? .silent }
}

extension TextMessage {
    /// The fields that `device()` reads.
    static let deviceFields = ["device", "precision"]

    /// Returns the device that the fields `device` and `precision` name; nil if neither is set.
    ///
    /// - Throws: `TextFormatError` for a value that is not a device or precision,
    ///   `VisionCalculatorError.precision` for a precision on a device other than the processor.
    func device() throws -> ComputeDevice? {
        let devices = ComputeDevice.requestable
        let kind = try string("device", of: devices.map(\.kind.rawValue))
        let precision = try string("precision", of: Precision.allCases.map(\.rawValue))
            .flatMap(Precision.init)
        let named = devices.first { $0.kind.rawValue == kind }
        guard let named, named.kind != .cpu else {
            return kind == nil && precision == nil ? nil : .cpu(precision: precision ?? .single)
        }
        if let precision, precision != .single {
            throw VisionCalculatorError.precision(precision, device: named)
        }
        return named
    }
}

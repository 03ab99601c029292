public import LandmarkCore
internal import LandmarkModelFile

/// Where a network runs.
public struct NetworkPlacement: Sendable, Hashable {
    /// The name of the model.
    public let network: String
    /// The device that runs it.
    public let device: ComputeDevice
    /// The reason that it is the processor instead of the requested device; nil if it is that device.
    public let reason: String?
}

extension Network {
    /// Logs which device runs the network whenever that changes, and at once if it is not the one that
    /// `requested` names.
    package func reportPlacement(to logger: Logger, requested: ComputeDevice) {
        let isOpen = requested.kind == .automatic
        onPlacement = { logger.log($0, isOpen: isOpen) }
        if placement.reason != nil { logger.log(placement, isOpen: isOpen) }
    }
}

extension Logger {
    /// Logs which device runs a network, and why if it is the processor: as a warning, unless the choice was
    /// left open.
    fileprivate func log(_ placement: NetworkPlacement, isOpen: Bool) {
        if let reason = placement.reason {
            log(
                isOpen ? .info : .warning,
                "the processor runs \(placement.network), because \(reason)")
        } else {
            log(.info, "\(placement.device) runs \(placement.network)")
        }
    }
}

/// A model that is ready to run.
struct PreparedNetwork {
    let executable: any Executable
    let device: ComputeDevice
    /// The reason that it is the processor instead of the requested device.
    let reason: String?
    /// Whether the network computes each output of the model.
    let isComputed: [Bool]
    /// Prepares the model for the processor; nil if it is ready for that.
    let replacement: (() throws(InferenceError) -> PreparedNetwork)?
    /// The executable that replaces this one when it is ready.
    private(set) var later: LaterExecutable?

    /// Prepares the model for the device in the options, or for the processor if that device is not
    /// available or cannot run the model.
    init(_ order: NetworkOrder, threads: Int) throws(InferenceError) {
        let requested = order.options.device
        let isTrial = requested.kind == .automatic
        do {
            let backend = try (isTrial ? .candidate ?? .cpu : requested).backend(threads: threads)
            self = try PreparedNetwork(order, backend, threads: threads, isTrial: isTrial)
        } catch {
            guard requested.kind != .cpu else { throw error }
            self = try Self.onProcessor(order, threads: threads, reason: "\(error)")
        }
    }

    /// Prepares the model for `backend`.
    ///
    /// - Parameter isTrial: Whether the processor runs it until `backend` has been found to be faster.
    init(
        _ order: NetworkOrder, _ backend: any Backend, threads: Int, isTrial: Bool = false,
        reason: String? = nil
    ) throws(InferenceError) {
        let preparation = try backend.prepare(
            NetworkSource(model: order.model, options: order.options))
        let isTrial = isTrial && backend.device.kind != .cpu
        guard case .ready(let executable) = preparation, !isTrial else {
            self = try Self.onProcessor(
                order, threads: threads,
                reason: isTrial ? nil : "it is being compiled for \(backend.device)")
            later = LaterExecutable(
                preparation: preparation, device: backend.device, isTrial: isTrial
            ) { () throws(InferenceError) in
                try Self.onProcessor(order, threads: threads, reason: nil)
            }
            return
        }
        self.executable = executable
        device = backend.device
        self.reason = reason
        isComputed = order.model.outputs.indices.map {
            order.options.outputs?.contains($0) ?? true
        }
        // The model is kept only as long as it may be needed.
        replacement =
            backend.device.kind == .cpu
            ? nil
            : { () throws(InferenceError) in
                try Self.onProcessor(order, threads: threads, reason: nil)
            }
    }

    private static func onProcessor(
        _ order: NetworkOrder, threads: Int, reason: String?
    ) throws(InferenceError) -> PreparedNetwork {
        let backend = try ComputeDevice.cpu.backend(threads: threads)
        return try PreparedNetwork(order, backend, threads: threads, reason: reason)
    }
}

/// An executable that will take the place of the processor's.
struct LaterExecutable {
    let preparation: Preparation
    /// The device that it is prepared for.
    let device: ComputeDevice
    /// Whether it does so only if it is faster.
    let isTrial: Bool
    /// Prepares the model for the processor again, in case the device fails.
    let replacement: () throws(InferenceError) -> PreparedNetwork

    /// Returns the executable, or the reason that there is none; nil while it is being prepared.
    func take() -> Result<any Executable, InferenceError>? {
        switch preparation {
        case .ready(let executable): .success(executable)
        case .pending(let pending): pending.take()
        }
    }
}

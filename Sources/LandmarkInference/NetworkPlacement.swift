public import LandmarkCore
internal import LandmarkModelFile

/// Where a network runs.
public struct NetworkPlacement: Sendable, Hashable {
    /// The name of the model.
    public let network: String
    /// The device that runs it.
    public let device: ComputeDevice
    /// Why it is the processor and not the device that was requested; nil if it is that device.
    public let reason: String?
}

/// A model that is ready to run.
struct PreparedNetwork {
    let executable: any Executable
    let device: ComputeDevice
    /// Why it is the processor and not the requested device.
    let reason: String?
    /// Whether the network computes each output of the model.
    let isComputed: [Bool]
    /// Prepares the model for the processor; nil if it is ready for that.
    let replacement: (() throws(InferenceError) -> PreparedNetwork)?

    /// Prepares the model for the device in the options, or for the processor if that is not to be had or
    /// cannot run the model.
    init(_ order: NetworkOrder, threads: Int) throws(InferenceError) {
        do {
            let backend = try order.options.device.backend(threads: threads)
            self = try PreparedNetwork(order, backend, threads: threads)
        } catch {
            guard order.options.device.kind != .cpu else { throw error }
            self = try Self.onProcessor(order, threads: threads, reason: "\(error)")
        }
    }

    /// Prepares the model for `backend`.
    init(
        _ order: NetworkOrder, _ backend: any Backend, threads: Int, reason: String? = nil
    ) throws(InferenceError) {
        executable = try backend.prepare(
            NetworkSource(model: order.model, options: order.options))
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

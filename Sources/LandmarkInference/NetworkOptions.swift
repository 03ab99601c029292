public import LandmarkCore
package import LandmarkModelFile

/// Options for preparing a network from a model.
public struct NetworkOptions: Sendable, Hashable {
    /// The device to run on. If it is the processor without an instruction set, the set is that of
    /// `LANDMARK_KERNELS`, or else the fastest available one.
    public var device: ComputeDevice
    /// Positions of the model's outputs to compute; nil computes all. Operations needed only by the
    /// others are dropped.
    public var outputs: [Int]?
    /// Positions of outputs to evaluate lazily: where such an output is a trailing 1×1 convolution,
    /// `Network.run()` skips it and `Network.output(_:in:)` computes only the requested window,
    /// with the same values, again for each call.
    public var lazyOutputs: Set<Int>
    /// The cost that the network may have; a model that needs more is rejected.
    public var limits: NetworkLimits

    /// Creates options.
    public init(
        device: ComputeDevice = .cpu, outputs: [Int]? = nil, lazyOutputs: Set<Int> = [],
        limits: NetworkLimits = NetworkLimits()
    ) {
        self.device = device
        self.outputs = outputs
        self.lazyOutputs = lazyOutputs
        self.limits = limits
    }
}

/// One of several networks to prepare together.
package struct NetworkOrder {
    package let model: TFLiteModel
    package let options: NetworkOptions

    package init(_ model: TFLiteModel, options: NetworkOptions = NetworkOptions()) {
        self.model = model
        self.options = options
    }
}

extension Network {
    /// Prepares several networks, as many at a time as the pool has threads. List the slowest one
    /// first.
    package static func make(
        _ orders: [NetworkOrder], pool: WorkerPool
    ) -> [Result<Network, InferenceError>] {
        let threads = pool.threads
        let prepared = pool.concurrentMap(orders) { order in
            Result { () throws(InferenceError) in
                try PreparedNetwork(order, threads: threads)
            }
        }
        return zip(orders, prepared).map { order, result in
            result.map { Network($0, of: order.model, pool: pool) }
        }
    }
}

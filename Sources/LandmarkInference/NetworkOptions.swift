public import LandmarkCore

/// How a network is made from a model.
public struct NetworkOptions: Sendable, Hashable {
    /// The instruction set to use; nil takes `LANDMARK_KERNELS`, or else the best there is.
    public var device: ComputeDevice
    /// Positions in the model's outputs that are wanted; nil wants all. What only serves the others
    /// is not computed.
    public var outputs: [Int]?
    /// Positions of outputs of which little will be read, by `Network.output(_:in:)`. Where one is
    /// made by a pointwise convolution that serves nothing else, runs leave that out, and what is
    /// read is computed then: the same values, but each time anew.
    public var lazyOutputs: Set<Int>

    /// Makes options.
    public init(
        device: ComputeDevice = .cpu, outputs: [Int]? = nil, lazyOutputs: Set<Int> = []
    ) {
        self.device = device
        self.outputs = outputs
        self.lazyOutputs = lazyOutputs
    }
}

public import LandmarkCore

/// How a network is made from a model.
public struct NetworkOptions: Sendable, Hashable {
    /// The instruction set to use; nil takes `LANDMARK_KERNELS`, or else the best there is.
    public var kernelLevel: KernelLevel?
    /// Positions in the model's outputs that are wanted; nil wants all. What only serves the others
    /// is not computed.
    public var outputs: [Int]?

    /// Makes options.
    public init(kernelLevel: KernelLevel? = nil, outputs: [Int]? = nil) {
        self.kernelLevel = kernelLevel
        self.outputs = outputs
    }
}

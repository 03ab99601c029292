/// What a model's maker says about its inputs and outputs.
public struct ModelMetadata: Sendable, Hashable {
    /// What is said about one input or output.
    public struct TensorInfo: Sendable, Hashable {
        /// Its name, such as `image` or `handedness`; not the tensor's name.
        public let name: String
        /// A sentence about it; may be empty.
        public let description: String
        /// How raw values become the network's: `(value − mean) / deviation`.
        public let normalization: Normalization?
        /// The smallest values, one for all channels or one each; empty when not said.
        public let minimum: [Float]
        /// The largest values, one for all channels or one each; empty when not said.
        public let maximum: [Float]
        /// The names of files that go with it, such as a list of labels.
        public let associatedFiles: [String]
    }

    /// How raw values become the network's: `(value − mean) / deviation`.
    public struct Normalization: Sendable, Hashable {
        /// One mean for all channels or one each.
        public let mean: [Float]
        /// As many standard deviations, none of them 0.
        public let deviation: [Float]
    }

    /// The model's name; may be empty.
    public let name: String
    /// A sentence about the model; may be empty.
    public let description: String
    /// The version that the maker gave; may be empty.
    public let version: String
    /// One for each of the model's inputs that something is said about, in order.
    public let inputs: [TensorInfo]
    /// One for each of the model's outputs that something is said about, in order.
    public let outputs: [TensorInfo]
    /// The names of files that go with the whole model.
    public let associatedFiles: [String]
}

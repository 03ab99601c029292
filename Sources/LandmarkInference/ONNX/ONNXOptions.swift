/// Options for writing a network as ONNX.
public struct ONNXOptions: Sendable, Hashable {
    /// The number of samples that the network takes at a time.
    public enum Batch: Sendable, Hashable, CustomStringConvertible {
        /// This many, at least one.
        case fixed(Int)
        /// Any number; the dimension is called `batch`.
        case dynamic

        /// The number, or `batch`.
        public var description: String {
            switch self {
            case .fixed(let count): "\(count)"
            case .dynamic: "batch"
            }
        }
    }

    /// The samples per run; one by default.
    public var batch: Batch
    /// The width of weights and arithmetic; inputs and outputs are always 32-bit floats.
    public var precision: ExportPrecision
    /// Facts about the network that travel in the file as its metadata, by name.
    public var properties: [String: String]

    /// Creates options.
    public init(
        batch: Batch = .fixed(1), precision: ExportPrecision = .single,
        properties: [String: String] = [:]
    ) {
        self.batch = batch
        self.precision = precision
        self.properties = properties
    }
}

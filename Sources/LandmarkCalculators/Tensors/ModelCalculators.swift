import LandmarkGraph
import LandmarkModelFile

/// A file that a graph has read: MediaPipe's `Resource`.
public struct GraphResource: Sendable {
    /// The path, for error messages.
    public let path: String
    /// The contents, which are mapped into memory.
    let bytes: FileBytes

    /// Maps the file at a path.
    ///
    /// - Throws: `ModelFileError` if it cannot be read.
    init(path: String) throws(ModelFileError) {
        self.path = path
        bytes = try FileBytes(mapping: path)
    }
}

/// Reads files: paths in the side packets RESOURCE_ID `String`, or the option `resource_id` of
/// `mediapipe.ResourceProviderCalculatorOptions`, to the same number of RESOURCE `GraphResource`.
/// `read_mode` has no effect: line endings are not converted.
struct ResourceProviderCalculator: Calculator {
    private let paths: [String]

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        let given = try ResourceProviderCalculator(node).paths.count
        let packets = node.count(.inputSidePacket, tag: "RESOURCE_ID")
        let resources = node.count(.outputSidePacket, tag: "RESOURCE")
        try StandardCalculatorError.require(
            (given > 0) != (packets > 0),
            "exactly one of the side packets RESOURCE_ID and the option resource_id is required")
        try StandardCalculatorError.require(
            resources == given + packets,
            "there are \(given + packets) paths for \(resources) RESOURCE side packets")
        contract.inputSidePacket("RESOURCE_ID", nil, .type(String.self), optional: true)
        contract.outputSidePacket("RESOURCE", nil, .type(GraphResource.self))
    }

    init(_ node: NodeConfig) throws {
        let options = node.options.message("ResourceProviderCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: ["resource_id", "read_mode"])
        paths = try options.strings("resource_id")
    }

    mutating func open(_ context: CalculatorContext) throws {
        for index in 0..<context.node.count(.outputSidePacket, tag: "RESOURCE") {
            let path =
                try paths.isEmpty
                ? context.sideValue(String.self, "RESOURCE_ID", index) : paths[index]
            try context.setSidePacket(
                packet: Packet(GraphResource(path: path)), "RESOURCE", index)
        }
    }
}

/// Reads a `.tflite` model from the side packet MODEL_RESOURCE `GraphResource`: MODEL or SHARED_MODEL
/// `TFLiteModel`, a side packet. MODEL_BLOB, MODEL_SPAN and MODEL_FD are not supported.
struct TfLiteModelCalculator: Calculator {
    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        let tags = ["MODEL", "SHARED_MODEL"]
        try StandardCalculatorError.require(
            tags.reduce(0) { $0 + node.count(.outputSidePacket, tag: $1) } == 1,
            "exactly one of the side packets MODEL and SHARED_MODEL is required")
        contract.inputSidePacket("MODEL_RESOURCE", 0, .type(GraphResource.self))
        for tag in tags {
            contract.outputSidePacket(tag, 0, .type(TFLiteModel.self), optional: true)
        }
    }

    init(_ node: NodeConfig) {}

    mutating func open(_ context: CalculatorContext) throws {
        let resource = try context.sideValue(GraphResource.self, "MODEL_RESOURCE")
        let model = try TFLiteModel(bytes: resource.bytes, name: resource.path)
        let output = context.node.outputSidePackets[0]
        try context.setSidePacket(packet: Packet(model), output.tag)
    }
}

/// The operators that a network may use: MediaPipe's `OpResolver`. Represents those of
/// LandmarkKit's engine.
struct OperatorSet: Sendable, Hashable {}

/// Provides the operators of networks as a side packet, OP_RESOLVER or untagged, `OperatorSet`. It
/// has no effect, because LandmarkKit's engine has its own operators. A model with others, such as
/// MediaPipe's face_landmark_with_attention.tflite, is an error in the node that runs it.
struct TfLiteCustomOpResolverCalculator: Calculator {
    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        let options =
            node.options.message("TfLiteCustomOpResolverCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: ["use_gpu"])
        try StandardCalculatorError.require(
            node.outputSidePackets.count == 1, "exactly one output side packet is required")
        contract.outputSidePacket("OP_RESOLVER", 0, .type(OperatorSet.self), optional: true)
        contract.outputSidePacket("", 0, .type(OperatorSet.self), optional: true)
    }

    init(_ node: NodeConfig) {}

    mutating func open(_ context: CalculatorContext) throws {
        let output = context.node.outputSidePackets[0]
        try context.setSidePacket(packet: Packet(OperatorSet()), output.tag)
    }
}

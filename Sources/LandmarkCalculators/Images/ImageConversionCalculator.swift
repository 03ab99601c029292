import LandmarkGraph
import LandmarkImaging

/// Passes on an image or a `Mask` under another tag, where MediaPipe converts between its image types.
struct ImageConversionCalculator: Calculator {
    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        let tags = ["IMAGE", "IMAGE_CPU"]
        for kind in [PortKind.inputStream, .outputStream] {
            try StandardCalculatorError.require(
                tags.reduce(0) { $0 + node.count(kind, tag: $1) } == 1,
                "exactly one \(kind) IMAGE or IMAGE_CPU is required")
        }
        let source = node.count(.inputStream, tag: tags[0]) > 0 ? tags[0] : tags[1]
        for tag in tags {
            contract.input(
                tag, 0, .oneOf([PixelBuffer.self, Frame.self, Mask.self]), optional: true)
            contract.output(tag, 0, .sameAsInput(source, 0), optional: true)
        }
        contract.output("SOURCE_ON_GPU", 0, .type(Bool.self), optional: true)
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) {}

    mutating func process(_ context: CalculatorContext) throws {
        let tag = context.inputs["IMAGE"].isConnected ? "IMAGE" : "IMAGE_CPU"
        let packet = context.inputs[tag].packet
        if packet.isEmpty { return }
        let output = context.outputs["IMAGE"].isConnected ? "IMAGE" : "IMAGE_CPU"
        try context.outputs[output].send(packet)
        try context.outputs["SOURCE_ON_GPU"].send(false)
    }
}

import LandmarkCore
import LandmarkGraph
import LandmarkImaging

/// Sends the size of images: IMAGE (or IMAGE_CPU) in, SIZE `PixelSize` out.
struct ImagePropertiesCalculator: Calculator {
    private let tag: String

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.input(tag(of: node), 0, .image)
        contract.output("SIZE", 0, .type(PixelSize.self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) { tag = Self.tag(of: node) }

    mutating func process(_ context: CalculatorContext) throws {
        guard let frame = try context.inputs[tag].frame() else { return }
        try context.outputs["SIZE"].send(frame.image.size)
    }

    private static func tag(of node: NodeConfig) -> String {
        node.count(.inputStream, tag: "IMAGE_CPU") > 0 ? "IMAGE_CPU" : "IMAGE"
    }
}

extension PayloadRule {
    /// An image: a `PixelBuffer`, or a `Frame` if rotated.
    static let image = PayloadRule.oneOf([PixelBuffer.self, Frame.self])
}

extension StreamInput {
    /// Returns the image as a frame at the input timestamp; nil if there is no packet.
    func frame() throws -> Frame? {
        guard !isEmpty else { return nil }
        let timestamp = Timestamp(packet.timestamp)
        if packet.holds(Frame.self) {
            let frame = try get(Frame.self)
            return Frame(
                image: frame.image, timestamp: timestamp, orientation: frame.orientation)
        }
        return Frame(image: try get(PixelBuffer.self), timestamp: timestamp)
    }
}

extension Timestamp {
    /// Converts to whole milliseconds, rounding down.
    init(_ timestamp: GraphTimestamp) {
        let (quotient, remainder) = timestamp.rawValue.quotientAndRemainder(dividingBy: 1000)
        self.init(milliseconds: Int(quotient) - (remainder < 0 ? 1 : 0))
    }
}

import LandmarkCore
public import LandmarkGraph
import LandmarkImaging

/// Tells the size of images: IMAGE (or IMAGE_CPU) in, SIZE out, a `PixelSize`.
public struct ImagePropertiesCalculator: Calculator {
    private let tag: String

    /// IMAGE or IMAGE_CPU, and SIZE.
    public static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        contract.input(tag(of: node), 0, .image)
        contract.output("SIZE", 0, .type(PixelSize.self))
        contract.timestampOffset = 0
    }

    /// Makes one.
    public init(_ node: NodeConfig) { tag = Self.tag(of: node) }

    /// Tells the size.
    public mutating func process(_ context: CalculatorContext) throws {
        guard let frame = try context.inputs[tag].frame() else { return }
        try context.outputs["SIZE"].send(frame.image.size)
    }

    private static func tag(of node: NodeConfig) -> String {
        node.count(.inputStream, tag: "IMAGE_CPU") > 0 ? "IMAGE_CPU" : "IMAGE"
    }
}

import LandmarkCore
public import LandmarkGraph
import LandmarkImaging

/// Scales, turns and mirrors images: IMAGE in, IMAGE out, a `PixelBuffer`.
///
/// Options: `mediapipe.ImageTransformationCalculatorOptions` with `output_width` and
/// `output_height`, `rotation_mode` (counterclockwise), `flip_horizontally`, `flip_vertically`,
/// `interpolation_mode`; the side packet ROTATION_DEGREES, an `Int`, goes before the option. Sizes
/// go up to 16384×16384, the most that is read of image files; MediaPipe has no bound. Scale modes
/// are DEFAULT and STRETCH, whose sides may change their proportion; a size goes with no quarter
/// turn. Everything else that MediaPipe's calculator has is refused with an error.
public struct ImageTransformationCalculator: Calculator {
    private var transformation: ImageTransformation
    private var turn: ImageTransformation.Turn

    /// See the type.
    public static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try ImageTransformation(node)
        contract.input("IMAGE", 0, .image)
        contract.sidePacket("ROTATION_DEGREES", 0, .type(Int.self), optional: true)
        contract.output("IMAGE", 0, .type(PixelBuffer.self))
        contract.timestampOffset = 0
    }

    /// Makes one, from the node's options.
    public init(_ node: NodeConfig) throws {
        transformation = try ImageTransformation(node)
        turn = transformation.turn
    }

    /// Reads the side packet.
    public mutating func open(_ context: CalculatorContext) throws {
        guard !context.sidePacket("ROTATION_DEGREES").isEmpty else { return }
        let degrees = try context.sideValue(Int.self, "ROTATION_DEGREES")
        guard let turn = ImageTransformation.Turn(rawValue: degrees) else {
            throw VisionFault.number(
                name: "ROTATION_DEGREES", expected: "0, 90, 180 or 270", got: degrees)
        }
        try transformation.check(turn)
        self.turn = turn
    }

    /// Changes an image.
    public mutating func process(_ context: CalculatorContext) throws {
        guard let frame = try context.inputs["IMAGE"].frame() else { return }
        guard frame.orientation == .up else {
            throw VisionFault.unsupported("a frame that lies \(frame.orientation)")
        }
        try context.outputs["IMAGE"].send(transformation.apply(to: frame.image, turn))
    }
}

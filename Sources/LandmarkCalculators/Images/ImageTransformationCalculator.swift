import LandmarkCore
import LandmarkGraph
import LandmarkImaging

/// Scales, rotates and flips images: IMAGE in, IMAGE `PixelBuffer` out; LETTERBOX_PADDING `[Float]`
/// contains the left, top, right and bottom bars that FIT adds, as fractions of the output.
///
/// Options: `mediapipe.ImageTransformationCalculatorOptions`. FLIP_HORIZONTALLY and FLIP_VERTICALLY
/// `Bool`, and ROTATION_DEGREES `Int`, as side packets or streams, take precedence over the
/// options; a stream's packet applies until the next. OUTPUT_DIMENSIONS `PixelSize` is a stream;
/// images without its packet are dropped. Sizes are limited to 16384×16384, the limit of image
/// files; MediaPipe has no limit. FILL_AND_CROP scales like MediaPipe's calculator on the CPU: it
/// fits the image within the output size, and the output is no larger than that. An output size
/// cannot be combined with a rotation by 90 or 270 degrees.
struct ImageTransformationCalculator: Calculator {
    private var transformation: ImageTransformation

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try ImageTransformation(node)
        contract.input("IMAGE", 0, .image)
        for tag in ["FLIP_HORIZONTALLY", "FLIP_VERTICALLY"] {
            contract.input(tag, 0, .type(Bool.self), optional: true)
            contract.inputSidePacket(tag, 0, .type(Bool.self), optional: true)
        }
        contract.input("ROTATION_DEGREES", 0, .type(Int.self), optional: true)
        contract.inputSidePacket("ROTATION_DEGREES", 0, .type(Int.self), optional: true)
        contract.input("OUTPUT_DIMENSIONS", 0, .type(PixelSize.self), optional: true)
        contract.output("IMAGE", 0, .type(PixelBuffer.self))
        contract.output("LETTERBOX_PADDING", 0, .type([Float].self), optional: true)
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws { transformation = try ImageTransformation(node) }

    mutating func open(_ context: CalculatorContext) throws {
        func side<Value: Sendable>(_ tag: String, _ type: Value.Type) throws -> Value? {
            try context.sidePacket(tag).isEmpty ? nil : context.sideValue(Value.self, tag)
        }
        if let degrees = try side("ROTATION_DEGREES", Int.self) {
            try transformation.rotate(by: degrees)
        }
        if let flips = try side("FLIP_HORIZONTALLY", Bool.self) {
            transformation.flipsHorizontally = flips
        }
        if let flips = try side("FLIP_VERTICALLY", Bool.self) {
            transformation.flipsVertically = flips
        }
    }

    mutating func process(_ context: CalculatorContext) throws {
        let inputs = context.inputs
        if let degrees = try inputs["ROTATION_DEGREES"].value(Int.self) {
            try transformation.rotate(by: degrees)
        }
        if let flips = try inputs["FLIP_HORIZONTALLY"].value(Bool.self) {
            transformation.flipsHorizontally = flips
        }
        if let flips = try inputs["FLIP_VERTICALLY"].value(Bool.self) {
            transformation.flipsVertically = flips
        }
        if inputs["OUTPUT_DIMENSIONS"].isConnected {
            guard let size = try inputs["OUTPUT_DIMENSIONS"].value(PixelSize.self) else { return }
            try transformation.scale(to: size)
        }
        guard let frame = try inputs["IMAGE"].frame() else { return }
        guard frame.orientation == .up else {
            throw VisionCalculatorError.unsupported("a frame with orientation \(frame.orientation)")
        }
        try context.outputs["LETTERBOX_PADDING"].send(transformation.padding(of: frame.image.size))
        try context.outputs["IMAGE"].send(transformation.apply(to: frame.image))
    }
}

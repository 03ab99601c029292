import LandmarkCore
import LandmarkGraph
import LandmarkImageFiles
import LandmarkImaging

/// Scales, rotates and flips images: IMAGE in, IMAGE `PixelBuffer` out.
///
/// Options: `mediapipe.ImageTransformationCalculatorOptions` with `output_width`, `output_height`,
/// `rotation_mode` (counterclockwise), `flip_horizontally`, `flip_vertically` and
/// `interpolation_mode`. The side packet ROTATION_DEGREES, an `Int`, takes precedence over
/// `rotation_mode`. Sizes are limited to 16384×16384, the limit of image files; MediaPipe has no
/// limit. Scale modes are DEFAULT and STRETCH, which do not preserve the aspect ratio; an output
/// size cannot be combined with a rotation by 90 or 270 degrees. Any other feature of MediaPipe's
/// calculator is rejected with an error.
struct ImageTransformationCalculator: Calculator {
    private var transformation: ImageTransformation
    private var rotation: ImageTransformation.Rotation

    static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        _ = try ImageTransformation(node)
        contract.input("IMAGE", 0, .image)
        contract.inputSidePacket("ROTATION_DEGREES", 0, .type(Int.self), optional: true)
        contract.output("IMAGE", 0, .type(PixelBuffer.self))
        contract.timestampOffset = 0
    }

    init(_ node: NodeConfig) throws {
        transformation = try ImageTransformation(node)
        rotation = transformation.rotation
    }

    mutating func open(_ context: CalculatorContext) throws {
        guard !context.sidePacket("ROTATION_DEGREES").isEmpty else { return }
        let degrees = try context.sideValue(Int.self, "ROTATION_DEGREES")
        guard let rotation = ImageTransformation.Rotation(rawValue: degrees) else {
            throw VisionCalculatorError.number(
                name: "ROTATION_DEGREES", expected: "0, 90, 180 or 270", got: degrees)
        }
        try transformation.check(rotation)
        self.rotation = rotation
    }

    mutating func process(_ context: CalculatorContext) throws {
        guard let frame = try context.inputs["IMAGE"].frame() else { return }
        guard frame.orientation == .up else {
            throw VisionCalculatorError.unsupported("a frame with orientation \(frame.orientation)")
        }
        try context.outputs["IMAGE"].send(transformation.apply(to: frame.image, rotation))
    }
}

/// The transformation of an `ImageTransformationCalculator`: scale, then rotate, then flip.
struct ImageTransformation {
    /// A counterclockwise rotation in degrees.
    enum Rotation: Int {
        case none = 0
        case quarter = 90
        case half = 180
        case threeQuarters = 270

        /// Whether width and height are swapped.
        var swapsAxes: Bool { self == .quarter || self == .threeQuarters }

        /// The orientation of a stored image that is upright after this rotation.
        fileprivate var stored: ExifOrientation {
            switch self {
            case .none: .up
            case .quarter: .left
            case .half: .down
            case .threeQuarters: .right
            }
        }
    }

    let rotation: Rotation
    private let size: PixelSize?
    private let isNearest: Bool
    private let flipsHorizontally: Bool
    private let flipsVertically: Bool
    /// Reused while the input size does not change.
    private var resizer: ImageResizer?

    init(_ node: NodeConfig) throws {
        let options = node.options.message("ImageTransformationCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: [
            "output_width", "output_height", "rotation_mode", "flip_vertically",
            "flip_horizontally", "scale_mode", "constant_padding", "padding_color",
            "interpolation_mode",
        ])
        // The size limit of image files.
        let width = try options.int("output_width", in: 0...16_384) ?? 0
        let height = try options.int("output_height", in: 0...16_384) ?? 0
        guard (width == 0) == (height == 0) else {
            throw VisionCalculatorError.unsupported(
                "one of output_width and output_height without the other")
        }
        size = width > 0 ? PixelSize(width: width, height: height) : nil
        let scaling = try options.enumeration(
            "scale_mode", of: ["DEFAULT": 0, "STRETCH": 1, "FIT": 2, "FILL_AND_CROP": 3])
        if let scaling, scaling == "FIT" || scaling == "FILL_AND_CROP" {
            throw VisionCalculatorError.unsupported("scale_mode \(scaling)")
        }
        let mode = try options.enumeration(
            "rotation_mode",
            of: [
                "UNKNOWN": 0, "ROTATION_0": 1, "ROTATION_90": 2, "ROTATION_180": 3,
                "ROTATION_270": 4,
            ])
        rotation =
            mode.flatMap { Int($0.dropFirst("ROTATION_".count)) }.flatMap(Rotation.init) ?? .none
        isNearest =
            try options.enumeration(
                "interpolation_mode", of: ["DEFAULT": 0, "LINEAR": 1, "NEAREST": 2]) == "NEAREST"
        flipsHorizontally = try options.bool("flip_horizontally") ?? false
        flipsVertically = try options.bool("flip_vertically") ?? false
        try check(rotation)
    }

    /// Rejects a rotation that cannot be combined with an output size.
    func check(_ rotation: Rotation) throws {
        if size != nil, rotation.swapsAxes {
            throw VisionCalculatorError.unsupported(
                "a rotation by 90 or 270 degrees with an output size")
        }
    }

    mutating func apply(to image: PixelBuffer, _ rotation: Rotation) throws -> PixelBuffer {
        var image = image
        if let size, size != image.size {
            let known = resizer.flatMap { $0.source == image.size ? $0 : nil }
            let resizer = known ?? ImageResizer(from: image.size, to: size, isNearest: isNearest)
            self.resizer = resizer
            image = try resizer.apply(to: image)
        }
        image = image.upright(from: rotation.stored)
        if flipsHorizontally { image = image.upright(from: .upMirrored) }
        return flipsVertically ? image.upright(from: .downMirrored) : image
    }
}

import LandmarkCore
import LandmarkGraph
import LandmarkImaging

/// What an `ImageTransformationCalculator` does to images: scaled, then turned, then mirrored.
struct ImageTransformation {
    /// How far to turn, counterclockwise.
    enum Turn: Int {
        case none = 0
        case quarter = 90
        case half = 180
        case threeQuarters = 270

        /// Whether columns become rows.
        var swapsAxes: Bool { self == .quarter || self == .threeQuarters }

        /// How an image is stored that is upright after this turn.
        fileprivate var stored: ExifOrientation {
            switch self {
            case .none: .upright
            case .quarter: .turnedRight
            case .half: .turnedHalf
            case .threeQuarters: .turnedLeft
            }
        }
    }

    let turn: Turn
    private let size: PixelSize?
    private let takesNearest: Bool
    private let mirrors: Bool
    private let mirrorsVertically: Bool
    /// Kept while images keep their size.
    private var scaling: ImageScaling?

    init(_ node: NodeConfig) throws {
        let options = node.options.message("ImageTransformationCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: [
            "output_width", "output_height", "rotation_mode", "flip_vertically",
            "flip_horizontally", "scale_mode", "constant_padding", "padding_color",
            "interpolation_mode",
        ])
        // At most as many pixels as images from files have.
        let width = try options.int("output_width", in: 0...16_384) ?? 0
        let height = try options.int("output_height", in: 0...16_384) ?? 0
        guard (width == 0) == (height == 0) else {
            throw VisionFault.unsupported("one of output_width and output_height without the other")
        }
        size = width > 0 ? PixelSize(width: width, height: height) : nil
        let scaling = try options.enumeration(
            "scale_mode", of: ["DEFAULT": 0, "STRETCH": 1, "FIT": 2, "FILL_AND_CROP": 3])
        if let scaling, scaling == "FIT" || scaling == "FILL_AND_CROP" {
            throw VisionFault.unsupported("scale_mode \(scaling)")
        }
        let rotation = try options.enumeration(
            "rotation_mode",
            of: [
                "UNKNOWN": 0, "ROTATION_0": 1, "ROTATION_90": 2, "ROTATION_180": 3,
                "ROTATION_270": 4,
            ])
        turn = rotation.flatMap { Int($0.dropFirst("ROTATION_".count)) }.flatMap(Turn.init) ?? .none
        takesNearest =
            try options.enumeration(
                "interpolation_mode", of: ["DEFAULT": 0, "LINEAR": 1, "NEAREST": 2]) == "NEAREST"
        mirrors = try options.bool("flip_horizontally") ?? false
        mirrorsVertically = try options.bool("flip_vertically") ?? false
        try check(turn)
    }

    /// Refuses a turn that does not go with the size.
    func check(_ turn: Turn) throws {
        if size != nil, turn.swapsAxes {
            throw VisionFault.unsupported("a quarter turn together with an output size")
        }
    }

    mutating func apply(to image: PixelBuffer, _ turn: Turn) throws -> PixelBuffer {
        var image = image
        if let size, size != image.size {
            let known = scaling.flatMap { $0.source == image.size ? $0 : nil }
            let scaling =
                known ?? ImageScaling(from: image.size, to: size, takesNearest: takesNearest)
            self.scaling = scaling
            image = try scaling.apply(to: image)
        }
        image = image.righted(from: turn.stored)
        if mirrors { image = image.righted(from: .mirrored) }
        return mirrorsVertically ? image.righted(from: .mirroredTurnedHalf) : image
    }
}

import LandmarkCore
import LandmarkGraph
import LandmarkImageFiles
import LandmarkImaging

/// The transformation of an `ImageTransformationCalculator`: scale, then rotate, then flip.
struct ImageTransformation {
    /// A counterclockwise rotation in degrees.
    private enum Rotation: Int {
        case none = 0
        case quarter = 90
        case half = 180
        case threeQuarters = 270

        /// Whether width and height are swapped.
        var swapsAxes: Bool { self == .quarter || self == .threeQuarters }

        /// The orientation of a stored image that is upright after this rotation.
        var stored: ExifOrientation {
            switch self {
            case .none: .up
            case .quarter: .left
            case .half: .down
            case .threeQuarters: .right
            }
        }
    }

    /// How an image with another aspect ratio is fitted to the output size.
    private enum Scaling: String {
        /// Scales each axis independently.
        case stretch = "STRETCH"
        /// Scales both axes equally and adds bars.
        case fit = "FIT"
        /// Scales both axes equally, without bars.
        case fill = "FILL_AND_CROP"
    }

    /// The allowed output sides: the size limit of image files.
    private static let sizes = 0...16_384

    /// Whether left and right are exchanged.
    var flipsHorizontally: Bool
    /// Whether top and bottom are exchanged.
    var flipsVertically: Bool
    private var rotation: Rotation
    private var size: PixelSize?
    private let scaling: Scaling
    private let isNearest: Bool
    private let border: ImageBorder
    /// Reused while the sizes do not change.
    private var resizer: ImageResizer?

    /// Reads the options of a node.
    ///
    /// - Throws: `TextFormatError` or `VisionCalculatorError.unsupported`.
    init(_ node: NodeConfig) throws {
        let options = node.options.message("ImageTransformationCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: [
            "output_width", "output_height", "rotation_mode", "flip_vertically",
            "flip_horizontally", "scale_mode", "constant_padding", "padding_color",
            "interpolation_mode",
        ])
        let width = try options.int("output_width", in: Self.sizes) ?? 0
        let height = try options.int("output_height", in: Self.sizes) ?? 0
        guard (width == 0) == (height == 0) else {
            throw VisionCalculatorError.unsupported(
                "one of output_width and output_height without the other")
        }
        size = width > 0 ? PixelSize(width: width, height: height) : nil
        scaling =
            try options.enumeration(
                "scale_mode", of: ["DEFAULT": 0, "STRETCH": 1, "FIT": 2, "FILL_AND_CROP": 3]
            ).flatMap(Scaling.init) ?? .stretch
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
        let isConstant = try options.bool("constant_padding") ?? true
        let color = try options.message("padding_color") ?? TextMessage()
        try color.requireFields(in: ["red", "green", "blue"])
        let channels = try ["red", "green", "blue"].map {
            UInt8(clamping: try color.int($0) ?? 0)
        }
        border = isConstant ? .constant(channels) : .replicate
        try check()
    }

    /// Sets the counterclockwise rotation.
    ///
    /// - Throws: `VisionCalculatorError.number` unless it is 0, 90, 180 or 270; `.unsupported`.
    mutating func rotate(by degrees: Int) throws {
        guard let rotation = Rotation(rawValue: degrees) else {
            throw VisionCalculatorError.number(
                name: "ROTATION_DEGREES", expected: "0, 90, 180 or 270", got: degrees)
        }
        self.rotation = rotation
        try check()
    }

    /// Sets the output size.
    ///
    /// - Throws: `VisionCalculatorError.number` for a size that is too large or not positive.
    mutating func scale(to size: PixelSize) throws {
        for side in [size.width, size.height] where side < 1 || !Self.sizes.contains(side) {
            throw VisionCalculatorError.number(
                name: "OUTPUT_DIMENSIONS", expected: "from 1 to 16384", got: side)
        }
        self.size = size
        try check()
    }

    /// Rejects a rotation that cannot be combined with an output size.
    private func check() throws {
        if size != nil, rotation.swapsAxes {
            throw VisionCalculatorError.unsupported(
                "a rotation by 90 or 270 degrees with an output size")
        }
    }

    /// The left, top, right and bottom bars for an image of a size, as fractions of the output.
    func padding(of input: PixelSize) -> [Float] {
        guard scaling == .fit, let size else { return [0, 0, 0, 0] }
        let inner = Float(input.width) / Float(input.height)
        let outer = Float(size.width) / Float(size.height)
        let across = inner < outer ? (1 - inner / outer) / 2 : 0
        let down = outer < inner ? (1 - outer / inner) / 2 : 0
        return [across, down, across, down]
    }

    /// Returns the transformed image.
    mutating func apply(to image: PixelBuffer) throws -> PixelBuffer {
        var image = image
        if let size { image = try scale(image, to: size) }
        image = image.upright(from: rotation.stored)
        if flipsHorizontally { image = image.upright(from: .upMirrored) }
        return flipsVertically ? image.upright(from: .downMirrored) : image
    }

    private mutating func scale(
        _ image: PixelBuffer, to size: PixelSize
    ) throws -> PixelBuffer {
        if scaling == .stretch {
            let isSmaller = image.width > size.width && image.height > size.height
            return try resize(image, to: size, isSmaller ? .area : .linear)
        }
        let scale = min(
            Float(size.width) / Float(image.width), Float(size.height) / Float(image.height))
        let target = PixelSize(
            width: max(1, Int((Float(image.width) * scale).rounded())),
            height: max(1, Int((Float(image.height) * scale).rounded())))
        let scaled = try resize(image, to: target, scale < 1 ? .area : .linear)
        return scaling == .fit ? try border.extend(scaled, to: size) : scaled
    }

    private mutating func resize(
        _ image: PixelBuffer, to size: PixelSize, _ mode: ImageResizer.Mode
    ) throws -> PixelBuffer {
        if size == image.size { return image }
        let mode = isNearest ? .nearest : mode
        let known = resizer.flatMap { $0.fits(from: image.size, to: size, mode) ? $0 : nil }
        let resizer = known ?? ImageResizer(from: image.size, to: size, mode)
        self.resizer = resizer
        return try resizer.apply(to: image)
    }
}

/// The border around an image that is smaller than the output.
enum ImageBorder {
    /// A color: red, green and blue.
    case constant([UInt8])
    /// The nearest pixel of the image.
    case replicate

    /// Returns an image of a size, not smaller than `image`, with `image` at its center, or half a
    /// pixel to the left or up if it cannot be centered exactly.
    ///
    /// A constant border has the color's red value for a gray image, as in OpenCV, and is
    /// transparent for an image with alpha.
    func extend(_ image: PixelBuffer, to size: PixelSize) throws -> PixelBuffer {
        if image.size == size { return image }
        let step = image.format.bytesPerPixel
        let left = (size.width - image.width) / 2
        let top = (size.height - image.height) / 2
        var bytes = [UInt8](repeating: 0, count: size.width * size.height * step)
        if case .constant(let color) = self, color.contains(where: { $0 > 0 }) {
            let pixel = Self.pixel(color, image.format)
            for index in bytes.indices { bytes[index] = pixel[index % step] }
        }
        image.withUnsafeBytes { source in
            for y in 0..<size.height {
                let row = min(max(y - top, 0), image.height - 1)
                let isInside = (top..<top + image.height).contains(y)
                if case .constant = self, !isInside { continue }
                let from = row * image.bytesPerRow
                let to = y * size.width * step
                for index in 0..<image.width * step {
                    bytes[to + left * step + index] = source[from + index]
                }
                guard case .replicate = self else { continue }
                for x in 0..<left {
                    for channel in 0..<step {
                        bytes[to + x * step + channel] = source[from + channel]
                    }
                }
                let last = from + (image.width - 1) * step
                for x in left + image.width..<size.width {
                    for channel in 0..<step {
                        bytes[to + x * step + channel] = source[last + channel]
                    }
                }
            }
        }
        return try PixelBuffer(
            width: size.width, height: size.height, format: image.format, bytes: bytes)
    }

    /// Returns a color in the layout of a format.
    private static func pixel(_ color: [UInt8], _ format: PixelFormat) -> [UInt8] {
        switch format {
        case .gray8: [color[0]]
        case .rgb24: color
        case .bgra32: color.reversed() + [0]
        case .rgba32: color + [0]
        }
    }
}

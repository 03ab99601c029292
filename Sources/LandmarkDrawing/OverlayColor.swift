/// A color for drawing, with opacity (not premultiplied).
public struct OverlayColor: Sendable, Hashable {
    /// The red component, 0…1.
    public var red: Double
    /// The green component, 0…1.
    public var green: Double
    /// The blue component, 0…1.
    public var blue: Double
    /// The opacity from 0, transparent, to 1, opaque.
    public var opacity: Double

    /// Creates a color from `0xRRGGBB`.
    public init(_ rgb: UInt32, opacity: Double = 1) {
        red = Double(rgb >> 16 & 0xFF) / 255
        green = Double(rgb >> 8 & 0xFF) / 255
        blue = Double(rgb & 0xFF) / 255
        self.opacity = opacity
    }

    /// Returns the color with another opacity.
    public func opacity(_ opacity: Double) -> OverlayColor {
        var color = self
        color.opacity = opacity
        return color
    }

    /// Whether dark text is more legible on the color than light text.
    var isLight: Bool { 0.299 * red + 0.587 * green + 0.114 * blue > 0.55 }
}

extension OverlayColor {
    /// For the left side of a pose and for left hands.
    public static let left = OverlayColor(0xFF9F1C)
    /// For the right side of a pose and for right hands.
    public static let right = OverlayColor(0x2EC4F1)
    /// For parts that are neither left nor right.
    public static let middle = OverlayColor(0xF4F4F4)
    /// For regions of interest.
    public static let region = OverlayColor(0xB8F04A)
    /// For fine meshes, such as a face's.
    public static let mesh = OverlayColor(0xD7DEE6, opacity: 0.55)
    /// For the dark edge that makes lines visible on any background.
    static let shade = OverlayColor(0x0B1016, opacity: 0.7)
    static let lightText = OverlayColor(0xFFFFFF)
    static let darkText = OverlayColor(0x0B1016)

    private static let series = [
        OverlayColor(0x3DDC97), OverlayColor(0xFF5D73), OverlayColor(0x7C9CFF),
        OverlayColor(0xFFD23F), OverlayColor(0xD77CFF), OverlayColor(0x4DE0E0),
    ]

    /// Returns a color that distinguishes several instances of a kind; the six colors repeat.
    public static func instance(_ index: Int) -> OverlayColor {
        series[Int(UInt(bitPattern: index) % UInt(series.count))]
    }
}

/// A color to draw with, not multiplied by its opacity.
public struct OverlayColor: Sendable, Hashable {
    /// Red, 0…1.
    public var red: Double
    /// Green, 0…1.
    public var green: Double
    /// Blue, 0…1.
    public var blue: Double
    /// 0 cannot be seen, 1 hides what lies below.
    public var opacity: Double

    /// Makes a color of `0xRRGGBB`.
    public init(_ rgb: UInt32, opacity: Double = 1) {
        red = Double(rgb >> 16 & 0xFF) / 255
        green = Double(rgb >> 8 & 0xFF) / 255
        blue = Double(rgb & 0xFF) / 255
        self.opacity = opacity
    }

    /// The same color, more or less to be seen through.
    public func opacity(_ opacity: Double) -> OverlayColor {
        var color = self
        color.opacity = opacity
        return color
    }

    /// Whether dark text reads better on it than light text.
    var isLight: Bool { 0.299 * red + 0.587 * green + 0.114 * blue > 0.55 }
}

extension OverlayColor {
    /// The left side of a body, a left hand.
    public static let left = OverlayColor(0xFF9F1C)
    /// The right side of a body, a right hand.
    public static let right = OverlayColor(0x2EC4F1)
    /// What is neither left nor right.
    public static let middle = OverlayColor(0xF4F4F4)
    /// A region of interest.
    public static let region = OverlayColor(0xB8F04A)
    /// Fine nets, such as a face's.
    public static let mesh = OverlayColor(0xD7DEE6, opacity: 0.55)
    /// What lies under a line so that it shows on every background.
    static let shade = OverlayColor(0x0B1016, opacity: 0.7)
    static let lightText = OverlayColor(0xFFFFFF)
    static let darkText = OverlayColor(0x0B1016)

    private static let series = [
        OverlayColor(0x3DDC97), OverlayColor(0xFF5D73), OverlayColor(0x7C9CFF),
        OverlayColor(0xFFD23F), OverlayColor(0xD77CFF), OverlayColor(0x4DE0E0),
    ]

    /// The color of the `index`th of several things of one kind; they repeat after six.
    public static func instance(_ index: Int) -> OverlayColor {
        series[Int(UInt(bitPattern: index) % UInt(series.count))]
    }
}

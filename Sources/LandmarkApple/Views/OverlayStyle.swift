/// Colors and widths of landmarks, in the view's points.
public struct OverlayStyle: Sendable, Hashable {
    /// Red, green and blue, each 0…1.
    public struct Color: Sendable, Hashable {
        /// The amount of red.
        public var red: Double
        /// The amount of green.
        public var green: Double
        /// The amount of blue.
        public var blue: Double

        /// Creates a color.
        public init(red: Double, green: Double, blue: Double) {
            self.red = red
            self.green = green
            self.blue = blue
        }
    }

    /// The person's left side.
    public var left = Color(red: 0.15, green: 0.65, blue: 1)
    /// The person's right side.
    public var right = Color(red: 1, green: 0.6, blue: 0.1)
    /// Parts without a side.
    public var middle = Color(red: 0.9, green: 0.95, blue: 0.95)
    /// The width of lines.
    public var lineWidth = 2.0
    /// The radius of points.
    public var pointRadius = 3.0

    /// Creates the usual style.
    public init() {}

    /// The color of a side.
    public func color(of side: LandmarkSide) -> Color {
        switch side {
        case .left: left
        case .right: right
        case .middle: middle
        }
    }
}

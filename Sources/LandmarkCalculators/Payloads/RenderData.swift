/// A description of what to draw on an image: MediaPipe's `RenderData`.
public struct RenderData: Sendable, Hashable {
    /// The subject, such as `DETECTION`; may be empty.
    public var sceneClass: String
    /// The shapes, in drawing order.
    public var annotations: [RenderAnnotation]

    /// Creates the data.
    public init(sceneClass: String = "", annotations: [RenderAnnotation] = []) {
        self.sceneClass = sceneClass
        self.annotations = annotations
    }
}

/// A shape to draw on an image: MediaPipe's `RenderAnnotation`.
public struct RenderAnnotation: Sendable, Hashable {
    /// The kinds of shapes. Coordinates are fractions of the image's width and height if
    /// `isNormalized` is true, otherwise pixels.
    public enum Shape: Sendable, Hashable {
        /// The outline of a rectangle.
        case rectangle(RenderRectangle)
        /// A filled rectangle.
        case filledRectangle(RenderRectangle)
        /// The outline of the ellipse in a rectangle.
        case oval(RenderRectangle)
        /// The filled ellipse in a rectangle.
        case filledOval(RenderRectangle)
        /// A disc whose radius is the thickness.
        case point(SIMD2<Double>, isNormalized: Bool)
        /// A line.
        case line(from: SIMD2<Double>, to: SIMD2<Double>, isNormalized: Bool)
        /// A line with a color gradient.
        case gradientLine(
            from: SIMD2<Double>, to: SIMD2<Double>, isNormalized: Bool, colors: RenderColor,
            RenderColor)
        /// One line of text.
        case text(RenderText)
    }

    /// The shape.
    public var shape: Shape
    /// The color; it has no effect on a gradient.
    public var color: RenderColor
    /// The width of lines, or the radius of points, in pixels.
    public var thickness: Double
    /// The subject of the shape, such as `KEYPOINT`; may be empty.
    public var sceneTag: String

    /// Creates a shape.
    public init(
        _ shape: Shape, color: RenderColor = RenderColor(), thickness: Double = 1,
        sceneTag: String = ""
    ) {
        self.shape = shape
        self.color = color
        self.thickness = thickness
        self.sceneTag = sceneTag
    }
}

/// A rectangle defined by its edges and rotated about its center.
public struct RenderRectangle: Sendable, Hashable {
    /// The left edge.
    public var left: Double
    /// The top edge.
    public var top: Double
    /// The right edge.
    public var right: Double
    /// The bottom edge.
    public var bottom: Double
    /// The rotation in radians, clockwise on screen.
    public var rotation: Double
    /// Whether the edges are fractions of the image instead of pixels.
    public var isNormalized: Bool
    /// The radius of a disc at the top left corner; nil if there is none.
    public var topLeftThickness: Double?

    /// Creates a rectangle.
    public init(
        left: Double = 0, top: Double = 0, right: Double = 0, bottom: Double = 0,
        rotation: Double = 0, isNormalized: Bool = false, topLeftThickness: Double? = nil
    ) {
        self.left = left
        self.top = top
        self.right = right
        self.bottom = bottom
        self.rotation = rotation
        self.isNormalized = isNormalized
        self.topLeftThickness = topLeftThickness
    }
}

/// A line of text.
public struct RenderText: Sendable, Hashable {
    /// An outline around the characters.
    public struct Outline: Sendable, Hashable {
        /// The width in pixels.
        public var thickness: Double
        /// The color.
        public var color: RenderColor

        /// Creates an outline.
        public init(thickness: Double = 0, color: RenderColor = RenderColor()) {
            self.thickness = thickness
            self.color = color
        }
    }

    /// The text.
    public var text: String
    /// The left end of the baseline.
    public var left: Double
    /// The height of the baseline in the image.
    public var baseline: Double
    /// The height of the font.
    public var fontHeight: Double
    /// The number of the OpenCV font; `AnnotationOverlayCalculator` always uses the same font.
    public var fontFace: Int
    /// The outline around the characters, which `AnnotationOverlayCalculator` does not draw; a
    /// thickness of 0 means none.
    public var outline: Outline
    /// Whether `left` is the middle of the text; `AnnotationOverlayCalculator` treats it as the
    /// left end.
    public var isCenteredHorizontally: Bool
    /// Whether `baseline` is the middle of the text; `AnnotationOverlayCalculator` treats it as the
    /// baseline.
    public var isCenteredVertically: Bool
    /// Whether the numbers are fractions of the image instead of pixels.
    public var isNormalized: Bool

    /// Creates a line of text.
    public init(
        _ text: String, left: Double, baseline: Double, fontHeight: Double = 8, fontFace: Int = 0,
        outline: Outline = Outline(), isCenteredHorizontally: Bool = false,
        isCenteredVertically: Bool = false, isNormalized: Bool = false
    ) {
        self.text = text
        self.left = left
        self.baseline = baseline
        self.fontHeight = fontHeight
        self.fontFace = fontFace
        self.outline = outline
        self.isCenteredHorizontally = isCenteredHorizontally
        self.isCenteredVertically = isCenteredVertically
        self.isNormalized = isNormalized
    }
}

/// A color with 8 bits per component; black by default.
public struct RenderColor: Sendable, Hashable {
    /// Red, 0…255.
    public var red: Int
    /// Green, 0…255.
    public var green: Int
    /// Blue, 0…255.
    public var blue: Int

    /// Creates a color.
    public init(red: Int = 0, green: Int = 0, blue: Int = 0) {
        self.red = red
        self.green = green
        self.blue = blue
    }
}

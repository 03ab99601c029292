public import LandmarkCore

/// The size of a view, in the view's own units (points, CSS pixels or image pixels).
public struct ViewSize: Sendable, Hashable {
    /// The width; positive.
    public var width: Double
    /// The height; positive.
    public var height: Double

    /// Creates a size of `width` by `height`.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}

/// An upright rectangle in a view, in the view's units from its top left corner.
public struct ViewRectangle: Sendable, Hashable {
    /// The left edge.
    public var x: Double
    /// The top edge.
    public var y: Double
    /// The width.
    public var width: Double
    /// The height.
    public var height: Double

    /// Creates a rectangle from its top left corner and size.
    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

/// Maps between an image and a view that shows it upright, perhaps mirrored.
///
/// Landmarks are normalized to the image as it is stored: fractions (0…1) of its width and height
/// from its top left corner. A view shows the image rotated upright, then mirrored if requested,
/// then scaled with its aspect ratio kept and centered, and its y axis points down. Points are
/// `SIMD2<Double>`, so a view only needs `CGPoint(x: point.x, y: point.y)`.
///
/// Mirroring is for drawing only: landmarks keep the person's own left and right.
public struct ViewTransform: Sendable, Hashable {
    /// How the image is scaled to the view.
    public enum Scaling: String, Sendable, Hashable, Codable, CaseIterable {
        /// The whole image is visible; the view may have bars at two sides.
        case fit
        /// The image covers the whole view; parts of the image may lie outside.
        case fill
    }

    /// The size of the stored image in pixels.
    public let imageSize: PixelSize
    /// Where the top of the scene is in the stored image.
    public let orientation: Orientation
    /// Whether the view shows the upright image mirrored horizontally, like a mirror.
    public let isMirrored: Bool
    /// The size of the view.
    public let viewSize: ViewSize
    /// How the image is scaled to the view.
    public let scaling: Scaling

    /// The view's units per pixel of the image.
    public let scale: Double
    /// Where the stored image's top left corner is in the view.
    public let origin: SIMD2<Double>
    /// The vector in the view from the stored image's top left to its top right corner.
    public let xAxis: SIMD2<Double>
    /// The vector in the view from the stored image's top left to its bottom left corner.
    public let yAxis: SIMD2<Double>

    /// Creates the transform of an image to a view.
    ///
    /// - Parameters:
    ///   - imageSize: The size of the stored image in pixels.
    ///   - orientation: Where the top of the scene is in the stored image.
    ///   - isMirrored: Whether the view mirrors the upright image horizontally.
    ///   - viewSize: The size of the view.
    ///   - scaling: How the image is scaled to the view.
    /// - Throws: `ViewTransformError.invalidImageSize` or `.invalidViewSize` unless both sizes are
    ///   positive and finite; `.scaleOutOfRange` when their ratio overflows or vanishes.
    public init(
        imageSize: PixelSize, orientation: Orientation = .up, isMirrored: Bool = false,
        viewSize: ViewSize, scaling: Scaling = .fit
    ) throws(ViewTransformError) {
        guard imageSize.width > 0, imageSize.height > 0 else { throw .invalidImageSize(imageSize) }
        guard viewSize.width > 0, viewSize.height > 0, viewSize.width.isFinite,
            viewSize.height.isFinite
        else { throw .invalidViewSize(viewSize) }

        let rotation = UprightRotation(orientation, isMirrored: false)
        let upright = SIMD2(rotation.size(imageSize))
        let view = SIMD2(viewSize.width, viewSize.height)
        let ratios = view / upright
        let scale = scaling == .fit ? ratios.min() : ratios.max()
        let shown = scale * upright
        guard scale.isNormal, shown.x.isNormal, shown.y.isNormal, (shown.x * shown.y).isNormal
        else { throw .scaleOutOfRange(image: imageSize, view: viewSize) }

        /// Where a corner of the stored image is in the view.
        func corner(_ x: Float, _ y: Float) -> SIMD2<Double> {
            var point = rotation.point(x, y)
            if isMirrored { point.x = 1 - point.x }
            return (view - shown) / 2 + shown * point
        }
        let origin = corner(0, 0)
        self.imageSize = imageSize
        self.orientation = orientation
        self.isMirrored = isMirrored
        self.viewSize = viewSize
        self.scaling = scaling
        self.scale = scale
        self.origin = origin
        xAxis = corner(1, 0) - origin
        yAxis = corner(0, 1) - origin
    }

    /// Where a point of the image is in the view.
    ///
    /// - Parameter point: Fractions of the stored image's width and height; may lie outside 0…1. A
    ///   coordinate that is not finite gives a point that is not finite.
    public func viewPoint(for point: SIMD2<Double>) -> SIMD2<Double> {
        origin + point.x * xAxis + point.y * yAxis
    }

    /// Where a landmark of a task's result is in the view.
    public func viewPoint(for landmark: Landmark) -> SIMD2<Double> {
        viewPoint(for: SIMD2(Double(landmark.x), Double(landmark.y)))
    }

    /// Where a point in pixels of the upright image, as in `MotionFrame.image`, is in the view.
    public func viewPoint(forUprightPixel pixel: SIMD2<Double>) -> SIMD2<Double> {
        let corner = imageRectangle
        let offset = pixel * scale
        return SIMD2(
            isMirrored ? corner.x + corner.width - offset.x : corner.x + offset.x,
            corner.y + offset.y)
    }

    /// The point of the image that is shown at a point of the view; the inverse of `viewPoint(for:)`.
    ///
    /// - Returns: Fractions of the stored image's width and height; outside 0…1 where the view does
    ///   not show the image.
    public func imagePoint(for viewPoint: SIMD2<Double>) -> SIMD2<Double> {
        let offset = viewPoint - origin
        // One of the products is zero: the axes are parallel to the view's.
        let determinant = xAxis.x * yAxis.y - xAxis.y * yAxis.x
        return SIMD2(
            (offset.x * yAxis.y - offset.y * yAxis.x) / determinant,
            (offset.y * xAxis.x - offset.x * xAxis.y) / determinant)
    }

    /// The rectangle of the view that the whole image covers; larger than the view where it is
    /// cropped.
    public var imageRectangle: ViewRectangle {
        let opposite = origin + xAxis + yAxis
        let corner = pointwiseMin(origin, opposite)
        let size = pointwiseMax(origin, opposite) - corner
        return ViewRectangle(x: corner.x, y: corner.y, width: size.x, height: size.y)
    }
}

extension SIMD2<Double> {
    /// The width and height of a size.
    init(_ size: PixelSize) { self.init(Double(size.width), Double(size.height)) }
}

/// Why no transform exists between an image and a view.
public enum ViewTransformError: LandmarkError, Hashable {
    /// An image without pixels.
    case invalidImageSize(PixelSize)
    /// A view without an area, or of a size that is not finite, as during a layout.
    case invalidViewSize(ViewSize)
    /// The sizes differ so much that their ratio overflows or vanishes.
    case scaleOutOfRange(image: PixelSize, view: ViewSize)

    /// One sentence with the sizes involved.
    public var description: String {
        switch self {
        case .invalidImageSize(let size):
            "an image of \(size) pixels cannot be shown"
        case .invalidViewSize(let size):
            "a view of size \(size.width)×\(size.height) cannot show an image"
        case .scaleOutOfRange(let image, let view):
            "an image of \(image) pixels cannot be scaled to a view of size"
                + " \(view.width)×\(view.height)"
        }
    }
}

public import LandmarkCore
public import LandmarkMotion

/// The properties of a frame that a view needs to draw landmarks over it.
public struct FrameGeometry: Sendable, Hashable {
    /// The size of the stored image, which normalized landmarks refer to.
    public var imageSize: PixelSize
    /// The side of the stored image at which the top of the scene is, as the preview shows it.
    public var orientation: Orientation
    /// Whether the preview shows the image mirrored.
    public var isMirrored: Bool

    /// Creates a geometry.
    public init(imageSize: PixelSize, orientation: Orientation = .up, isMirrored: Bool = false) {
        self.imageSize = imageSize
        self.orientation = orientation
        self.isMirrored = isMirrored
    }

    /// The transform to a view that shows the frame.
    ///
    /// - Throws: `ViewTransformError` for a size without an area, as during a layout.
    public func transform(
        to viewSize: ViewSize, scaling: ViewTransform.Scaling
    ) throws(ViewTransformError) -> ViewTransform {
        try ViewTransform(
            imageSize: imageSize, orientation: orientation, isMirrored: isMirrored,
            viewSize: viewSize, scaling: scaling)
    }
}

extension Orientation {
    /// The orientation of an image that must be rotated clockwise by `degrees` to be upright;
    /// the angle is rounded to a quarter turn.
    public init(uprightRotation degrees: Double) {
        guard degrees.isFinite else {
            self = .up
            return
        }
        let quarters = Int((degrees.truncatingRemainder(dividingBy: 360) / 90).rounded())
        self =
            switch (quarters + 4) % 4 {
            case 1: .right
            case 2: .down
            case 3: .left
            default: .up
            }
    }

    /// The clockwise rotation in degrees that makes the image upright.
    public var uprightRotation: Double {
        switch self {
        case .up: 0
        case .right: 90
        case .down: 180
        case .left: 270
        }
    }
}

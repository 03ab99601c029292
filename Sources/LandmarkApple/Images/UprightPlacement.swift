package import LandmarkCore

/// The transformation that makes a stored image upright, for EXIF's eight orientations: mirroring, then
/// rotation.
package struct ImageTurn: Sendable, Hashable {
    /// The rotation.
    package var orientation: Orientation
    /// Whether the stored image is first mirrored horizontally.
    package var isMirrored: Bool

    package init(_ orientation: Orientation, isMirrored: Bool = false) {
        self.orientation = orientation
        self.isMirrored = isMirrored
    }
}

/// Where a stored image must be drawn to be upright, in a context whose y axis points up, as in Core
/// Graphics.
package struct UprightPlacement: Sendable, Hashable {
    /// The matrix of (x, y) ↦ (a·x + c·y + x₀, b·x + d·y + y₀).
    package struct Transform: Sendable, Hashable {
        package var a, b, c, d, x, y: Double
    }

    /// The size of the upright image.
    package var size: PixelSize
    /// From the stored image to the upright one, both with the origin at the bottom left.
    package var transform: Transform

    package init(_ turn: ImageTurn, width: Int, height: Int) {
        let (w, h) = (Double(width), Double(height))
        switch turn.orientation {
        case .up:
            size = PixelSize(width: width, height: height)
            transform = Transform(a: 1, b: 0, c: 0, d: 1, x: 0, y: 0)
        case .down:
            size = PixelSize(width: width, height: height)
            transform = Transform(a: -1, b: 0, c: 0, d: -1, x: w, y: h)
        case .right:
            // Clockwise: the left edge becomes the top.
            size = PixelSize(width: height, height: width)
            transform = Transform(a: 0, b: -1, c: 1, d: 0, x: 0, y: w)
        case .left:
            size = PixelSize(width: height, height: width)
            transform = Transform(a: 0, b: 1, c: -1, d: 0, x: h, y: 0)
        }
        if turn.isMirrored {
            transform.x += transform.a * w
            transform.y += transform.b * w
            transform.a = -transform.a
            transform.b = -transform.b
        }
    }
}

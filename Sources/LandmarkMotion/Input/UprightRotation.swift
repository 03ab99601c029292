package import LandmarkCore

/// Rotates landmarks of an image so that the scene is upright.
struct UprightRotation {
    /// The orientation of the image that the landmarks were detected in.
    private let orientation: Orientation
    private let isMirrored: Bool

    /// - Parameters:
    ///   - orientation: Where the top of the scene is in the image as stored.
    ///   - isMirrored: Whether detection ran on the mirror image and the results were mapped back,
    ///     so that they must be mirrored again.
    init(_ orientation: Orientation, isMirrored: Bool) {
        self.isMirrored = isMirrored
        self.orientation =
            switch orientation {
            case .left where isMirrored: .right
            case .right where isMirrored: .left
            default: orientation
            }
    }

    /// The size of the upright image.
    func size(_ size: PixelSize) -> PixelSize {
        switch orientation {
        case .up, .down: size
        case .left, .right: PixelSize(width: size.height, height: size.width)
        }
    }

    /// A point in fractions of the upright image's width and height.
    func point(_ x: Float, _ y: Float) -> SIMD2<Double> {
        let (x, y) = (Double(isMirrored ? 1 - x : x), Double(y))
        return switch orientation {
        case .up: SIMD2(x, y)
        case .right: SIMD2(1 - y, x)
        case .down: SIMD2(1 - x, 1 - y)
        case .left: SIMD2(y, 1 - x)
        }
    }

    /// A vector in x right, y down, z away from the camera.
    func vector(_ x: Float, _ y: Float, _ z: Float) -> SIMD3<Double> {
        let (x, y, z) = (Double(isMirrored ? -x : x), Double(y), Double(z))
        return switch orientation {
        case .up: SIMD3(x, y, z)
        case .right: SIMD3(-y, x, z)
        case .down: SIMD3(-x, -y, z)
        case .left: SIMD3(y, -x, z)
        }
    }

    /// A direction given with y up and z toward the camera, as in face matrices.
    func direction(_ column: SIMD4<Float>) -> SIMD3<Double> {
        vector(column.x, -column.y, -column.z)
    }
}

extension Orientation {
    /// The place in the upright image, in fractions of its width and height, of a place in the stored image.
    package func upright(_ place: SIMD2<Float>, isMirrored: Bool) -> SIMD2<Double> {
        UprightRotation(self, isMirrored: isMirrored).point(place.x, place.y)
    }
}

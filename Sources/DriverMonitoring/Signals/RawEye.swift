import LandmarkTasks

/// What is seen of one eye, before it is compared with the driver's own.
struct RawEye {
    /// Eyes of fewer pixels from corner to corner cannot be read.
    private static let narrowest = 4.0

    /// The coefficient of a closed eye, 0…1; nil without blendshapes.
    let blink: Double?
    let aspectRatio: Double
    /// The distance of the corners in pixels.
    let width: Double

    /// Nil for an eye that is too small, out of the image or no number.
    init?(_ six: SixPoints, _ points: FacePoints, blink: Double?) {
        guard points.isInside(six.corners.0), points.isInside(six.corners.1),
            let aspectRatio = six.aspectRatio(points)
        else { return nil }
        width = six.width(points)
        guard width >= Self.narrowest else { return nil }
        self.aspectRatio = aspectRatio
        self.blink = blink
    }
}

/// Six points around an eye or a mouth: the corners, and two pairs of edges one above the other.
struct SixPoints {
    let corners: (Int, Int)
    let pairs: (first: (Int, Int), second: (Int, Int))

    /// The eye that stands at the left of an unmirrored image: the driver's right.
    static let rightEye = SixPoints(corners: (33, 133), pairs: ((160, 144), (158, 153)))
    /// The driver's left eye in an unmirrored image.
    static let leftEye = SixPoints(corners: (362, 263), pairs: ((385, 380), (387, 373)))
    /// The inner edges of the lips.
    static let mouth = SixPoints(corners: (78, 308), pairs: ((81, 178), (311, 402)))

    /// The mean height over the width, in pixels; nil when the corners fall together.
    func aspectRatio(_ points: FacePoints) -> Double? {
        let heights =
            points.distance(pairs.first.0, pairs.first.1)
            + points.distance(pairs.second.0, pairs.second.1)
        let ratio = heights / (2 * width(points))
        return ratio.isFinite ? ratio : nil
    }

    /// The distance of the corners in pixels.
    func width(_ points: FacePoints) -> Double { points.distance(corners.0, corners.1) }
}

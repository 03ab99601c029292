import LandmarkCore

/// A perspective map between planes: a 3×3 matrix, row after row.
///
/// The arithmetic, and its order, is OpenCV's, because sampling rounds positions to 1/32 pixel
/// and a result that is as good but not the same rounds the other way at ties. None of it takes
/// memory, as it runs for every region of every frame.
struct Homography {
    typealias Point = SIMD2<Float>
    typealias Corners = (Point, Point, Point, Point)

    let m0, m1, m2, m3, m4, m5, m6, m7, m8: Double

    /// The map from an output of `width` by `height` pixels to the region's pixels, or nil where
    /// the region is too thin, too large or not a number.
    static func toRegion(_ region: PixelRect, width: Int, height: Int) -> Homography? {
        let (right, bottom) = (Float(width), Float(height))
        let output = (
            Point(0, bottom), Point(0, 0), Point(right, 0), Point(right, bottom)
        )
        let toOutput = Homography(mapping: corners(of: region), to: output)
        guard let inverse = toOutput?.inverse, inverse.isFinite else { return nil }
        return inverse
    }

    /// The corners as `cv::RotatedRect` orders them: bottom left, top left, top right, bottom right.
    static func corners(of region: PixelRect) -> Corners {
        let degrees = Float(Double(region.rotation * 180) / .pi)
        let radians = Double(degrees) * .pi / 180
        let b = Float(FloatMath.cos(radians)) * 0.5
        let a = Float(FloatMath.sin(radians)) * 0.5
        let (cx, cy) = (region.xCenter, region.yCenter)
        let (w, h) = (region.width, region.height)
        let p0 = Point(cx - a * h - b * w, cy + b * h - a * w)
        let p1 = Point(cx + a * h - b * w, cy - b * h - a * w)
        let p2 = Point(2 * cx - p0.x, 2 * cy - p0.y)
        let p3 = Point(2 * cx - p1.x, 2 * cy - p1.y)
        return (p0, p1, p2, p3)
    }

    /// The map that takes four points to four others: `cv::getPerspectiveTransform`.
    init?(mapping from: Corners, to: Corners) {
        let solution = withUnsafeTemporaryAllocation(
            of: Double.self, capacity: LinearSystem.count
        ) { storage -> Homography? in
            storage.initialize(repeating: 0)
            let system = LinearSystem(storage)
            system.setRows(0, from: from.0, to: to.0)
            system.setRows(1, from: from.1, to: to.1)
            system.setRows(2, from: from.2, to: to.2)
            system.setRows(3, from: from.3, to: to.3)
            guard system.solve() else { return nil }
            return Homography(
                system[0], system[1], system[2], system[3], system[4], system[5], system[6],
                system[7], 1)
        }
        guard let solution else { return nil }
        self = solution
    }

    private init(
        _ m0: Double, _ m1: Double, _ m2: Double, _ m3: Double, _ m4: Double, _ m5: Double,
        _ m6: Double, _ m7: Double, _ m8: Double
    ) {
        (self.m0, self.m1, self.m2) = (m0, m1, m2)
        (self.m3, self.m4, self.m5) = (m3, m4, m5)
        (self.m6, self.m7, self.m8) = (m6, m7, m8)
    }

    /// The inverse by cofactors: `cv::invert` for 3×3 doubles.
    private var inverse: Homography? {
        let upper = m0 * (m4 * m8 - m5 * m7) - m1 * (m3 * m8 - m5 * m6)
        let determinant = upper + m2 * (m3 * m7 - m4 * m6)
        guard determinant != 0 else { return nil }
        let d = 1 / determinant
        return Homography(
            (m4 * m8 - m5 * m7) * d, (m2 * m7 - m1 * m8) * d, (m1 * m5 - m2 * m4) * d,
            (m5 * m6 - m3 * m8) * d, (m0 * m8 - m2 * m6) * d, (m2 * m3 - m0 * m5) * d,
            (m3 * m7 - m4 * m6) * d, (m1 * m6 - m0 * m7) * d, (m0 * m4 - m1 * m3) * d)
    }

    private var isFinite: Bool {
        // Zero times anything but a finite number is not a number.
        let sum = 0 * m0 + 0 * m1 + 0 * m2 + 0 * m3 + 0 * m4 + 0 * m5 + 0 * m6 + 0 * m7 + 0 * m8
        return sum == 0
    }
}

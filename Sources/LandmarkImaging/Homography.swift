import LandmarkCore

/// A perspective map between planes: a row-major 3×3 matrix.
///
/// The arithmetic, and its order, is OpenCV's, because sampling rounds positions to 1/32 pixel
/// and a result that is as good but not the same rounds the other way at ties.
struct Homography {
    private(set) var matrix: [Double]

    /// The map from an output of `width` by `height` pixels to the region's pixels, or nil where
    /// the region is too thin, too large or not a number.
    static func toRegion(_ region: PixelRect, width: Int, height: Int) -> Homography? {
        let (right, bottom) = (Float(width), Float(height))
        let output: [(x: Float, y: Float)] = [(0, bottom), (0, 0), (right, 0), (right, bottom)]
        let toOutput = Homography(mapping: corners(of: region), to: output)
        guard let inverse = toOutput?.inverse, inverse.matrix.allSatisfy(\.isFinite) else {
            return nil
        }
        return inverse
    }

    /// The corners as `cv::RotatedRect` orders them: bottom left, top left, top right, bottom right.
    static func corners(of region: PixelRect) -> [(x: Float, y: Float)] {
        let degrees = Float(Double(region.rotation * 180) / .pi)
        let radians = Double(degrees) * .pi / 180
        let b = Float(FloatMath.cos(radians)) * 0.5
        let a = Float(FloatMath.sin(radians)) * 0.5
        let (cx, cy) = (region.xCenter, region.yCenter)
        let (w, h) = (region.width, region.height)
        let p0 = (x: cx - a * h - b * w, y: cy + b * h - a * w)
        let p1 = (x: cx + a * h - b * w, y: cy - b * h - a * w)
        let p2 = (x: 2 * cx - p0.x, y: 2 * cy - p0.y)
        let p3 = (x: 2 * cx - p1.x, y: 2 * cy - p1.y)
        return [p0, p1, p2, p3]
    }

    /// The map that takes four points to four others: `cv::getPerspectiveTransform`.
    init?(mapping source: [(x: Float, y: Float)], to target: [(x: Float, y: Float)]) {
        var rows = [[Double]](repeating: [Double](repeating: 0, count: 9), count: 8)
        for (i, (from, to)) in zip(source, target).enumerated() {
            let (x, y) = (Double(from.x), Double(from.y))
            // The products are rounded to single precision, as OpenCV's are.
            rows[i] = [
                x, y, 1, 0, 0, 0, Double(-from.x * to.x), Double(-from.y * to.x), Double(to.x),
            ]
            rows[i + 4] = [
                0, 0, 0, x, y, 1, Double(-from.x * to.y), Double(-from.y * to.y), Double(to.y),
            ]
        }
        guard let solution = Self.solve(&rows) else { return nil }
        matrix = solution + [1]
    }

    private init(matrix: [Double]) { self.matrix = matrix }

    /// Gaussian elimination with partial pivoting of rows that end in their right-hand side.
    private static func solve(_ a: inout [[Double]]) -> [Double]? {
        let count = a.count
        for i in 0..<count {
            var pivot = i
            for j in i + 1..<count where abs(a[j][i]) > abs(a[pivot][i]) { pivot = j }
            // The negation also catches what is not a number.
            guard !(abs(a[pivot][i]) < .ulpOfOne * 100), a[pivot][i].isFinite else { return nil }
            a.swapAt(i, pivot)
            let factor = -1 / a[i][i]
            for j in i + 1..<count {
                let alpha = a[j][i] * factor
                for k in i + 1...count { a[j][k] += alpha * a[i][k] }
            }
        }
        var solution = [Double](repeating: 0, count: count)
        for i in (0..<count).reversed() {
            var sum = a[i][count]
            for k in i + 1..<count { sum -= a[i][k] * solution[k] }
            solution[i] = sum / a[i][i]
        }
        return solution
    }

    /// The inverse by cofactors: `cv::invert` for 3×3 doubles.
    private var inverse: Homography? {
        let m = matrix
        let upper = m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6])
        let determinant = upper + m[2] * (m[3] * m[7] - m[4] * m[6])
        guard determinant != 0 else { return nil }
        let d = 1 / determinant
        return Homography(matrix: [
            (m[4] * m[8] - m[5] * m[7]) * d,
            (m[2] * m[7] - m[1] * m[8]) * d,
            (m[1] * m[5] - m[2] * m[4]) * d,
            (m[5] * m[6] - m[3] * m[8]) * d,
            (m[0] * m[8] - m[2] * m[6]) * d,
            (m[2] * m[3] - m[0] * m[5]) * d,
            (m[3] * m[7] - m[4] * m[6]) * d,
            (m[1] * m[6] - m[0] * m[7]) * d,
            (m[0] * m[4] - m[1] * m[3]) * d,
        ])
    }
}

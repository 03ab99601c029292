package import LandmarkImageFiles

/// The transformation that a file declares for displaying its images.
package enum DisplayMatrix {
    /// Returns the equivalent EXIF orientation; nil for a rotation that is not a multiple of 90°.
    ///
    /// The matrix maps (x, y), with y pointing down, to (a·x + c·y, b·x + d·y). Its elements are
    /// stored in the order a b u c d v.
    package static func orientation(_ matrix: UnsafePointer<Int32>) -> ExifOrientation? {
        orientation(
            a: Double(matrix[0]), b: Double(matrix[1]), c: Double(matrix[3]), d: Double(matrix[4]))
    }

    /// Returns the EXIF orientation of a matrix with these elements; the others do not matter.
    static func orientation(a: Double, b: Double, c: Double, d: Double) -> ExifOrientation? {
        // Ignore scaling, and tolerate rounding errors in elements that should be zero.
        let numbers = [a, b, c, d]
        let largest = numbers.map(abs).max() ?? 0
        guard largest > 0 else { return .up }
        let signs = numbers.map { Int(($0 / largest).rounded()) }
        let small = zip(numbers, signs).allSatisfy { abs($0 / largest - Double($1)) < 0.01 }
        guard small else { return nil }
        return switch (signs[0], signs[1], signs[2], signs[3]) {
        case (1, 0, 0, 1): .up
        case (-1, 0, 0, 1): .upMirrored
        case (-1, 0, 0, -1): .down
        case (1, 0, 0, -1): .downMirrored
        case (0, 1, 1, 0): .leftMirrored
        case (0, 1, -1, 0): .right
        case (0, -1, -1, 0): .rightMirrored
        case (0, -1, 1, 0): .left
        default: nil
        }
    }
}

extension ExifOrientation {
    /// The clockwise rotation that makes the stored image upright, ignoring mirroring, in degrees.
    var degrees: Int {
        switch self {
        case .up, .upMirrored: 0
        case .right, .leftMirrored: 90
        case .down, .downMirrored: 180
        case .left, .rightMirrored: 270
        }
    }
}

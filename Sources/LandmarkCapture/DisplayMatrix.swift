import CFFmpeg
package import LandmarkImaging

/// How a file says that its images are to be turned before they are shown.
package enum DisplayMatrix {
    /// The turn as images' files name it; nil for one that is no multiple of a quarter.
    ///
    /// The matrix takes (x, y), y downwards, to (a·x + c·y, b·x + d·y); its numbers stand in the
    /// order a b u c d v.
    package static func orientation(_ matrix: UnsafePointer<Int32>) -> ExifOrientation? {
        // Scaling does not matter, and rounding leaves a little where zero is meant.
        let numbers = [matrix[0], matrix[1], matrix[3], matrix[4]].map(Double.init)
        let largest = numbers.map(abs).max() ?? 0
        guard largest > 0 else { return .upright }
        let signs = numbers.map { Int(($0 / largest).rounded()) }
        let small = zip(numbers, signs).allSatisfy { abs($0 / largest - Double($1)) < 0.01 }
        guard small else { return nil }
        return switch (signs[0], signs[1], signs[2], signs[3]) {
        case (1, 0, 0, 1): .upright
        case (-1, 0, 0, 1): .mirrored
        case (-1, 0, 0, -1): .turnedHalf
        case (1, 0, 0, -1): .mirroredTurnedHalf
        case (0, 1, 1, 0): .transposed
        case (0, 1, -1, 0): .turnedLeft
        case (0, -1, -1, 0): .transposedTurnedHalf
        case (0, -1, 1, 0): .turnedRight
        default: nil
        }
    }
}

extension ExifOrientation {
    /// By how many degrees clockwise the stored image is turned to be seen, mirrors aside.
    var degrees: Int {
        switch self {
        case .upright, .mirrored: 0
        case .turnedLeft, .transposed: 90
        case .turnedHalf, .mirroredTurnedHalf: 180
        case .turnedRight, .transposedTurnedHalf: 270
        }
    }
}

import CLandmarkKernels
import Foundation
import Testing

/// The operators of the face mesh with attention, against their definitions in double precision.
struct LandmarkTransformTests {
    /// Returns a matrix, row by row.
    private func matrix(
        _ landmarks: [Float], subset: [Int32], left: Int32, right: Int32
    ) -> [Float] {
        let landmarks = GuardedFloats(landmarks)
        let indices = Guarded(subset)
        let matrix = GuardedFloats(count: 16)
        var arguments = lk_landmark_transform(
            landmarks: landmarks.base, matrix: matrix.base, subset: indices.base,
            subset_count: Int32(subset.count), left: left, right: right, scale_x: 1.5 / 16,
            scale_y: 1.5 / 8, center_x: 8, center_y: 4)
        KernelSet.scalar.table.pointee.landmark_transform(&arguments, 0, 1)
        return matrix.values
    }

    @Test("a crop surrounds its landmarks, upright on the line between two of them")
    func crop() {
        let angle = 0.3
        // Landmarks of a box of 20×10 around (50, 40) that is turned by the angle.
        func turned(_ x: Double, _ y: Double) -> [Float] {
            [
                Float(50 + cos(angle) * x - sin(angle) * y),
                Float(40 + sin(angle) * x + cos(angle) * y), 7,
            ]
        }
        let landmarks =
            turned(-10, 0) + turned(10, 0) + turned(3, -5) + turned(-2, 5)
            + turned(90, 90)
        let matrix = matrix(landmarks, subset: [0, 1, 2, 3], left: 0, right: 1)
        // The crop's corners are those of a box that is 1.5 times as large.
        for (column, row, x, y) in [(0, 0, -15, -7.5), (16, 0, 15, -7.5), (16, 8, 15, 7.5)] {
            let expected = turned(Double(x), y)
            let (i, j) = (Float(column), Float(row))
            #expect(abs(matrix[0] * i + matrix[1] * j + matrix[3] - expected[0]) < 1e-4)
            #expect(abs(matrix[4] * i + matrix[5] * j + matrix[7] - expected[1]) < 1e-4)
        }
        #expect(Array(matrix[8...]) == [0, 0, 1, 0, 0, 0, 0, 1])
    }

    @Test("landmarks in one place give an empty crop that is not turned")
    func degenerate() {
        let matrix = matrix([5, 6, 0, 5, 6, 0], subset: [0, 1], left: 0, right: 1)
        #expect(matrix.prefix(8) == [0, 0, 0, 5, 0, 0, 0, 6])
    }

    /// Warps an image of 3×2 pixels and one channel, 0…5, to `columns` cells.
    private func warp(_ matrix: [Float], columns: Int) -> [Float] {
        let image = GuardedFloats([0, 1, 2, 3, 4, 5])
        let matrix = GuardedFloats(matrix)
        let output = GuardedFloats(count: columns)
        var arguments = lk_row_major_warp(
            input: image.base, matrix: matrix.base, output: output.base, height: 2, width: 3,
            channels: 1, output_width: Int32(columns))
        KernelSet.scalar.table.pointee.row_major_warp(&arguments, 0, 1)
        return output.values
    }

    @Test("a warp samples at the centers of cells, and is zero outside the centers of pixels")
    func sampling() {
        func matrix(_ scale: Float, _ x: Float, _ y: Float) -> [Float] {
            [scale, 0, 0, x, 0, scale, 0, y, 0, 0, 1, 0, 0, 0, 0, 1]
        }
        #expect(warp(matrix(1, 0, 0), columns: 3) == [0, 1, 2])
        #expect(warp(matrix(1, 0, 1), columns: 3) == [3, 4, 5])
        #expect(warp(matrix(1, 0.5, 0.5), columns: 3) == [2, 3, 0])
        #expect(warp(matrix(1, -1, 0), columns: 5) == [0, 0, 1, 2, 0])
        #expect(warp(matrix(1, 0, -0.5), columns: 3) == [0, 0, 0])
        #expect(warp(matrix(.nan, 0, 0), columns: 2) == [0, 0])
        #expect(warp(matrix(.infinity, 0, 0), columns: 2) == [0, 0])
    }

    @Test("points are transformed, and their depth is copied", arguments: [2, 3])
    func points(dimensions: Int) {
        let matrix = GuardedFloats([2, 1, 0, 10, -1, 3, 0, 20, 0, 0, 1, 0, 0, 0, 0, 1])
        let points = GuardedFloats(dimensions == 3 ? [1, 2, 9, 3, 4, 8] : [1, 2, 3, 4])
        let output = GuardedFloats(count: points.count)
        var arguments = lk_transform_points(
            input: points.base, matrix: matrix.base, output: output.base,
            dimensions: Int32(dimensions))
        KernelSet.scalar.table.pointee.transform_points(&arguments, 0, 2)
        #expect(output.values == (dimensions == 3 ? [14, 25, 9, 20, 29, 8] : [14, 25, 20, 29]))
    }
}

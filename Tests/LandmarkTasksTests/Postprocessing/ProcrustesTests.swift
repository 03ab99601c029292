import LandmarkCore
import LandmarkTasks
import Testing

struct ProcrustesTests {
    func difference(_ a: Matrix3, _ b: Matrix3) -> Float {
        (0..<3).map { column in
            let offset = a[column] - b[column]
            return max(abs(offset.x), abs(offset.y), abs(offset.z))
        }.max() ?? 0
    }

    static let matrices = [
        Matrix3([4, 0, 0], [0, 9, 0], [0, 0, 1]),
        Matrix3([1, 2, 3], [-4, 5, 6], [7, -8, 10]),
        Matrix3([1, 2, 3], [2, 4, 6], [1, 0, 1]),
        Matrix3([1, 2, 3], [2, 4, 6], [-3, -6, -9]),
        Matrix3([0, 0, 0], [0, 0, 0], [0, 0, 0]),
        Matrix3([1e-6, 0, 0], [0, 1e6, 0], [1, 1, 1]),
    ]

    @Test(
        "the factors multiply back to the matrix", arguments: matrices)
    func decomposition(matrix: Matrix3) {
        let parts = SingularValues3(matrix)
        let scaled = Matrix3(
            parts.left[0] * parts.values[0], parts.left[1] * parts.values[1],
            parts.left[2] * parts.values[2])
        let limit = max(1e-6, matrix.norm * 2e-6)
        #expect(difference(scaled * parts.right.transposed, matrix) < limit)
        #expect(difference(parts.left.transposed * parts.left, .identity) < 3e-6)
        #expect(difference(parts.right.transposed * parts.right, .identity) < 3e-6)
        #expect(parts.values[0] >= parts.values[1])
        #expect(parts.values[1] >= parts.values[2])
        #expect(parts.values[2] >= 0)
    }

    @Test("singular values are sorted")
    func singularValues() {
        #expect(SingularValues3(Self.matrices[0]).values == SIMD3(9, 4, 1))
    }

    static let sources: [SIMD3<Float>] = [
        [1, 0, 0], [0, 2, 0], [0, 0, 3], [-1, -1, 0.5], [2, 1, -1],
    ]

    @Test("a rotated, scaled and moved set is fitted")
    func fit() throws {
        let solver = try #require(
            WeightedProcrustes(sources: Self.sources, weights: [0.1, 0.2, 0.3, 0.1, 0.3]))
        let rotation = Matrix3([0, 1, 0], [-1, 0, 0], [0, 0, 1])
        let targets = Self.sources.map { rotation * $0 * 2.5 + SIMD3(4, 5, -40) }
        let fit = try #require(solver.fit(to: targets))
        #expect(abs(fit.scale - 2.5) < 1e-4)
        #expect(difference(fit.rotationAndScale, rotation * 2.5) < 1e-4)
        let shift = fit.translation - SIMD3(4, 5, -40)
        #expect(max(abs(shift.x), abs(shift.y), abs(shift.z)) < 1e-4)
    }

    @Test("a mirrored set is fitted by a rotation")
    func reflection() throws {
        let solver = try #require(
            WeightedProcrustes(sources: Self.sources, weights: [1, 1, 1, 1, 1]))
        let fit = try #require(solver.fit(to: Self.sources.map { $0 * [1, 1, -1] }))
        #expect(fit.rotationAndScale.determinant > 0)
    }

    @Test("a degenerate set has no fit")
    func degenerate() throws {
        #expect(WeightedProcrustes(sources: Self.sources, weights: [0, 0, 0, 0, 0]) == nil)
        #expect(WeightedProcrustes(sources: [[1, 1, 1]], weights: [1]) == nil)
        #expect(WeightedProcrustes(sources: Self.sources, weights: [1]) == nil)
        let solver = try #require(
            WeightedProcrustes(sources: Self.sources, weights: [1, 1, 1, 1, 1]))
        #expect(solver.fit(to: Array(repeating: .zero, count: 5)) == nil)
    }

    @Test("a face in one point has no geometry")
    func compactFace() throws {
        var geometry = try #require(
            FaceGeometry(
                basis: [0, 1, 2, 3, 4], canonical: Self.sources, weights: [1, 1, 1, 1, 1]))
        let face = Array(repeating: Landmark(x: 0.5, y: 0.5, z: 0), count: Face.landmarkCount)
        #expect(geometry.matrix(face, in: PixelSize(width: 100, height: 100)) == nil)
        #expect(FaceGeometry(basis: [468], canonical: [[0, 0, 0]], weights: [1]) == nil)
    }
}

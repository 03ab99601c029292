package import LandmarkCore

/// Where a face lies before a camera: fits the canonical mesh to the face's landmarks.
package struct FaceGeometry {
    private static let near: Float = 1
    /// A vertical field of view of 63°.
    private static let heightAtNear: Float = {
        let half = 0.5 * (Float.pi / 180) * 63
        return 2 * near * FloatMath.sin(half) / FloatMath.cos(half)
    }()
    /// A face all of whose points lie this near to their mean, as fractions, has no geometry.
    private static let minExtent: Float = 1e-3

    private let basis: [Int]
    private let solver: WeightedProcrustes
    private var screen: [SIMD3<Float>]
    private var metric: [SIMD3<Float>]

    /// Prepares the fit: `basis` are the landmarks that count, `canonical` their places in the
    /// mesh, in centimeters. Nil when they cannot carry a fit.
    package init?(basis: [Int], canonical: [SIMD3<Float>], weights: [Float]) {
        guard basis.allSatisfy({ (0..<Face.meshCount).contains($0) }),
            let solver = WeightedProcrustes(sources: canonical, weights: weights)
        else { return nil }
        self.basis = basis
        self.solver = solver
        screen = Array(repeating: .zero, count: basis.count)
        metric = screen
    }

    /// The matrix for `landmarks` in an image of `size`; nil when they give no geometry.
    package mutating func matrix(_ landmarks: [Landmark], in size: PixelSize) -> TransformMatrix? {
        guard !Self.tooCompact(landmarks) else { return nil }
        let depthOffset = project(landmarks, in: size)

        for index in screen.indices {
            metric[index] = screen[index] * [1, 1, -1]
        }
        guard let firstScale = solver.fit(to: metric)?.scale else { return nil }
        unproject(depthOffset: depthOffset, scale: firstScale)
        guard let secondScale = solver.fit(to: metric)?.scale else { return nil }
        unproject(depthOffset: depthOffset, scale: firstScale * secondScale)
        guard let fit = solver.fit(to: metric) else { return nil }

        let matrix = fit.rotationAndScale
        return TransformMatrix(
            SIMD4(matrix.columns.0, 0), SIMD4(matrix.columns.1, 0), SIMD4(matrix.columns.2, 0),
            SIMD4(fit.translation, 1))
    }

    /// Fills `screen` with the basis on the near plane, and gives the mean depth of the mesh.
    private mutating func project(_ landmarks: [Landmark], in size: PixelSize) -> Float {
        let height = Self.heightAtNear
        let width = Float(size.width) * height / Float(size.height)
        for (place, index) in basis.enumerated() {
            let point = landmarks[index]
            screen[place] = SIMD3(
                point.x * width - 0.5 * width, (1 - point.y) * height - 0.5 * height,
                point.z * width)
        }
        let depth = landmarks.prefix(Face.meshCount).reduce(0) { $0 + $1.z * width }
        return depth / Float(Face.meshCount)
    }

    /// Fills `metric` with the basis in space, seen from the camera with a face of `scale`.
    private mutating func unproject(depthOffset: Float, scale: Float) {
        for index in screen.indices {
            let point = screen[index]
            let z = (point.z - depthOffset + Self.near) / scale
            metric[index] = SIMD3(point.x * z / Self.near, point.y * z / Self.near, -z)
        }
    }

    private static func tooCompact(_ landmarks: [Landmark]) -> Bool {
        var mean = SIMD2<Float>.zero
        for (index, point) in landmarks.prefix(Face.meshCount).enumerated() {
            mean += (SIMD2(point.x, point.y) - mean) / Float(index + 1)
        }
        var furthest: Float = 0
        for point in landmarks.prefix(Face.meshCount) {
            let offset = SIMD2(point.x, point.y) - mean
            furthest = max(furthest, (offset * offset).sum())
        }
        return furthest.squareRoot() <= minExtent
    }
}

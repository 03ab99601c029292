package import LandmarkCore
import LandmarkModelFile

/// Estimates the position of a face relative to the camera by fitting the canonical face mesh to
/// its landmarks.
package struct FaceGeometry {
    private static let near: Float = 1
    /// For a vertical field of view of 63°.
    private static let heightAtNear: Float = {
        let half = 0.5 * (Float.pi / 180) * 63
        return 2 * near * FloatMath.sin(half) / FloatMath.cos(half)
    }()
    /// The largest distance of a landmark from the mean, normalized, up to which a face is too
    /// compact for a fit.
    private static let minExtent: Float = 1e-3

    private let basis: [Int]
    private let solver: WeightedProcrustes
    private var screen: [SIMD3<Float>]
    private var metric: [SIMD3<Float>]

    /// Prepares the fit. Returns nil if the basis does not determine one.
    ///
    /// - Parameters:
    ///   - basis: The indices of the landmarks to fit to.
    ///   - canonical: Their positions in the canonical mesh, in centimeters.
    ///   - weights: Their weights.
    package init?(basis: [Int], canonical: [SIMD3<Float>], weights: [Float]) {
        guard basis.allSatisfy({ (0..<Face.meshCount).contains($0) }),
            let solver = WeightedProcrustes(sources: canonical, weights: weights)
        else { return nil }
        self.basis = basis
        self.solver = solver
        screen = Array(repeating: .zero, count: basis.count)
        metric = screen
    }

    /// Returns the matrix for `landmarks` in an image of `size`; nil if they do not determine one.
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

    /// Fills `screen` with the basis on the near plane; returns the mean depth of the mesh.
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

    /// Fills `metric` with the basis in camera space, for a face of `scale`.
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

extension FaceGeometry {
    /// Reads the face geometry in an entry of the model bundle.
    ///
    /// - Throws: `TaskError.modelFile` if it cannot be read, `.unusableGeometry` if it does not
    ///   determine a fit.
    init(_ bundle: TaskBundle, entry: String) throws(TaskError) {
        let metadata: FaceGeometryMetadata
        let bytes = try bundle.bytes(entry)
        do {
            metadata = try FaceGeometryMetadata(bytes: bytes, name: "\(bundle.name): \(entry)")
        } catch {
            throw .modelFile(error)
        }
        let basis = metadata.procrustesBasis
        guard metadata.vertices.count == Face.meshCount,
            basis.allSatisfy({ metadata.vertices.indices.contains($0.index) })
        else {
            throw .unusableGeometry(entry: entry, bundle: bundle.name)
        }
        let positions = basis.map { part in
            let vertex = metadata.vertices[part.index]
            return SIMD3(vertex.x, vertex.y, vertex.z)
        }
        guard
            let geometry = FaceGeometry(
                basis: basis.map(\.index), canonical: positions, weights: basis.map(\.weight))
        else {
            throw .unusableGeometry(entry: entry, bundle: bundle.name)
        }
        self = geometry
    }
}

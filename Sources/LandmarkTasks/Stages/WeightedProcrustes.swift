/// The rotation, scale and shift that best take a fixed set of weighted points to another set.
package struct WeightedProcrustes {
    /// What takes the source points to the target points.
    package struct Fit {
        package let rotationAndScale: Matrix3
        package let translation: SIMD3<Float>

        /// The length of the first column: the scale.
        package var scale: Float {
            dot(rotationAndScale.columns.0, rotationAndScale.columns.0).squareRoot()
        }
    }

    private static let negligible: Float = 1e-9

    private let roots: [Float]
    private let sources: [SIMD3<Float>]
    private let centered: [SIMD3<Float>]
    private let totalWeight: Float
    private let spread: Float

    /// Prepares the source points; nil when the weights or the points' spread are next to nothing.
    package init?(sources points: [SIMD3<Float>], weights: [Float]) {
        guard points.count == weights.count, weights.allSatisfy({ $0 >= 0 }) else { return nil }
        roots = weights.map { $0.squareRoot() }
        sources = zip(points, roots).map { $0 * $1 }
        totalWeight = roots.reduce(0) { $0 + $1 * $1 }
        guard totalWeight > Self.negligible else { return nil }
        var sum = SIMD3<Float>.zero
        for (source, root) in zip(sources, roots) { sum += source * root }
        let center = sum / totalWeight
        centered = zip(sources, roots).map { $0 - center * $1 }
        spread = zip(centered, sources).reduce(0) { $0 + dot($1.0, $1.1) }
        guard spread > Self.negligible else { return nil }
    }

    /// The best fit to `targets`, one a source; nil when they give no direction or no size.
    package func fit(to targets: [SIMD3<Float>]) -> Fit? {
        var design = Matrix3.zero
        for index in roots.indices {
            design.addOuter(targets[index] * roots[index], centered[index])
        }
        guard design.norm > Self.negligible else { return nil }
        let rotation = Self.rotation(design)

        var alignment: Float = 0
        for index in roots.indices {
            alignment += dot(rotation * centered[index], targets[index] * roots[index])
        }
        let scale = alignment / spread
        guard scale > Self.negligible else { return nil }

        let rotationAndScale = rotation * scale
        var shift = SIMD3<Float>.zero
        for index in roots.indices {
            let offset = targets[index] * roots[index] - rotationAndScale * sources[index]
            shift += offset * roots[index]
        }
        return Fit(rotationAndScale: rotationAndScale, translation: shift / totalWeight)
    }

    /// The rotation nearest to `design`; a reflection is turned into one at the least cost.
    private static func rotation(_ design: Matrix3) -> Matrix3 {
        let parts = SingularValues3(design)
        var left = parts.left
        if left.determinant * parts.right.determinant < 0 {
            left.columns.2 = -left.columns.2
        }
        return left * parts.right.transposed
    }
}

/// Solves the weighted orthogonal Procrustes problem: the rotation, uniform scale and translation
/// that best map a fixed set of weighted points to another set.
package struct WeightedProcrustes {
    /// The map from the source points to the target points.
    package struct Fit {
        package let rotationAndScale: Matrix3
        package let translation: SIMD3<Float>

        /// The scale: the length of the first column.
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

    /// Prepares the source points; returns nil if the total weight or the spread of the points is
    /// almost zero.
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

    /// Returns the best fit to `targets`, one per source point; nil if they determine no rotation
    /// or no scale, or are too far away for floats.
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
        guard scale > Self.negligible, scale.isFinite else { return nil }

        let rotationAndScale = rotation * scale
        var translation = SIMD3<Float>.zero
        for index in roots.indices {
            let offset = targets[index] * roots[index] - rotationAndScale * sources[index]
            translation += offset * roots[index]
        }
        guard translation.sum().isFinite else { return nil }
        return Fit(rotationAndScale: rotationAndScale, translation: translation / totalWeight)
    }

    /// The rotation nearest to `design`. A reflection is converted to a rotation by flipping the
    /// axis of the smallest singular value.
    private static func rotation(_ design: Matrix3) -> Matrix3 {
        let parts = SingularValues3(design)
        var left = parts.left
        if left.determinant * parts.right.determinant < 0 {
            left.columns.2 = -left.columns.2
        }
        return left * parts.right.transposed
    }
}

/// The singular value decomposition of a 3×3 matrix, `left` · diagonal(`values`) · `right`ᵀ, by
/// one-sided Jacobi rotations.
///
/// Rotations make the matrix's columns orthogonal, two at a time; their lengths are then the
/// singular values, largest first.
package struct SingularValues3 {
    package private(set) var left: Matrix3
    package private(set) var values: SIMD3<Float>
    package private(set) var right: Matrix3

    private static let maxSweeps = 24

    package init(_ matrix: Matrix3) {
        left = matrix
        right = .identity
        values = .zero
        for _ in 0..<Self.maxSweeps {
            let first = orthogonalize(0, 1)
            let second = orthogonalize(0, 2)
            let third = orthogonalize(1, 2)
            if !first, !second, !third { break }
        }
        sort()
        normalize()
    }

    /// Makes columns `a` and `b` orthogonal; returns false if they already were.
    private mutating func orthogonalize(_ a: Int, _ b: Int) -> Bool {
        let first = left[a]
        let second = left[b]
        let lengthA = dot(first, first)
        let lengthB = dot(second, second)
        let product = dot(first, second)
        let negligible = Float.ulpOfOne * (lengthA * lengthB).squareRoot()
        guard abs(product) > negligible else { return false }
        let half = (lengthB - lengthA) / (2 * product)
        let tangent = (half < 0 ? -1 : 1) / (abs(half) + (1 + half * half).squareRoot())
        let cosine = 1 / (1 + tangent * tangent).squareRoot()
        let sine = cosine * tangent
        left.rotate(a, b, cosine: cosine, sine: sine)
        right.rotate(a, b, cosine: cosine, sine: sine)
        return true
    }

    private mutating func sort() {
        exchangeIfShorter(0, 1)
        exchangeIfShorter(0, 2)
        exchangeIfShorter(1, 2)
    }

    private mutating func exchangeIfShorter(_ a: Int, _ b: Int) {
        guard dot(left[a], left[a]) < dot(left[b], left[b]) else { return }
        (left[a], left[b]) = (left[b], left[a])
        (right[a], right[b]) = (right[b], right[a])
    }

    /// Scales the columns to length 1; a zero column is replaced by an orthogonal unit vector.
    private mutating func normalize() {
        for column in 0..<3 {
            let length = dot(left[column], left[column]).squareRoot()
            values[column] = length
            let known = length > values[0] * Float.ulpOfOne && length > 0
            left[column] = known ? left[column] / length : left.orthogonal(to: column)
        }
    }
}

extension Matrix3 {
    fileprivate mutating func rotate(_ a: Int, _ b: Int, cosine: Float, sine: Float) {
        let first = self[a]
        let second = self[b]
        self[a] = first * cosine - second * sine
        self[b] = first * sine + second * cosine
    }

    /// Returns a unit vector orthogonal to the first `count` columns, which are orthonormal.
    fileprivate func orthogonal(to count: Int) -> SIMD3<Float> {
        if count == 2 { return cross(columns.0, columns.1) }
        if count == 0 { return [1, 0, 0] }
        let first = columns.0
        let axis: SIMD3<Float> = abs(first.x) < 0.5 ? [1, 0, 0] : [0, 1, 0]
        let direction = cross(first, axis)
        return direction / dot(direction, direction).squareRoot()
    }
}

/// A 3×3 matrix in column-major order.
package struct Matrix3 {
    package var columns: (SIMD3<Float>, SIMD3<Float>, SIMD3<Float>)

    package init(_ first: SIMD3<Float>, _ second: SIMD3<Float>, _ third: SIMD3<Float>) {
        columns = (first, second, third)
    }

    package static let identity = Matrix3([1, 0, 0], [0, 1, 0], [0, 0, 1])
    package static let zero = Matrix3(.zero, .zero, .zero)

    package subscript(column: Int) -> SIMD3<Float> {
        get { column == 0 ? columns.0 : column == 1 ? columns.1 : columns.2 }
        set {
            switch column {
            case 0: columns.0 = newValue
            case 1: columns.1 = newValue
            default: columns.2 = newValue
            }
        }
    }

    package static func * (matrix: Matrix3, vector: SIMD3<Float>) -> SIMD3<Float> {
        matrix.columns.0 * vector.x + matrix.columns.1 * vector.y + matrix.columns.2 * vector.z
    }

    package static func * (a: Matrix3, b: Matrix3) -> Matrix3 {
        Matrix3(a * b.columns.0, a * b.columns.1, a * b.columns.2)
    }

    package static func * (matrix: Matrix3, factor: Float) -> Matrix3 {
        Matrix3(
            matrix.columns.0 * factor, matrix.columns.1 * factor, matrix.columns.2 * factor)
    }

    /// Adds the outer product `a`·`b`ᵀ.
    package mutating func addOuter(_ a: SIMD3<Float>, _ b: SIMD3<Float>) {
        columns.0 += a * b.x
        columns.1 += a * b.y
        columns.2 += a * b.z
    }

    package var transposed: Matrix3 {
        let (a, b, c) = columns
        return Matrix3([a.x, b.x, c.x], [a.y, b.y, c.y], [a.z, b.z, c.z])
    }

    package var determinant: Float { dot(columns.0, cross(columns.1, columns.2)) }

    /// The Frobenius norm.
    package var norm: Float {
        (dot(columns.0, columns.0) + dot(columns.1, columns.1) + dot(columns.2, columns.2))
            .squareRoot()
    }
}

func dot(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Float { (a * b).sum() }

func cross(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

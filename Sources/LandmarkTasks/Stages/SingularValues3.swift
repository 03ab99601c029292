/// A 3×3 matrix taken apart: `left` · diagonal(`values`) · `right`ᵀ, by one-sided Jacobi rotations.
///
/// The rotations turn the matrix's columns, two at a time, until all are perpendicular: then their
/// lengths are the singular values, largest first.
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
            let first = turn(0, 1)
            let second = turn(0, 2)
            let third = turn(1, 2)
            if !first, !second, !third { break }
        }
        sort()
        normalize()
    }

    /// Makes columns `a` and `b` perpendicular; false when they already were.
    private mutating func turn(_ a: Int, _ b: Int) -> Bool {
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

    /// Scales the columns to length 1; where there is no direction, takes a perpendicular one.
    private mutating func normalize() {
        for column in 0..<3 {
            let length = dot(left[column], left[column]).squareRoot()
            values[column] = length
            let known = length > values[0] * Float.ulpOfOne && length > 0
            left[column] = known ? left[column] / length : left.perpendicular(to: column)
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

    /// A unit vector perpendicular to the columns before `count`, themselves perpendicular units.
    fileprivate func perpendicular(to count: Int) -> SIMD3<Float> {
        if count == 2 { return cross(columns.0, columns.1) }
        if count == 0 { return [1, 0, 0] }
        let first = columns.0
        let axis: SIMD3<Float> = abs(first.x) < 0.5 ? [1, 0, 0] : [0, 1, 0]
        let direction = cross(first, axis)
        return direction / dot(direction, direction).squareRoot()
    }
}

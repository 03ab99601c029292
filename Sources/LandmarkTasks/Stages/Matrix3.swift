/// A 3×3 matrix of floats, by columns.
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

    /// The square root of the sum of all squares.
    package var norm: Float {
        (dot(columns.0, columns.0) + dot(columns.1, columns.1) + dot(columns.2, columns.2))
            .squareRoot()
    }
}

func dot(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Float { (a * b).sum() }

func cross(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> SIMD3<Float> {
    SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
}

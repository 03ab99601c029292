/// A 4×4 matrix that takes the canonical face mesh to where the face is.
///
/// The space is right-handed: the camera is at the origin and looks down −z, y points up, and the
/// unit is the centimeter. The last column is the translation; the last row is 0 0 0 1.
public struct TransformMatrix: Sendable, Hashable {
    /// The columns, left to right.
    public let columns: (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>)

    /// Makes a matrix from its columns.
    public init(
        _ first: SIMD4<Float>, _ second: SIMD4<Float>, _ third: SIMD4<Float>,
        _ fourth: SIMD4<Float>
    ) {
        columns = (first, second, third, fourth)
    }

    /// Column `index`, 0…3.
    public func column(_ index: Int) -> SIMD4<Float> {
        switch index {
        case 0: columns.0
        case 1: columns.1
        case 2: columns.2
        case 3: columns.3
        default: preconditionFailure("a matrix has columns 0…3, not \(index)")
        }
    }

    /// Row `index`, 0…3.
    public func row(_ index: Int) -> SIMD4<Float> {
        SIMD4(columns.0[index], columns.1[index], columns.2[index], columns.3[index])
    }

    /// The value in row `row` and column `column`, each 0…3.
    public subscript(row row: Int, column column: Int) -> Float { self.column(column)[row] }

    /// The 16 values, row after row.
    public var rowMajor: [Float] {
        (0..<4).flatMap { row in (0..<4).map { self[row: row, column: $0] } }
    }

    /// Equal when all 16 values are.
    public static func == (a: TransformMatrix, b: TransformMatrix) -> Bool {
        a.columns == b.columns
    }

    /// Feeds the 16 values to `hasher`.
    public func hash(into hasher: inout Hasher) {
        for index in 0..<4 { hasher.combine(column(index)) }
    }
}

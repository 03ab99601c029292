public import Foundation
import LandmarkTasks

/// A matrix; of a face, the 4×4 one that takes the canonical mesh (centimeters) to where the face
/// is, in a right-handed space whose camera looks down −z with y up.
open class TransformMatrix: NSObject {
    /// The number of rows.
    public let rows: UInt
    /// The number of columns.
    public let columns: UInt
    /// The values, column after column: a face's translation is in `data[12]`, `data[13]` and
    /// `data[14]`. They live as long as the matrix.
    public let data: UnsafeMutablePointer<Float>

    /// Makes a matrix of `rows` × `columns` values, column after column, which are copied. Numbers
    /// below 0 count as 0.
    public init(data: UnsafePointer<Float>, rows: Int, columns: Int) {
        self.rows = UInt(clamping: rows)
        self.columns = UInt(clamping: columns)
        let count = Int(self.rows) * Int(self.columns)
        self.data = .allocate(capacity: count)
        self.data.initialize(from: data, count: count)
        super.init()
    }

    deinit { data.deallocate() }

    /// The value in row `row` and column `column`, which must be in the matrix: a call outside it
    /// ends the program.
    open func value(atRow row: UInt, column: UInt) -> Float {
        precondition(
            row < rows && column < columns,
            "row \(row), column \(column) lies outside a matrix of \(rows)×\(columns)")
        return data[Int(column * rows + row)]
    }

    func copied() -> TransformMatrix {
        TransformMatrix(data: data, rows: Int(rows), columns: Int(columns))
    }
}

extension TransformMatrix {
    convenience init(_ matrix: LandmarkTasks.TransformMatrix) {
        let values = (0..<4).flatMap { column in (0..<4).map { matrix.column(column)[$0] } }
        self.init(data: values, rows: 4, columns: 4)
    }
}

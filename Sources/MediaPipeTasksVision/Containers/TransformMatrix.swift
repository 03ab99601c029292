public import Foundation
import LandmarkTasks

/// A matrix in column-major order.
///
/// The facial transformation matrix is 4×4. It maps the canonical face mesh (centimeters) to the
/// face's position in a right-handed space, with y up and the camera looking along −z.
#if canImport(ObjectiveC)
@objc(MPPTransformMatrix) @objcMembers
#endif
open class TransformMatrix: NSObject {
    /// The number of rows.
    public let rows: UInt
    /// The number of columns.
    public let columns: UInt
    /// The values in column-major order, valid for the lifetime of the matrix. The translation of a
    /// face is in `data[12]`, `data[13]` and `data[14]`.
    public let data: UnsafeMutablePointer<Float>

    /// Creates a matrix from a copy of `rows` × `columns` values in column-major order. Negative
    /// numbers of rows or columns count as 0.
    public init(data: UnsafePointer<Float>, rows: Int, columns: Int) {
        self.rows = UInt(clamping: rows)
        self.columns = UInt(clamping: columns)
        let count = Int(self.rows) * Int(self.columns)
        self.data = .allocate(capacity: count)
        self.data.initialize(from: data, count: count)
        super.init()
    }

    deinit { data.deallocate() }

    /// Returns the value at `row` and `column`; traps when they are out of range.
    open func value(atRow row: UInt, column: UInt) -> Float {
        precondition(
            row < rows && column < columns,
            "row \(row), column \(column) is out of range for a \(rows)×\(columns) matrix")
        return data[Int(column * rows + row)]
    }

    func copied() -> TransformMatrix {
        TransformMatrix(data: data, rows: Int(rows), columns: Int(columns))
    }

    convenience init(_ matrix: LandmarkTasks.TransformMatrix) {
        let values = (0..<4).flatMap { column in (0..<4).map { matrix.column(column)[$0] } }
        self.init(data: values, rows: 4, columns: 4)
    }
}

/// Where a graph's constant comes from.
struct Constant: Equatable {
    /// The model's tensor that holds the bytes.
    var tensor: Int
    /// What is kept of the tensor; nil for all of it.
    var part: Part?

    /// Some rows and columns of a tensor, seen as a matrix: its last dimension is the columns, all
    /// before it the rows.
    struct Part: Equatable {
        /// The columns of the whole tensor.
        var wholeColumns: Int
        /// The rows that are kept, in ascending order.
        var rows: [Int]
        /// The columns that are kept, in ascending order.
        var columns: [Int]
    }
}

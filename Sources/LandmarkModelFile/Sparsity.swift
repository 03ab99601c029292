/// How a sparse constant is stored: its dimensions one inside the other, each dense or listed.
public struct Sparsity: Sendable, Hashable {
    /// A list of positions in the model's file.
    public struct IndexList: Sendable, Hashable {
        /// Where the first one is, in bytes from the start of the model.
        let offset: Int
        /// How many there are.
        let count: Int
        /// The bytes of one: 1, 2 or 4.
        let width: Int
    }

    /// How one dimension is stored.
    public enum Level: Sendable, Hashable {
        /// All of its `size` positions are there.
        case dense(size: Int)
        /// Only some are: `segments` says from where to where in `indices` those of one slice are.
        case sparse(segments: IndexList, indices: IndexList)
    }

    /// The dimensions from the outermost stored one to the innermost; blocks come last.
    public let traversalOrder: [Int]
    /// For each block dimension the tensor's dimension that it divides.
    public let blockMap: [Int]
    /// One level for each entry of ``traversalOrder``.
    public let levels: [Level]
}

/// The storage format of a sparse constant: nested dimensions, each dense or sparse.
public struct Sparsity: Sendable, Hashable {
    /// A list of positions in the model's file.
    public struct IndexList: Sendable, Hashable {
        /// The offset of the first position in bytes from the start of the model.
        let offset: Int
        /// The number of positions.
        let count: Int
        /// The size of one position in bytes: 1, 2 or 4.
        let width: Int
    }

    /// The storage format of one dimension.
    public enum Level: Sendable, Hashable {
        /// All `size` positions are stored.
        case dense(size: Int)
        /// Only some positions are stored: slice `i` has those in
        /// `indices[segments[i]..<segments[i + 1]]`.
        case sparse(segments: IndexList, indices: IndexList)
    }

    /// The dimensions from outermost to innermost; block dimensions come last.
    public let traversalOrder: [Int]
    /// The tensor dimension that each block dimension divides.
    public let blockMap: [Int]
    /// The levels, one for each entry of ``traversalOrder``.
    public let levels: [Level]
}

/// A fault in the description of a sparse constant.
public enum SparsityFault: Error, Sendable, Hashable {
    /// The traversal order is not a permutation of the dimensions.
    case traversalOrder([Int])
    /// The block map repeats dimensions or refers to missing ones.
    case blockMap([Int])
    /// The number of levels differs from the number of dimensions.
    case levelCount(expected: Int, found: Int)
    /// A dimension is neither dense nor sparse, or its index lists have an unknown type.
    case format(level: Int, value: Int)
    /// A dense dimension's size differs from the tensor's.
    case denseSize(level: Int, expected: Int, found: Int)
    /// A sparse dimension's segments do not start at 0, decrease, or have the wrong count or end.
    case segments(level: Int)
    /// A sparse dimension's indices are out of range or do not increase.
    case indices(level: Int, position: Int)
    /// The tensor is implausibly larger than its stored data.
    case expansion(stored: Int, dense: Int)
    /// The element type does not have a whole number of bytes.
    case elementType
}

extension SparsityFault: CustomStringConvertible {
    /// The fault as a noun phrase.
    public var description: String {
        switch self {
        case .traversalOrder(let order): "the traversal order \(order)"
        case .blockMap(let map): "the block map \(map)"
        case .levelCount(let expected, let found): "\(found) levels instead of \(expected)"
        case .format(let level, let value): "an unknown format \(value) at level \(level)"
        case .denseSize(let level, let expected, let found):
            "\(found) elements at dense level \(level) instead of \(expected)"
        case .segments(let level): "invalid segments at level \(level)"
        case .indices(let level, let position):
            "an invalid index at position \(position) of level \(level)"
        case .expansion(let stored, let dense): "\(dense) bytes described by \(stored)"
        case .elementType: "elements that are not whole bytes"
        }
    }
}

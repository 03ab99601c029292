/// What is wrong with the description of a sparse constant.
public enum SparsityFault: Error, Sendable, Hashable {
    /// The order of the dimensions is not a permutation of them.
    case traversalOrder([Int])
    /// The blocks' dimensions do not exist or repeat.
    case blockMap([Int])
    /// There are more or fewer descriptions than dimensions.
    case levelCount(expected: Int, found: Int)
    /// A dimension is neither dense nor sparse, or its index lists have an unknown type.
    case format(level: Int, value: Int)
    /// A dense dimension has another size than the tensor.
    case denseSize(level: Int, expected: Int, found: Int)
    /// A sparse dimension's segments do not start at 0, fall or have the wrong number or end.
    case segments(level: Int)
    /// A sparse dimension's indices do not rise within the dimension.
    case indices(level: Int, position: Int)
    /// The tensor would be absurdly larger than what is stored of it.
    case expansion(stored: Int, dense: Int)
    /// The elements' type has no whole number of bytes.
    case elementType
}

extension SparsityFault: CustomStringConvertible {
    /// The fault as part of a sentence.
    public var description: String {
        switch self {
        case .traversalOrder(let order): "the traversal order \(order)"
        case .blockMap(let map): "the block map \(map)"
        case .levelCount(let expected, let found): "\(found) levels where \(expected) belong"
        case .format(let level, let value): "an unknown format \(value) at level \(level)"
        case .denseSize(let level, let expected, let found):
            "\(found) elements at dense level \(level) where \(expected) belong"
        case .segments(let level): "broken segments at level \(level)"
        case .indices(let level, let position):
            "a wrong index at position \(position) of level \(level)"
        case .expansion(let stored, let dense): "\(dense) bytes described by \(stored)"
        case .elementType: "elements that are not whole bytes"
        }
    }
}

/// Expands a sparse constant to a dense one.
///
/// The stored elements are the leaves of a tree whose levels are the dimensions in traversal order.
/// The children of a node are all positions of the dimension in a dense level, and the listed ones
/// in a sparse level. The tree is validated level by level before the traversal, which then needs
/// no checks and takes as many steps as there are elements.
struct SparseExpansion {
    private let shape: [Int]
    private let sparsity: Sparsity
    private let elementSize: Int
    /// The number of positions of each level.
    private var levelSizes: [Int] = []
    /// The distance between adjacent positions of each level, in elements of the dense tensor.
    private var levelStrides: [Int] = []

    init(_ tensor: Tensor, _ sparsity: Sparsity) throws(SparsityFault) {
        guard let size = tensor.type.size else { throw .elementType }
        shape = tensor.shape
        elementSize = size
        self.sparsity = sparsity
        try checkLevels()
        try findSizesAndStrides()
    }

    private func checkLevels() throws(SparsityFault) {
        let order = sparsity.traversalOrder
        let blocks = sparsity.blockMap
        guard !order.isEmpty, order.count == shape.count + blocks.count,
            order.sorted().elementsEqual(order.indices),
            order.prefix(shape.count).allSatisfy({ $0 < shape.count })
        else { throw .traversalOrder(order) }
        guard blocks.count <= shape.count, Set(blocks).count == blocks.count,
            blocks.allSatisfy(shape.indices.contains)
        else { throw .blockMap(blocks) }
        guard sparsity.levels.count == order.count else {
            throw .levelCount(expected: order.count, found: sparsity.levels.count)
        }
    }

    /// A blocked dimension has two levels: the blocks, and the positions inside a block.
    private mutating func findSizesAndStrides() throws(SparsityFault) {
        var blockSizes = Array(repeating: 1, count: shape.count)
        for (level, dimension) in sparsity.traversalOrder.enumerated().dropFirst(shape.count) {
            let blocked = sparsity.blockMap[dimension - shape.count]
            guard case .dense(let size) = sparsity.levels[level], size >= 1,
                shape[blocked] % size == 0
            else { throw .blockMap(sparsity.blockMap) }
            blockSizes[blocked] = size
        }
        var strides = Array(repeating: 1, count: shape.count)
        for dimension in shape.indices.dropLast().reversed() {
            strides[dimension] = strides[dimension + 1] * shape[dimension + 1]
        }
        for dimension in sparsity.traversalOrder {
            if dimension < shape.count {
                levelSizes.append(shape[dimension] / blockSizes[dimension])
                levelStrides.append(strides[dimension] * blockSizes[dimension])
            } else {
                let blocked = sparsity.blockMap[dimension - shape.count]
                levelSizes.append(blockSizes[blocked])
                levelStrides.append(strides[blocked])
            }
        }
    }
}

extension SparseExpansion {
    /// Returns the dense elements. `stored` are the sparse ones, and `file` holds their positions.
    ///
    /// - Throws: ``SparsityFault``.
    func expand(_ stored: FileBytes, in file: FileBytes) throws(SparsityFault) -> FileBytes {
        let denseSize = shape.reduce(elementSize, *)
        var described = stored.count
        var tree: [Level] = []
        for (level, form) in sparsity.levels.enumerated() {
            switch form {
            case .dense(let size):
                guard size == levelSizes[level] else {
                    throw .denseSize(level: level, expected: levelSizes[level], found: size)
                }
                tree.append(.dense)
            case .sparse(let segments, let indices):
                guard let from = segments.read(in: file) else { throw .segments(level: level) }
                guard let at = indices.read(in: file) else {
                    throw .indices(level: level, position: 0)
                }
                described += 4 * (from.count + at.count)
                tree.append(.sparse(segments: from, indices: at))
            }
        }
        // Real models store at least a tenth; a small file must not expand to gigabytes.
        guard denseSize <= 1 << 20 || denseSize / 1024 <= described else {
            throw .expansion(stored: described, dense: denseSize)
        }
        try check(tree, elements: stored.count / elementSize)
        return FileBytes(write(tree, stored, denseSize))
    }

    private enum Level {
        case dense
        case sparse(segments: [Int], indices: [Int])
    }

    private func check(_ tree: [Level], elements: Int) throws(SparsityFault) {
        var nodes = 1
        for (level, form) in tree.enumerated() {
            switch form {
            case .dense:
                // Both factors are at most 2³¹.
                nodes *= levelSizes[level]
                guard nodes <= Tensor.maximumElementCount else { throw .segments(level: level) }
            case .sparse(let segments, let indices):
                guard segments.count == nodes + 1, segments.first == 0,
                    segments.last == indices.count
                else { throw .segments(level: level) }
                try check(segments, indices, level)
                nodes = indices.count
            }
        }
        guard nodes == elements else { throw .segments(level: tree.count) }
    }

    private func check(
        _ segments: [Int], _ indices: [Int], _ level: Int
    ) throws(SparsityFault) {
        for (from, to) in zip(segments, segments.dropFirst()) {
            guard from >= 0, from <= to, to <= indices.count else {
                throw .segments(level: level)
            }
            var previous = -1
            for position in from..<to {
                guard indices[position] > previous, indices[position] < levelSizes[level] else {
                    throw .indices(level: level, position: position)
                }
                previous = indices[position]
            }
        }
    }

    private func write(_ tree: [Level], _ stored: FileBytes, _ denseSize: Int) -> [UInt8] {
        switch elementSize {
        case 1: write(tree, stored, denseSize, as: UInt8.self)
        case 2: write(tree, stored, denseSize, as: UInt16.self)
        case 4: write(tree, stored, denseSize, as: UInt32.self)
        case 8: write(tree, stored, denseSize, as: UInt64.self)
        default: write(tree, stored, denseSize, as: SIMD2<UInt64>.self)
        }
    }

    /// Traverses the tree level by level, computing the position of each node in the dense tensor.
    private func write<Element: BitwiseCopyable>(
        _ tree: [Level], _ stored: FileBytes, _ denseSize: Int, as type: Element.Type
    ) -> [UInt8] {
        var places = [0]
        for (level, form) in tree.enumerated().dropLast() {
            var next: [Int] = []
            for (node, place) in places.enumerated() {
                visit(form, level, node) { next.append(place + $0 * levelStrides[level]) }
            }
            places = next
        }
        let last = tree.count - 1
        var dense = [UInt8](repeating: 0, count: denseSize)
        dense.withUnsafeMutableBytes { dense in
            stored.withUnsafeBytes { stored in
                var offset = 0
                for (node, place) in places.enumerated() {
                    visit(tree[last], last, node) { index in
                        let element = stored.loadUnaligned(fromByteOffset: offset, as: type)
                        let at = (place + index * levelStrides[last]) * elementSize
                        dense.storeBytes(of: element, toByteOffset: at, as: type)
                        offset += elementSize
                    }
                }
            }
        }
        return dense
    }

    /// Calls `body` with the position of each child of `node`.
    @inline(__always)
    private func visit(_ form: Level, _ level: Int, _ node: Int, _ body: (Int) -> Void) {
        switch form {
        case .dense:
            for index in 0..<levelSizes[level] { body(index) }
        case .sparse(let segments, let indices):
            for position in segments[node]..<segments[node + 1] { body(indices[position]) }
        }
    }
}

extension Sparsity.IndexList {
    /// Returns the positions; nil when the list is not inside `file`.
    fileprivate func read(in file: FileBytes) -> [Int]? {
        guard let list = file.slice(offset: offset, count: count * width) else { return nil }
        return switch width {
        case 1: numbers(list, as: UInt8.self)
        case 2: numbers(list, as: UInt16.self)
        default: numbers(list, as: Int32.self)
        }
    }

    private func numbers<Number: FixedWidthInteger & BitwiseCopyable>(
        _ list: FileBytes, as type: Number.Type
    ) -> [Int] {
        list.withUnsafeBytes { bytes in
            (0..<count).map { index in
                let stored = bytes.loadUnaligned(fromByteOffset: index * width, as: type)
                return Int(Number(littleEndian: stored))
            }
        }
    }
}

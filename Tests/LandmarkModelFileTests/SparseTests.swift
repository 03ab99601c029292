import LandmarkModelFile
import LandmarkTestSupport
import Testing

/// Sparse constants compared with a naive implementation of the format.
struct SparseTests {
    /// Encodes `dense`, of `shape`, as a sparse constant of 32-bit numbers.
    struct Encoder {
        let shape: [Int]
        /// The dimensions in traversal order, blocks last.
        let order: [Int]
        let blockMap: [Int]
        let blockSizes: [Int]
        /// Whether each level lists only positions with elements below them.
        let isSparse: [Bool]
        /// The size of a listed position in bytes.
        let width: Int
        private(set) var values: [UInt8] = []
        private var segments: [[Int]]
        private var indices: [[Int]]

        init(
            _ dense: [Int], shape: [Int], order: [Int], blockMap: [Int] = [],
            blockSizes: [Int] = [], isSparse: [Bool], width: Int
        ) {
            self.shape = shape
            self.order = order
            self.blockMap = blockMap
            self.blockSizes = blockSizes
            self.isSparse = isSparse
            self.width = width
            segments = Array(repeating: [0], count: order.count)
            indices = Array(repeating: [], count: order.count)
            encode(dense, level: 0, chosen: [])
        }

        func size(ofLevel level: Int) -> Int {
            let dimension = order[level]
            guard dimension < shape.count else { return blockSizes[dimension - shape.count] }
            let block = blockMap.firstIndex(of: dimension)
            return shape[dimension] / (block.map { blockSizes[$0] } ?? 1)
        }

        /// Returns the elements below the node at path `chosen`.
        private func elements(_ dense: [Int], _ chosen: [Int]) -> [Int] {
            dense.indices.filter { flat in
                var rest = flat
                var position = [Int](repeating: 0, count: shape.count)
                for dimension in shape.indices.reversed() {
                    position[dimension] = rest % shape[dimension]
                    rest /= shape[dimension]
                }
                return zip(order, chosen).allSatisfy { dimension, index in
                    guard dimension < shape.count else {
                        let block = dimension - shape.count
                        return position[blockMap[block]] % blockSizes[block] == index
                    }
                    let block = blockMap.firstIndex(of: dimension).map { blockSizes[$0] } ?? 1
                    return position[dimension] / block == index
                }
            }
        }

        private mutating func encode(_ dense: [Int], level: Int, chosen: [Int]) {
            guard level < order.count else {
                for element in elements(dense, chosen) {
                    values += littleEndian(Int32(dense[element]))
                }
                return
            }
            for index in 0..<size(ofLevel: level) {
                let below = elements(dense, chosen + [index])
                if isSparse[level] {
                    guard below.contains(where: { dense[$0] != 0 }) else { continue }
                    indices[level].append(index)
                }
                encode(dense, level: level + 1, chosen: chosen + [index])
            }
            if isSparse[level] { segments[level].append(indices[level].count) }
        }

        func list(_ values: [Int]) -> FlatField {
            let bytes = values.flatMap { Array(littleEndian(Int32($0)).prefix(width)) }
            return .table([0: .node(.numbers(bytes, size: width))])
        }

        var levels: [[Int: FlatField]] {
            let kind = FlatField.byte(width == 4 ? 1 : width == 2 ? 2 : 3)
            return order.indices.map { level in
                guard isSparse[level] else {
                    return [0: .byte(0), 1: .int(Int32(size(ofLevel: level)))]
                }
                return [
                    0: .byte(1), 2: kind, 3: list(segments[level]), 4: kind,
                    5: list(indices[level]),
                ]
            }
        }

        var sparsity: [Int: FlatField] {
            [0: .integers(order), 1: .integers(blockMap), 2: .tables(levels)]
        }
    }

    static func model(
        shape: [Int], values: [UInt8], sparsity: [Int: FlatField], type: Int = 2
    ) -> ModelWriter {
        var writer = TinyModels.add()
        let constant = writer.tensor(shape, type: type, name: "s", content: values)
        writer.tensors[constant][6] = .table(sparsity)
        return writer
    }

    static func expand(_ writer: ModelWriter) throws -> [Int] {
        let model = try TinyModels.parse(writer)
        guard let bytes = try model.constantBytes(of: 3) else { return [] }
        return bytes.withUnsafeBytes { raw in
            stride(from: 0, to: raw.count, by: 4).map {
                Int(raw.loadUnaligned(fromByteOffset: $0, as: Int32.self))
            }
        }
    }

    static func random(_ shape: [Int], seed: UInt64) -> [Int] {
        var random = SplitMix64(seed: seed)
        return (0..<shape.reduce(1, *)).map { _ in
            random.below(3) == 0 ? 1 + random.below(1000) : 0
        }
    }

    @Test("positions of 8, 16 and 32 bits at any level are expanded", arguments: [1, 2, 4])
    func expansion(width: Int) throws {
        let shape = [3, 1, 2, 5]
        let orders = [[0, 1, 2, 3], [3, 0, 2, 1], [2, 3, 1, 0]]
        for mask in 1..<16 {
            for order in orders {
                let dense = Self.random(shape, seed: UInt64(mask))
                let isSparse = (0..<4).map { mask >> $0 & 1 == 1 }
                let encoder = Encoder(
                    dense, shape: shape, order: order, isSparse: isSparse, width: width)
                let writer = Self.model(
                    shape: shape, values: encoder.values, sparsity: encoder.sparsity)
                #expect(try Self.expand(writer) == dense, "\(order) \(isSparse)")
            }
        }
    }

    @Test("blocks in any dimension and order are expanded")
    func blocks() throws {
        let shape = [6, 8]
        let dense = Self.random(shape, seed: 7)
        let cases: [(order: [Int], map: [Int], sizes: [Int])] = [
            ([0, 1, 2], [1], [4]), ([1, 0, 2], [0], [3]), ([0, 1, 2, 3], [0, 1], [2, 4]),
            ([1, 0, 3, 2], [0, 1], [3, 2]), ([0, 1, 2, 3], [1, 0], [2, 2]),
        ]
        for (order, map, sizes) in cases {
            let encoder = Encoder(
                dense, shape: shape, order: order, blockMap: map, blockSizes: sizes,
                isSparse: [false, true] + map.map { _ in false }, width: 2)
            let writer = Self.model(
                shape: shape, values: encoder.values, sparsity: encoder.sparsity)
            #expect(try Self.expand(writer) == dense, "\(order) \(map)")
        }
    }

    @Test("elements of one, two, eight and sixteen bytes are expanded")
    func elementSizes() throws {
        for (type, size) in [(9, 1), (1, 2), (4, 8), (11, 16)] {
            let content = (1...UInt8(2 * size)).map { $0 }
            let list = { (values: [UInt8]) in
                FlatField.table([0: .node(.numbers(values, size: 1))])
            }
            let level: [Int: FlatField] = [
                0: .byte(1), 2: .byte(3), 3: list([0, 2]), 4: .byte(3), 5: list([0, 2]),
            ]
            let writer = Self.model(
                shape: [3], values: content,
                sparsity: [0: .integers([0]), 2: .tables([level])], type: type)
            let bytes = try #require(try TinyModels.parse(writer).constantBytes(of: 3))
            let expected =
                content.prefix(size) + Array(repeating: 0, count: size) + content.suffix(size)
            #expect(bytes.withUnsafeBytes { Array($0) } == Array(expected))
        }
    }

    @Test("each inconsistency in a description is reported")
    func faults() throws {
        let shape = [2, 4]
        let dense = [0, 5, 0, 6, 7, 0, 0, 0]
        let good = Encoder(
            dense, shape: shape, order: [0, 1], isSparse: [false, true], width: 1)
        func fault(
            values: [UInt8]? = nil, type: Int = 2, shape: [Int] = [2, 4],
            _ change: (inout [[Int: FlatField]], inout [Int: FlatField]) -> Void = { _, _ in }
        ) throws -> SparsityFault? {
            var levels = good.levels
            var sparsity = good.sparsity
            change(&levels, &sparsity)
            if sparsity[9] == nil { sparsity[2] = .tables(levels) }
            let writer = Self.model(
                shape: shape, values: values ?? good.values, sparsity: sparsity, type: type)
            switch try TinyModels.fault(of: writer) {
            case nil: return nil
            case .sparsity(3, "s", let fault): return fault
            case let other:
                Issue.record("\(String(describing: other))")
                return nil
            }
        }
        #expect(try fault() == nil)
        #expect(try fault { $1[0] = .integers([0, 0]) } == .traversalOrder([0, 0]))
        #expect(try fault { $1[0] = .integers([0]) } == .traversalOrder([0]))
        #expect(try fault { $1[0] = .integers([0, -1]) } == .traversalOrder([0, -1]))
        #expect(
            try fault {
                $1[0] = .integers([0, 1, 2])
                $1[1] = .integers([5])
            } == .blockMap([5]))
        #expect(
            try fault {
                $1[0] = .integers([0, 1, 2])
                $1[1] = .integers([1])
                $0.append([0: .byte(0), 1: .int(3)])
            } == .blockMap([1]))
        #expect(
            try fault { levels, _ in levels.removeLast() } == .levelCount(expected: 2, found: 1))
        #expect(try fault { levels, _ in levels[1][0] = .byte(2) } == .format(level: 1, value: 2))
        #expect(try fault { levels, _ in levels[1][2] = .byte(9) } == .format(level: 1, value: 1))
        #expect(
            try fault { levels, _ in levels[0][1] = .int(3) }
                == .denseSize(level: 0, expected: 2, found: 3))
        let segments: [[Int]] = [[0, 2], [0, 2, 2], [0, 4, 3], [1, 2, 3], [0, 9, 3]]
        for list in segments {
            #expect(
                try fault { levels, _ in levels[1][3] = good.list(list) } == .segments(level: 1))
        }
        #expect(try fault(values: Array(good.values.dropLast(4))) == .segments(level: 2))
        for (list, position) in [
            ([3, 1, 0], 1), ([1, 1, 0], 1), ([1, 4, 0], 1), ([1, 3, 255], 2),
        ] {
            #expect(
                try fault { levels, _ in levels[1][5] = good.list(list) }
                    == .indices(level: 1, position: position))
        }
        #expect(try fault(type: 17) == .elementType)
    }

    @Test("a tensor implausibly larger than its stored data is rejected")
    func bomb() throws {
        let list = { (values: [UInt8]) in
            FlatField.table([0: .node(.numbers(values, size: 1))])
        }
        let level: [Int: FlatField] = [
            0: .byte(1), 2: .byte(3), 3: list([0, 1]), 4: .byte(3), 5: list([0]),
        ]
        let writer = Self.model(
            shape: [1 << 28], values: [1, 0, 0, 0],
            sparsity: [0: .integers([0]), 2: .tables([level])])
        #expect(
            try TinyModels.fault(of: writer)
                == .sparsity(
                    tensor: 3, name: "s", fault: .expansion(stored: 16, dense: 1 << 30)))
    }
}

import LandmarkTestSupport

/// Constants in every form in which models store them.
extension NetworkGenerator {
    /// A constant in one of the forms in which models store weights.
    mutating func constant(_ shape: [Int]) -> Int {
        let count = shape.reduce(1, *)
        guard count <= 1 << 14 else { return large(shape) }
        let kind = choices.below(8)
        var seed = UInt32(choices.byte()) + 1
        let floats = (0..<count).map { index -> Float in
            seed = seed &* 1_664_525 &+ 1_013_904_223
            if kind == 1, (index / max(shape.last ?? 1, 1)) % 3 > 0 { return 0 }
            if kind == 2, index == 0 {
                return choices.pick([.nan, .infinity, 1e38, .leastNonzeroMagnitude])
            }
            return Float(Int32(bitPattern: seed) >> 24) / 64
        }
        let isShort = isOdd()
        switch kind {
        case 3:
            let halves = floats.flatMap {
                littleEndian(UInt16($0.bitPattern >> 16 & 0x83ff | 0x3c00))
            }
            let stored = writer.tensor(shape, type: 1, content: isShort ? [] : halves)
            return writer.step(6, [stored], shape: shape)
        case 4:
            let integers = floats.map { UInt8(truncatingIfNeeded: Int($0 * 32)) }
            let stored = writer.tensor(shape, type: 9, content: isShort ? [0] : integers)
            let scales = choices.once(in: 2) ? max(shape.first ?? 1, 1) : 1
            writer.tensors[stored][4] = .table([
                2: .floats(.init(repeating: 0.5, count: scales)),
                3: .node(.longs(.init(repeating: Int64(choices.below(3)), count: scales))),
                6: .int(odd(0)),
            ])
            return choices.once(in: 2) ? stored : writer.step(6, [stored], shape: shape)
        case 5 where count > 0 && !shape.isEmpty:
            return sparse(shape, floats)
        default:
            return writer.constant(isShort ? odd(shape) : shape, floats)
        }
    }

    /// A constant whose elements are all zero, in a few bytes: none of them is stored.
    mutating func large(_ shape: [Int]) -> Int {
        let stored = writer.tensor(shape, content: choices.once(in: 4) ? [0] : [])
        var levels: [[Int: FlatField]] = [[0: .byte(1), 2: .byte(1), 4: .byte(1)]]
        levels[0][3] = .table([0: .integers([0, 0])])
        levels[0][5] = .table([0: .integers([])])
        levels += shape.dropFirst().map { [0: .byte(0), 1: .int(Int32(truncatingIfNeeded: $0))] }
        writer.tensors[stored][6] = .table([
            0: .integers(Array(shape.indices)), 2: .tables(levels),
        ])
        return writer.step(124, [stored], shape: shape)
    }

    /// A sparse constant: every second element of the last dimension, expanded by an operator.
    mutating func sparse(_ shape: [Int], _ floats: [Float]) -> Int {
        if choices.once(in: 3), shape[0] % 2 == 0 { return blocked(shape, floats) }
        let row = shape[shape.count - 1], rows = floats.count / max(row, 1)
        let perRow = (row + 1) / 2
        let stored = writer.constant(shape, Array(floats.prefix(rows * perRow)))
        var levels: [[Int: FlatField]] = shape.dropLast().map { [0: .byte(0), 1: .int(odd($0))] }
        let segments = (0...rows).map { Int(odd($0 * perRow)) }
        let indices = (0..<rows * perRow).map { $0 % perRow * 2 }
        levels.append([
            0: .byte(1), 2: .byte(1), 3: .table([0: .integers(segments)]), 4: .byte(1),
            5: .table([0: .integers(indices)]),
        ])
        writer.tensors[stored][6] = .table([
            0: .integers(Array(shape.indices)), 2: .tables(levels),
        ])
        return writer.step(124, [stored], shape: shape)
    }

    /// A sparse constant of whole blocks along the first dimension.
    mutating func blocked(_ shape: [Int], _ floats: [Float]) -> Int {
        let stored = writer.constant(shape, floats)
        var levels: [[Int: FlatField]] = shape.map { [0: .byte(0), 1: .int(odd($0))] }
        levels[0] = [0: .byte(0), 1: .int(odd(shape[0] / 2))]
        levels.append([0: .byte(0), 1: .int(odd(2))])
        writer.tensors[stored][6] = .table([
            0: .integers(Array(0...shape.count)), 1: .integers([Int(odd(0))]), 2: .tables(levels),
        ])
        return writer.step(124, [stored], shape: shape)
    }
}

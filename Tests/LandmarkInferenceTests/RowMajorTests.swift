import Foundation
import LandmarkCore
import LandmarkTestSupport
import Testing

/// Operators on row-major arrays: elementwise, reductions, and those that move values.
struct RowMajorTests {
    typealias Unary = (code: Int, name: String, function: @Sendable (Double) -> Double)

    static let unaries: [Unary] = [
        (14, "LOGISTIC", { 1 / (1 + exp(-$0)) }), (19, "RELU", { max($0, 0) }),
        (21, "RELU6", { min(max($0, 0), 6) }), (20, "RELU_N1_TO_1", { min(max($0, -1), 1) }),
        (28, "TANH", { tanh($0) }), (47, "EXP", { exp($0) }), (59, "NEG", { -$0 }),
        (92, "SQUARE", { $0 * $0 }), (101, "ABS", { abs($0) }),
        (117, "HARD_SWISH", { $0 * min(max($0 + 3, 0), 6) / 6 }),
    ]

    @Test("each function of one number", arguments: TestedBackend.all)
    func unary(backend: TestedBackend) throws {
        for (code, name, function) in Self.unaries {
            for count in [1, 7, 8, 33] {
                var tiny = TinyNetwork(seed: UInt64(code))
                let values = tiny.values(count).map { $0 * 5 }
                let source = tiny.input(shape: [1, count], values)
                tiny.writer.outputs = [tiny.writer.step(code, [source], shape: [1, count])]
                try tiny.check([values.map { Float(function(Double($0))) }], backend, name)
            }
        }
        for (code, function) in [(75, { $0.squareRoot() }), (76, { 1 / $0.squareRoot() })]
            as [(Int, (Double) -> Double)]
        {
            var tiny = TinyNetwork(seed: UInt64(code))
            let values = tiny.values(21).map { abs($0) + 0.125 }
            let source = tiny.input(shape: [21], values)
            tiny.writer.outputs = [tiny.writer.step(code, [source], shape: [21])]
            try tiny.check([values.map { Float(function(Double($0))) }], backend, "\(code)")
        }
    }

    typealias Binary = (code: Int, kind: Int, function: @Sendable (Float, Float) -> Float)

    static let binaries: [Binary] = [
        (0, 11, { $0 + $1 }), (41, 28, { $0 - $1 }), (18, 21, { $0 * $1 }),
        (42, 29, { $0 / $1 }), (55, 39, { max($0, $1) }), (57, 39, { min($0, $1) }),
        (99, 76, { ($0 - $1) * ($0 - $1) }),
    ]

    @Test(
        "each function of two numbers, where tensors repeat along dimensions of 1",
        arguments: TestedBackend.all)
    func binary(backend: TestedBackend) throws {
        let shapes: [([Int], [Int])] = [
            ([1, 3, 5, 7], [1, 3, 5, 7]), ([1, 3, 5, 8], [8]), ([1, 3, 5, 7], [1, 1, 1, 1]),
            ([1, 3, 1, 7], [1, 1, 5, 7]), ([4, 1], [1, 6]), ([1, 4, 4, 16], [1, 1, 1, 16]),
        ]
        for (code, kind, function) in Self.binaries {
            for (a, b) in shapes {
                for isConstant in [false, true] {
                    var tiny = TinyNetwork(seed: UInt64(code * 10 + a.count))
                    let x = tiny.values(a.reduce(1, *))
                    let y = tiny.values(b.reduce(1, *)).map { abs($0) + 0.25 }
                    let first = tiny.input(shape: a, x)
                    let second = isConstant ? tiny.constant(b, y) : tiny.input(shape: b, y)
                    let (shape, expected) = Self.broadcast((x, a), (y, b), function)
                    tiny.writer.outputs = [
                        tiny.writer.step(
                            code, [first, second], shape: shape, options: (kind, [:]))
                    ]
                    try tiny.check([expected], backend, "\(code) \(a) \(b)")
                }
            }
        }
    }

    static func broadcast(
        _ a: ([Float], [Int]), _ b: ([Float], [Int]), _ function: (Float, Float) -> Float
    ) -> ([Int], [Float]) {
        let rank = max(a.1.count, b.1.count)
        func full(_ shape: [Int]) -> [Int] {
            Array(repeating: 1, count: rank - shape.count) + shape
        }
        let shape = zip(full(a.1), full(b.1)).map { max($0, $1) }
        func value(_ tensor: ([Float], [Int]), _ place: [Int]) -> Float {
            tensor.0[zip(full(tensor.1), place).reduce(0) { $0 * $1.0 + ($1.0 == 1 ? 0 : $1.1) }]
        }
        let values = places(shape).map { function(value(a, $0), value(b, $0)) }
        return (shape, values)
    }

    /// All positions of a shape, the last dimension fastest.
    static func places(_ shape: [Int]) -> [[Int]] {
        shape.reduce([[]]) { places, size in
            places.flatMap { place in (0..<size).map { place + [$0] } }
        }
    }

    @Test(
        "transposes, slices, concatenations, splits and reshapes move every value to its place",
        arguments: TestedBackend.all)
    func moves(backend: TestedBackend) throws {
        let shape = [2, 3, 4, 5]
        let numbers = (0..<120).map { Float($0) }
        func at(_ place: [Int]) -> Float {
            Float(zip(shape, place).reduce(0) { $0 * $1.0 + $1.1 })
        }
        var tiny = TinyNetwork(seed: 1)
        let source = tiny.input(shape: shape, numbers)
        var expected: [[Float]] = []
        var steps: [Int] = []
        let order = tiny.writer.constant([4], [3, 1, 0, 2])
        steps.append(tiny.writer.step(39, [source, order], shape: [5, 3, 2, 4]))
        expected.append(Self.places([5, 3, 2, 4]).map { at([$0[2], $0[1], $0[3], $0[0]]) })
        let begin = tiny.writer.constant([4], [0, 1, -3, 0])
        let end = tiny.writer.constant([4], [2, 3, 4, 0])
        let stride = tiny.writer.constant([4], [1, 1, 1, 2])
        steps.append(
            tiny.writer.step(
                45, [source, begin, end, stride], shape: [2, 2, 3, 3],
                options: (32, [1: .int(8)])))
        expected.append(
            Self.places([2, 2, 3, 3]).map { at([$0[0], $0[1] + 1, $0[2] + 1, $0[3] * 2]) })
        let from = tiny.writer.constant([4], [1, 0, 2, 1])
        let size = tiny.writer.constant([4], [1, 3, -1, 2])
        steps.append(tiny.writer.step(65, [source, from, size], shape: [1, 3, 2, 2]))
        expected.append(Self.places([1, 3, 2, 2]).map { at([1, $0[1], $0[2] + 2, $0[3] + 1]) })
        steps.append(
            tiny.writer.step(
                2, [source, source], shape: [2, 3, 8, 5], options: (10, [0: .int(-2)])))
        expected.append(Self.places([2, 3, 8, 5]).map { at([$0[0], $0[1], $0[2] % 4, $0[3]]) })
        let wanted = tiny.writer.constant([2], [6, -1])
        steps.append(tiny.writer.step(22, [source, wanted], shape: [6, 20], options: (17, [:])))
        expected.append(numbers)
        let axis = tiny.writer.constant([], [1])
        let parts = (0..<3).map { _ in tiny.writer.tensor([2, 1, 4, 5]) }
        tiny.writer.step(49, [axis, source], outputs: parts, options: (35, [0: .int(3)]))
        steps += parts
        for part in 0..<3 {
            expected.append(Self.places([2, 1, 4, 5]).map { at([$0[0], part, $0[2], $0[3]]) })
        }
        tiny.writer.outputs = steps
        try tiny.check(expected, backend, tolerance: 0)
    }

    @Test("sums and means over any dimensions, and a softmax", arguments: TestedBackend.all)
    func reductions(backend: TestedBackend) throws {
        let shape = [2, 3, 4, 5]
        for axes in [[0], [3], [1, 2], [-1, 0], [0, 1, 2, 3], [2]] {
            var tiny = TinyNetwork(seed: 3)
            let values = tiny.values(120)
            let source = tiny.input(shape: shape, values)
            let reduced = Set(axes.map { ($0 + 4) % 4 })
            let kept = shape.indices.map { reduced.contains($0) ? 1 : shape[$0] }
            let constant = tiny.writer.constant([axes.count], axes)
            let sum = tiny.writer.step(
                74, [source, constant], shape: kept, options: (27, [0: .byte(1)]))
            let mean = tiny.writer.step(
                40, [source, constant], shape: kept, options: (27, [0: .byte(1)]))
            tiny.writer.outputs = [sum, mean]
            var sums = [Double](repeating: 0, count: kept.reduce(1, *))
            for (value, place) in zip(values, Self.places(shape)) {
                let at = zip(kept, place).reduce(0) { $0 * $1.0 + ($1.0 == 1 ? 0 : $1.1) }
                sums[at] += Double(value)
            }
            let count = Double(120 / sums.count)
            try tiny.check(
                [sums.map { Float($0) }, sums.map { Float($0 / count) }], backend, "\(axes)")
        }
        var tiny = TinyNetwork(seed: 4)
        let values = tiny.values(21)
        let source = tiny.input(shape: [3, 7], values)
        tiny.writer.outputs = [
            tiny.writer.step(25, [source], shape: [3, 7], options: (9, [0: .float(0.5)]))
        ]
        let expected = (0..<21).map { index -> Float in
            let row = values[index / 7 * 7..<index / 7 * 7 + 7].map { exp(Double($0) * 0.5) }
            return Float(row[index % 7] / row.reduce(0, +))
        }
        try tiny.check([expected], backend, "softmax")
    }
}

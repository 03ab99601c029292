/// Splits arrays: one output stream for each of the options' `ranges`.
///
/// Each output carries the array's elements of its range; with `element_only` the one element of its
/// range itself; with `combine_outputs` a single output carries those of all ranges. Options:
/// `mediapipe.SplitVectorCalculatorOptions`. It is registered for each kind of element under a name
/// of its own, as MediaPipe does.
public struct SplitVectorCalculator<Element: Sendable>: Calculator {
    private let ranges: [Range<Int>]
    private let elementOnly: Bool
    private let combines: Bool

    /// An array in; arrays or elements out.
    public static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        let split = try SplitVectorCalculator(node)
        contract.input("", 0, .type([Element].self))
        let isElement = split.elementOnly && !split.combines
        contract.output("", nil, .type(isElement ? Element.self : [Element].self))
        contract.timestampOffset = 0
    }

    /// Makes one, from the node's options.
    public init(_ node: NodeConfig) throws {
        let options = node.options.message("SplitVectorCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: ["ranges", "element_only", "combine_outputs"])
        elementOnly = try options.bool("element_only") ?? false
        combines = try options.bool("combine_outputs") ?? false
        ranges = try options.messages("ranges").map { range in
            try range.requireFields(in: ["begin", "end"])
            let begin = try range.int("begin", in: 0 ... .max) ?? 0
            let end = try range.int("end", in: 0 ... .max) ?? 0
            try StandardFault.require(begin < end, "range \(begin) to \(end) is empty")
            return begin..<end
        }
        let count = node.outputStreams.count
        if combines {
            try StandardFault.require(count == 1, "combine_outputs needs one output stream")
            let sorted = ranges.sorted { $0.lowerBound < $1.lowerBound }
            for (range, next) in zip(sorted, sorted.dropFirst()) {
                try StandardFault.require(range.upperBound <= next.lowerBound, "ranges overlap")
            }
        } else {
            try StandardFault.require(
                count == ranges.count,
                "there are \(count) output streams and \(ranges.count) ranges")
            try StandardFault.require(
                !elementOnly || ranges.allSatisfy { $0.count == 1 },
                "element_only needs ranges of one element")
        }
    }

    /// Splits an array.
    public mutating func process(_ context: CalculatorContext) throws {
        guard let array = try context.inputs[0].value([Element].self) else { return }
        let end = ranges.map(\.upperBound).max() ?? 0
        try StandardFault.require(
            end <= array.count, "the array has \(array.count) elements, the ranges end at \(end)")
        if combines { return try context.outputs[0].send(ranges.flatMap { array[$0] }) }
        for (index, range) in ranges.enumerated() {
            if elementOnly {
                try context.outputs[index].send(array[range.lowerBound])
            } else {
                try context.outputs[index].send(Array(array[range]))
            }
        }
    }
}

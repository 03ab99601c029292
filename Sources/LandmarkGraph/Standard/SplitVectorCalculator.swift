/// Splits arrays: one output stream for each of the options' `ranges`.
///
/// Each output contains the elements of its range as an array; with `element_only`, the single
/// element of its range; with `combine_outputs`, one output contains the elements of all ranges.
/// Options: `mediapipe.SplitVectorCalculatorOptions`. As in MediaPipe, each element type is
/// registered under its own name.
public struct SplitVectorCalculator<Element: Sendable>: Calculator {
    private let ranges: [Range<Int>]
    private let elementOnly: Bool
    private let combines: Bool

    /// Declares an array input; array or element outputs.
    ///
    /// - Throws: `TextFormatError` or `StandardCalculatorError` for invalid options.
    public static func contract(_ contract: inout CalculatorContract, _ node: NodeConfig) throws {
        let split = try SplitVectorCalculator(node)
        contract.input("", 0, .type([Element].self))
        let isElement = split.elementOnly && !split.combines
        contract.output("", nil, .type(isElement ? Element.self : [Element].self))
        contract.timestampOffset = 0
    }

    /// Creates the calculator from the node's options.
    ///
    /// - Throws: `TextFormatError` or `StandardCalculatorError` for invalid options.
    public init(_ node: NodeConfig) throws {
        let options = node.options.message("SplitVectorCalculatorOptions") ?? TextMessage()
        try options.requireFields(in: ["ranges", "element_only", "combine_outputs"])
        elementOnly = try options.bool("element_only") ?? false
        combines = try options.bool("combine_outputs") ?? false
        ranges = try options.messages("ranges").map { range in
            try range.requireFields(in: ["begin", "end"])
            let begin = try range.int("begin", in: 0 ... .max) ?? 0
            let end = try range.int("end", in: 0 ... .max) ?? 0
            try StandardCalculatorError.require(begin < end, "range \(begin) to \(end) is empty")
            return begin..<end
        }
        let count = node.outputStreams.count
        if combines {
            try StandardCalculatorError.require(
                count == 1, "combine_outputs requires one output stream")
            let sorted = ranges.sorted { $0.lowerBound < $1.lowerBound }
            for (range, next) in zip(sorted, sorted.dropFirst()) {
                try StandardCalculatorError.require(
                    range.upperBound <= next.lowerBound, "ranges overlap")
            }
        } else {
            try StandardCalculatorError.require(
                count == ranges.count,
                "there are \(count) output streams, but \(ranges.count) ranges")
            try StandardCalculatorError.require(
                !elementOnly || ranges.allSatisfy { $0.count == 1 },
                "element_only requires ranges of one element")
        }
    }

    /// Splits an array.
    ///
    /// - Throws: `StandardCalculatorError` for an array shorter than the ranges; `StreamError` for
    ///   wrong payloads.
    public mutating func process(_ context: CalculatorContext) throws {
        guard let array = try context.inputs[0].value([Element].self) else { return }
        let end = ranges.map(\.upperBound).max() ?? 0
        try StandardCalculatorError.require(
            end <= array.count, "the array has \(array.count) elements, but a range ends at \(end)")
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

/// A node's output streams in one call, by tag and index.
public struct StreamOutputs {
    let context: CalculatorContext

    /// The stream of a tag, with its index where there are several.
    public subscript(_ tag: String, _ index: Int = 0) -> StreamOutput {
        StreamOutput(context: context, index: context.plan.outputIndex(tag, index))
    }

    /// The stream without a tag at this index.
    public subscript(_ index: Int) -> StreamOutput { self["", index] }

    /// How many streams have this tag.
    public func count(_ tag: String = "") -> Int {
        context.plan.config.count(.outputStream, tag: tag)
    }

    /// Says while the node opens how far all output packets are from the input packets: see
    /// `CalculatorContract.timestampOffset`.
    ///
    /// - Throws: When the node is open already.
    public func setOffset(_ offset: Int64) throws(StreamError) {
        for index in context.plan.config.outputStreams.indices {
            try StreamOutput(context: context, index: index).setOffset(offset)
        }
    }
}

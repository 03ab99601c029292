/// A node's input streams in one call, by tag and index.
public struct StreamInputs {
    let context: CalculatorContext

    /// The stream of a tag, with its index where there are several.
    public subscript(_ tag: String, _ index: Int = 0) -> StreamInput {
        StreamInput(context: context, index: context.plan.inputIndex(tag, index))
    }

    /// The stream without a tag at this index.
    public subscript(_ index: Int) -> StreamInput { self["", index] }

    /// How many streams have this tag.
    public func count(_ tag: String = "") -> Int {
        context.plan.config.count(.inputStream, tag: tag)
    }
}

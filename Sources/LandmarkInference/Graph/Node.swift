/// One step of a graph.
struct Node {
    var operation: Operation
    /// The values that it takes, but for constants and the epilogue's.
    var inputs: [Int]
    var output: Int
    var epilogue = Epilogue()

    /// All values that must be there before it runs.
    var reads: [Int] {
        guard let residual = epilogue.residual else { return inputs }
        return inputs + [residual]
    }
}

internal import CLandmarkKernels

/// Rows of a blocked tensor in memory: all of them, or a strip.
struct RowView {
    let base: UnsafeMutablePointer<Float>
    /// The tensor's row that lies at `base`.
    let firstRow: Int
    /// Floats between planes.
    let plane: Int

    /// Where a row begins, in a plane whose rows are `rowFloats` long.
    func row(_ row: Int, _ rowFloats: Int) -> UnsafeMutablePointer<Float> {
        base + (row - firstRow) * rowFloats
    }
}

/// A convolution that can compute any rows of its output by themselves.
struct RowOperator {
    let name: String
    /// What it reads in place of its node's input, always whole, or nil.
    let input: Int?
    let epilogue: PlannedEpilogue
    /// The window that says which input rows it needs, or nil when it needs them all.
    let window: Window?
    /// Makes the step that computes `rows` from one view to another.
    let make:
        (_ memory: PlanMemory, _ rows: Range<Int>, _ input: RowView, _ output: RowView) -> lk_step
}

extension Window {
    /// The rows of an input of `height` that `rows` of the output look at.
    func inputRows(_ rows: Range<Int>, height: Int) -> Range<Int> {
        let first = max(rows.lowerBound * strideY - top, 0)
        let last = min((rows.upperBound - 1) * strideY - top + reachY, height)
        return min(first, height)..<max(last, min(first, height))
    }
}

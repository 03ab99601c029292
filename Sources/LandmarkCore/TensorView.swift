/// The memory of a network's image input: rows of `width × channels` floats.
///
/// Rows need not be adjacent: a network may keep a border around them. Valid only inside the closure
/// that receives it.
package struct TensorView {
    package let base: UnsafeMutablePointer<Float>
    package let height: Int
    package let width: Int
    package let channels: Int
    /// Floats from the start of one row to the start of the next.
    package let rowStride: Int

    package init(
        base: UnsafeMutablePointer<Float>, height: Int, width: Int, channels: Int, rowStride: Int
    ) {
        self.base = base
        self.height = height
        self.width = width
        self.channels = channels
        self.rowStride = rowStride
    }
}

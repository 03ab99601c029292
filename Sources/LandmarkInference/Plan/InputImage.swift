/// A network's input in row-major memory, with zero borders if its first convolution wants some.
struct InputImage {
    let buffer: Int
    let height: Int
    let width: Int
    let channels: Int
    /// Rows above the image and columns left of it.
    let top: Int
    let left: Int
    /// Floats between rows.
    let rowStride: Int

    /// Floats before the first pixel.
    var offset: Int { top * rowStride + left * channels }
}

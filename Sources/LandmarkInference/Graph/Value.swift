/// A tensor of a graph: what a node makes and others take.
struct Value {
    var name: String
    var shape: [Int]
    /// Where its numbers are, for a constant.
    var constant: Constant?

    var count: Int { shape.reduce(1, *) }
    /// The last dimension: channels, for an image.
    var channels: Int { shape.last ?? 1 }
    /// Everything before the last dimension: pixels, for an image.
    var pixels: Int { shape.dropLast().reduce(1, *) }
    /// Rows of pixels; a tensor that is no image has one.
    var height: Int { isImage ? shape[1] : 1 }
    /// Pixels in a row.
    var width: Int { isImage ? shape[2] : pixels }
    /// Whether it has the shape [1, height, width, channels].
    var isImage: Bool { shape.count == 4 && shape[0] == 1 }
}

/// A tensor of 32-bit floats in a packet: MediaPipe's `Tensor`. Streams carry arrays of them.
public struct GraphTensor: Sendable, Hashable {
    /// The dimensions, row-major.
    public let shape: [Int]
    /// The values; as many as the product of the dimensions.
    public let values: [Float]

    /// Creates a tensor.
    ///
    /// - Precondition: There are as many values as `shape` says.
    public init(shape: [Int], values: [Float]) {
        precondition(
            shape.reduce(1, *) == values.count, "\(values.count) values for the shape \(shape)")
        self.shape = shape
        self.values = values
    }
}

/// The anchor of an SSD (single-shot detector): MediaPipe's `Anchor`. A side packet carries arrays of
/// them.
public struct SSDAnchor: Sendable, Hashable {
    /// The horizontal center as a fraction of the detector's input, or in pixels without
    /// `normalize_coordinates`.
    public var xCenter: Float
    /// The vertical center.
    public var yCenter: Float
    /// The height.
    public var height: Float
    /// The width.
    public var width: Float

    /// Creates an anchor.
    public init(xCenter: Float, yCenter: Float, height: Float, width: Float) {
        self.xCenter = xCenter
        self.yCenter = yCenter
        self.height = height
        self.width = width
    }
}

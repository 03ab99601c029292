/// A tensor in a packet: MediaPipe's `Tensor`. Streams carry arrays of them.
public struct GraphTensor: Sendable, Hashable {
    /// The types of a tensor's elements.
    public enum Element: String, Sendable, Hashable {
        /// 32-bit floats.
        case float32
        /// Integers 0…255.
        case uint8
        /// Integers −128…127.
        case int8
    }

    /// The dimensions, row-major.
    public let shape: [Int]
    /// The values; their number is the product of the dimensions. All element types are represented
    /// exactly.
    public let values: [Float]
    /// The type of the elements.
    public let element: Element

    /// Creates a tensor.
    ///
    /// - Precondition: The number of values matches `shape`.
    public init(shape: [Int], values: [Float], element: Element = .float32) {
        precondition(
            shape.reduce(1, *) == values.count, "\(values.count) values for the shape \(shape)")
        self.shape = shape
        self.values = values
        self.element = element
    }

    /// The dimensions of an image, [1, height, width, channels] or without the 1; nil for other shapes.
    var imageShape: (height: Int, width: Int, channels: Int)? {
        guard shape.count == 3 || shape.count == 4 && shape[0] == 1 else { return nil }
        let last = shape.suffix(3)
        return (last[last.startIndex], last[last.startIndex + 1], last[last.startIndex + 2])
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

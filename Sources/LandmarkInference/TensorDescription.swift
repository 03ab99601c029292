internal import LandmarkCore

/// An input or output of a network.
public struct TensorDescription: Sendable, Hashable {
    /// The tensor's name in the model.
    public let name: String
    /// The dimensions, row-major.
    public let shape: [Int]

    /// The number of values.
    public var count: Int { shape.reduce(1, *) }

    private var isImage: Bool { shape.count == 4 && shape[0] == 1 }
    /// Rows of pixels; 1 for a tensor that is not an image.
    var height: Int { isImage ? shape[1] : 1 }
    /// Pixels in a row.
    var width: Int { isImage ? shape[2] : shape.dropLast().reduce(1, *) }
    var channels: Int { shape.last ?? 1 }

    /// Returns whether the tensor contains all of `window`.
    func contains(_ window: ChannelWindow) -> Bool {
        window.channel >= 0 && window.channel < channels && window.rows.lowerBound >= 0
            && window.rows.upperBound <= height && window.columns.lowerBound >= 0
            && window.columns.upperBound <= width
    }

    /// Copies a window of the tensor's row-major values to `target`, row by row.
    func copy(
        _ window: ChannelWindow, from values: UnsafePointer<Float>,
        to target: UnsafeMutablePointer<Float>
    ) {
        let source = values + window.channel
        var target = target
        for row in window.rows {
            for column in window.columns {
                target.initialize(to: source[(row * width + column) * channels])
                target += 1
            }
        }
    }
}

extension TensorDescription {
    /// The values of the tensor in memory, row-major, as an image.
    func view(of memory: UnsafeMutablePointer<Float>) -> TensorView {
        TensorView(
            base: memory, height: height, width: width, channels: channels,
            rowStride: width * channels)
    }
}

/// A rectangle of one channel of an output.
public struct ChannelWindow: Sendable, Hashable {
    /// The channel: an index in the output's last dimension.
    public var channel: Int
    /// Rows of pixels. An output whose shape is not [1, height, width, channels] has one row.
    public var rows: Range<Int>
    /// Pixels in each row.
    public var columns: Range<Int>

    /// Creates a window. It is checked against the output when that is read.
    public init(channel: Int, rows: Range<Int>, columns: Range<Int>) {
        self.channel = channel
        self.rows = rows
        self.columns = columns
    }
}

/// A rectangle of one channel of an output.
public struct ChannelWindow: Sendable, Hashable {
    /// The channel: a place in the output's last dimension.
    public var channel: Int
    /// Rows of pixels. An output that has not the shape [1, height, width, channels] has one.
    public var rows: Range<Int>
    /// Pixels of each row.
    public var columns: Range<Int>

    /// Makes a window; whether an output has it is seen where it is read.
    public init(channel: Int, rows: Range<Int>, columns: Range<Int>) {
        self.channel = channel
        self.rows = rows
        self.columns = columns
    }
}

import LandmarkCore
import LandmarkGraph
import LandmarkImaging

extension PayloadRule {
    /// An image: a `PixelBuffer`, or a `Frame` when it lies turned.
    static let image = PayloadRule.oneOf([PixelBuffer.self, Frame.self])
}

extension StreamInput {
    /// The image that has come, as a frame of this moment; nil when none has.
    func frame() throws -> Frame? {
        guard !isEmpty else { return nil }
        let timestamp = Timestamp(packet.timestamp)
        if packet.holds(Frame.self) {
            let frame = try get(Frame.self)
            return Frame(
                image: frame.image, timestamp: timestamp, orientation: frame.orientation)
        }
        return Frame(image: try get(PixelBuffer.self), timestamp: timestamp)
    }
}

extension Timestamp {
    /// The whole milliseconds of a graph's moment, rounded down.
    init(_ moment: GraphTimestamp) {
        let (quotient, remainder) = moment.rawValue.quotientAndRemainder(dividingBy: 1000)
        self.init(milliseconds: Int(quotient) - (remainder < 0 ? 1 : 0))
    }
}

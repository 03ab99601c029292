import CFFmpeg
import LandmarkCore

/// Turns milliseconds into the times of the video that is written.
struct WriterTiming {
    /// Times count one `below`-th of a second.
    let below: Int
    let rate: FrameRate?
    /// The time of millisecond 0.
    let start: Int

    /// - Parameters:
    ///   - rate: The constant rate that frames keep to, if they do.
    ///   - start: When the source's first frame is shown, in seconds as a fraction.
    init(rate: FrameRate?, start: (above: Int, below: Int)) {
        // No coarser than the clock of broadcasts, and a frame's length in whole units.
        let usable = rate.flatMap { $0.numerator <= 1_000_000 ? $0 : nil }
        self.rate = usable
        if let usable {
            below = usable.numerator * ((90_000 + usable.numerator - 1) / usable.numerator)
        } else {
            below = 90_000
        }
        self.start = Int(
            av_rescale(Int64(start.above), Int64(below), Int64(max(1, start.below))))
    }

    /// How long a frame at the constant rate is shown.
    var period: Int? { rate.map { below / $0.numerator * $0.denominator } }

    /// 2³¹ seconds, before and after 0: all that is computed with such times fits.
    private static let mostSeconds = 1 << 31

    /// When a frame is shown: at its place in the row if its milliseconds are those of one. Nil
    /// beyond what a video can have.
    func time(of timestamp: Timestamp) -> Int? {
        let milliseconds = timestamp.milliseconds
        guard milliseconds.magnitude <= UInt(1000 * Self.mostSeconds),
            start.magnitude <= UInt(below * Self.mostSeconds)
        else { return nil }
        if let rate, let period, milliseconds >= 0 {
            let place = Double(milliseconds) * rate.framesPerSecond / 1000
            if place < 0x1p40 {
                let index = Int(place.rounded())
                if rate.timestamp(ofFrame: index) == timestamp { return start + index * period }
            }
        }
        return start + Int(av_rescale(Int64(milliseconds), Int64(below), 1000))
    }
}

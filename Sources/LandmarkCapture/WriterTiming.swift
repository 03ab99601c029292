import LandmarkCore
import LandmarkImaging

/// Converts timestamps to the ticks of a video being written.
struct WriterTiming {
    /// The resolution of the video's timestamps.
    let ticksPerSecond: Int
    let rate: FrameRate?
    /// The time of millisecond 0, in ticks.
    let start: Int

    /// Creates the conversion.
    ///
    /// - Parameters:
    ///   - rate: The constant frame rate, if there is one.
    ///   - start: The presentation time of the source's first frame, in seconds as a fraction.
    init(rate: FrameRate?, start: (numerator: Int, denominator: Int)) {
        // Use at least the 90 kHz of broadcast clocks, and a whole number of ticks per frame.
        let usable = rate.flatMap { $0.numerator <= 1_000_000 ? $0 : nil }
        self.rate = usable
        if let usable {
            ticksPerSecond = usable.numerator * ((90_000 + usable.numerator - 1) / usable.numerator)
        } else {
            ticksPerSecond = 90_000
        }
        self.start = start.numerator.rescaled(by: ticksPerSecond, over: max(1, start.denominator))
    }

    /// The duration of a frame at the constant rate, in ticks.
    var period: Int? { rate.map { ticksPerSecond / $0.numerator * $0.denominator } }

    /// The limit on times, ±2³¹ seconds, within which no computation overflows.
    private static let maximumSeconds = 1 << 31

    /// Returns the time of a frame in ticks: exact if its timestamp is that of a frame at the
    /// constant rate, otherwise rounded from milliseconds. Returns nil beyond ±2³¹ seconds.
    func time(of timestamp: Timestamp) -> Int? {
        let milliseconds = timestamp.milliseconds
        guard milliseconds.magnitude <= UInt(1000 * Self.maximumSeconds),
            start.magnitude <= UInt(ticksPerSecond * Self.maximumSeconds)
        else { return nil }
        if let rate, let period, milliseconds >= 0 {
            let position = Double(milliseconds) * rate.framesPerSecond / 1000
            if position < 0x1p40 {
                let index = Int(position.rounded())
                if rate.timestamp(ofFrame: index) == timestamp { return start + index * period }
            }
        }
        return start + milliseconds.rescaled(by: ticksPerSecond, over: 1000)
    }
}

extension Int {
    /// Returns `self · factor / divisor` rounded to the nearest integer, halves away from 0; the
    /// largest number on overflow. The factor must not be negative, and the divisor must be at
    /// least 1.
    fileprivate func rescaled(by factor: Int, over divisor: Int) -> Int {
        guard self != .min, let size = Int(magnitude).scaled(by: factor, over: divisor) else {
            return .max
        }
        return self < 0 ? -size : size
    }
}

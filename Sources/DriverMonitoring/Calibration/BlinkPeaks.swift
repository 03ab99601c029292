/// Learns how the closed eyes of a driver measure, from how far his blinks go.
///
/// It finds blinks by their shape, a short rise above the open eyes, and needs no idea of how
/// closed eyes measure.
struct BlinkPeaks {
    /// The rise that begins a blink; it ends below half of that.
    private static let rise = 0.15
    /// The rise of one that counts.
    private static let least = 0.25
    private static let length = 50...500
    /// With the head moving further, in degrees, it is a look down.
    private static let pitch = 5.0
    private static let fewest = 5
    private static let quantile = 0.95

    private struct Rise {
        let start: Int
        let pitch: Double
        var peak: Double
        var lowestRatio: Double
        var isStraight = true
    }

    private var current: Rise?
    private var peaks = Histogram(0...1, bins: 1000)
    private var ratios = Histogram(0...1, bins: 1000)

    /// The coefficient and the aspect ratio of closed eyes; nil before five blinks.
    var closed: (blink: Double, aspectRatio: Double)? {
        guard peaks.count >= Self.fewest, let blink = peaks.quantile(Self.quantile),
            let aspectRatio = ratios.quantile(1 - Self.quantile)
        else { return nil }
        return (blink, aspectRatio)
    }

    /// Takes a frame.
    ///
    /// - Returns: Whether it ended a blink that counts.
    mutating func update(
        blink: Double, open: Double, aspectRatio: Double, pitch: Double, _ tick: Tick
    ) -> Bool {
        if tick.step == 0 { current = nil }
        guard var rise = current else {
            if blink >= open + Self.rise {
                current = Rise(
                    start: tick.now, pitch: pitch, peak: blink, lowestRatio: aspectRatio)
            }
            return false
        }
        if abs(pitch - rise.pitch) > Self.pitch { rise.isStraight = false }
        guard blink < open + Self.rise / 2 else {
            rise.peak = max(rise.peak, blink)
            rise.lowestRatio = min(rise.lowestRatio, aspectRatio)
            current = rise
            return false
        }
        current = nil
        guard rise.isStraight, rise.peak >= open + Self.least,
            Self.length.contains(tick.now - rise.start)
        else { return false }
        peaks.add(rise.peak)
        ratios.add(rise.lowestRatio)
        return true
    }

    /// The eyes could not be read.
    mutating func interrupt() { current = nil }
}

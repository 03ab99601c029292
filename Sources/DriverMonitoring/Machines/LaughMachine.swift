/// Notices that a driver laughs: the mouth smiles, and is wider or more open than it usually is.
///
/// Cheeks that rise in a laugh close the lids, and people who fall asleep do not begin to smile. A driver
/// who smiles all the time does not laugh by that.
struct LaughMachine {
    /// The smile, 0…1, of a laugh, and by how much smile and openness of the mouth exceed the usual ones
    /// together.
    private static let minSmile = 0.5
    private static let minRise = 0.2
    /// The same of a laugh that goes on: mouths move in it.
    private static let endSmile = 0.35
    private static let endRise = 0.1
    /// The time constant, in milliseconds, with which the usual mouth follows; at first it is the mean.
    private static let timeConstant = 60_000

    /// Smile and openness of the mouth together.
    private var usual = 0.0
    /// The time for which the mouth was seen, in milliseconds, up to `timeConstant`.
    private var seen = 0
    /// The last frame of a laugh.
    private var last = 0
    /// Since when the driver laughs; nil when not.
    private(set) var start: Int?

    mutating func update(_ reading: SanitizedReading, _ tick: Tick) {
        if tick.gapStart != nil { start = nil }
        if let smile = reading.smile, let openness = reading.mouthOpenness {
            follow(smile: smile, mouth: smile + openness, tick)
        }
        if start != nil, Elapsed.exceeds(tick.now - last) { start = nil }
    }

    private mutating func follow(smile: Double, mouth: Double, _ tick: Tick) {
        seen = min(Self.timeConstant, seen + max(1, tick.step))
        let rise = mouth - usual
        let isLaugh =
            start == nil
            ? smile >= Self.minSmile && rise >= Self.minRise && seen > Elapsed.maxFrameGap
            : smile >= Self.endSmile && rise >= Self.endRise
        if isLaugh {
            start = start ?? tick.now
            last = tick.now
        }
        usual += rise * Double(max(1, tick.step)) / Double(seen)
    }
}

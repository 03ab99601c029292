/// Notices that a driver laughs: the mouth smiles, and is wider or more open than it usually is.
///
/// Cheeks that rise in a laugh close the lids, and people who fall asleep do not begin to smile. A constant
/// smile is not a laugh.
struct LaughMachine {
    /// The least smile, 0…1, of a laugh, and by how much the sum of smile and mouth openness exceeds the
    /// usual one.
    private static let minSmile = 0.5
    private static let minRise = 0.2
    /// The same for a laugh in progress, in which mouths move.
    private static let endSmile = 0.35
    private static let endRise = 0.1
    /// The time constant, in milliseconds, with which the usual mouth follows; at first it is the mean.
    private static let timeConstant = 60_000

    /// The usual sum of smile and mouth openness.
    private var usual = 0.0
    /// How long the mouth has been seen, in milliseconds, up to `timeConstant`.
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

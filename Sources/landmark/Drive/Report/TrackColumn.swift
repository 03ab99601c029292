import DriverMonitoring

/// What a report keeps of frames that follow each other: of each track the least and the most.
struct TrackColumn: Sendable {
    /// The time of the first frame, in milliseconds.
    private(set) var start: Int
    /// The time of the last frame, in milliseconds.
    private(set) var end: Int
    private var low = SIMD8<Float>(repeating: .infinity)
    private var high = SIMD8<Float>(repeating: -.infinity)
    /// The highest level.
    private(set) var level: FatigueLevel
    /// Whether some alert was on.
    private(set) var isAlert: Bool
    /// Whether the eyes could be read in some frame.
    private(set) var isUsable: Bool

    /// A column of one frame.
    init(_ result: DriverResult) {
        start = result.timestamp.milliseconds
        end = start
        level = result.fatigueLevel
        isAlert = result.isAlert
        isUsable = result.signals.isUsable
        for track in Track.allCases {
            guard let value = track.value(in: result), value.isFinite else { continue }
            low[track.rawValue] = Float(value)
            high[track.rawValue] = Float(value)
        }
    }

    /// The least and the most of a track; nil when it was never known.
    func range(of track: Track) -> ClosedRange<Double>? {
        let (least, most) = (low[track.rawValue], high[track.rawValue])
        return least <= most ? Double(least)...Double(most) : nil
    }

    /// Takes in the frames of a column that comes after this one.
    mutating func merge(_ next: TrackColumn) {
        end = next.end
        low = pointwiseMin(low, next.low)
        high = pointwiseMax(high, next.high)
        level = max(level, next.level)
        isAlert = isAlert || next.isAlert
        isUsable = isUsable || next.isUsable
    }
}

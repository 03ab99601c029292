import DriverMonitoring
import LandmarkCore

/// What a report keeps of frames that follow each other: of each track the least and the most.
struct TrackColumn: Sendable {
    /// The time of the first frame, in milliseconds.
    private(set) var start: Int
    /// The time of the last frame, in milliseconds.
    private(set) var end: Int
    private var low = SIMD8<Float>(repeating: .infinity)
    private var high = SIMD8<Float>(repeating: -.infinity)
    private var sum = SIMD8<Float>(repeating: 0)
    private var count = SIMD8<Float>(repeating: 0)
    /// The highest level.
    private(set) var level: FatigueLevel
    /// Whether some alert was on.
    private(set) var isAlert: Bool
    /// Whether the eyes could be read in some frame.
    private(set) var isUsable: Bool
    /// Whether the level says something: above the lowest, or of eyes that can be read.
    var isJudged: Bool { level > .alert || isUsable }

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
            sum[track.rawValue] = Float(value)
            count[track.rawValue] = 1
        }
    }

    /// The least, the most and the mean of a track.
    struct Extent {
        let least: Double
        let most: Double
        let mean: Double
        /// Of how many frames.
        let count: Double
    }

    /// What a track did; nil when it was never known.
    func extent(of track: Track) -> Extent? {
        let index = track.rawValue
        guard count[index] > 0 else { return nil }
        return Extent(
            least: Double(low[index]), most: Double(high[index]),
            mean: Double(sum[index] / count[index]), count: Double(count[index]))
    }

    /// Takes in the frames of a column that comes after this one.
    mutating func merge(_ next: TrackColumn) {
        end = next.end
        low = pointwiseMin(low, next.low)
        high = pointwiseMax(high, next.high)
        sum += next.sum
        count += next.count
        level = max(level, next.level)
        isAlert = isAlert || next.isAlert
        isUsable = isUsable || next.isUsable
    }
}

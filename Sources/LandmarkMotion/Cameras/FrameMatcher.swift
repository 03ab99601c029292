/// Finds the frames of several recordings that were taken at the same time.
///
/// Recordings may have different frame counts, rates and starts; their clocks must be the same.
public enum FrameMatcher {
    /// Frames of the same time.
    public struct Match: Sendable, Hashable {
        /// The time in seconds of the reference recording's frame.
        public var time: Double
        /// The index of each recording's frame; nil where none is close enough.
        public var frames: [Int?]
    }

    /// How far apart frames of the same time may be, in intervals of the slowest recording.
    public static let tolerance = 0.5
    /// How much shorter a recording's interval must be to count as faster.
    private static let rateTolerance = 1.05

    /// Matches frames by their times.
    ///
    /// The reference is the slowest recording, or of several equally slow ones the one with the most frames.
    /// Each of its frames is matched with the nearest frame of every other recording that is at most half of
    /// its median interval away. So no frame is used twice.
    ///
    /// - Parameter times: For each recording, the times of its frames in seconds, increasing. A
    ///   recording without frames never matches.
    /// - Returns: One match for each frame of the reference; none without recordings.
    /// - Throws: `MotionError.timeNotIncreasing` for a time that is not finite, or not later than the
    ///   one before it.
    public static func matches(of times: [[Double]]) throws(MotionError) -> [Match] {
        for recording in times { try check(recording) }
        guard let reference = referenceIndex(of: times) else { return [] }
        let interval = SampleRuns.medianInterval(of: times[reference])
        let limit = tolerance * (interval ?? longestInterval(of: times) ?? .infinity)
        var next = times.map { _ in 0 }
        return times[reference].enumerated().map { index, time in
            var match = Match(time: time, frames: [])
            for recording in times.indices {
                if recording == reference {
                    match.frames.append(index)
                    continue
                }
                let frames = times[recording]
                var nearest = next[recording]
                while nearest + 1 < frames.count,
                    abs(frames[nearest + 1] - time) < abs(frames[nearest] - time)
                {
                    nearest += 1
                }
                let isNear = nearest < frames.count && abs(frames[nearest] - time) <= limit
                match.frames.append(isNear ? nearest : nil)
                next[recording] = isNear ? nearest + 1 : nearest
            }
            return match
        }
    }

    private static func check(_ times: [Double]) throws(MotionError) {
        var last = -Double.infinity
        for time in times {
            guard time.isFinite, time > last else {
                throw .timeNotIncreasing(time: time, last: last)
            }
            last = time
        }
    }

    /// The index of the slowest recording.
    private static func referenceIndex(of times: [[Double]]) -> Int? {
        let slowest = longestInterval(of: times)
        var best: Int?
        for index in times.indices where !times[index].isEmpty {
            if let slowest, let interval = SampleRuns.medianInterval(of: times[index]),
                interval * rateTolerance < slowest
            {
                continue
            }
            if best.map({ times[$0].count < times[index].count }) ?? true { best = index }
        }
        return best
    }

    private static func longestInterval(of times: [[Double]]) -> Double? {
        times.compactMap { SampleRuns.medianInterval(of: $0) }.max()
    }
}

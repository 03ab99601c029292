import LandmarkCore
import LandmarkGraph

/// Which frame was there at which time: a graph may give a packet long after the frame it is about.
struct GraphPlaces {
    /// A frame's number from 0, and its size.
    struct Place {
        let number: Int
        let size: PixelSize
    }

    /// The newest frames that are remembered, at least.
    private static let most = 10_000

    private var frames: [(time: GraphTimestamp, place: Place)] = []

    /// Notes a frame, whose time is above that of the one before.
    mutating func add(_ place: Place, at time: GraphTimestamp) {
        if frames.count >= 2 * Self.most { frames.removeFirst(Self.most) }
        frames.append((time, place))
    }

    /// The frame of a time; nil when there was none.
    subscript(time: GraphTimestamp) -> Place? {
        var low = 0
        var high = frames.count
        while low < high {
            let middle = (low + high) / 2
            if frames[middle].time < time { low = middle + 1 } else { high = middle }
        }
        return low < frames.count && frames[low].time == time ? frames[low].place : nil
    }
}

package import LandmarkCore

/// Determines when the frames of a file are due, and their times in a stream that repeats the file.
package struct LoopClock: Sendable {
    /// The interval at 30 frames per second, for files with a single frame.
    private static let usualInterval = 33

    private var start = 0.0
    /// The times in this round, in the file's milliseconds.
    private var first: Int?
    private var last: Int?
    private var interval = Self.usualInterval
    /// The offset added to the file's times; 0 in the first round.
    private var offset = 0
    private var end: Int?

    package init() {}

    /// Whether the last round had any frames; repeating a file without frames would never end.
    package var hasFrames: Bool { last != nil }

    /// Begins a round at a time in seconds.
    package mutating func begin(at now: Double) {
        if let last { end = last + offset + interval }
        start = now
        first = nil
        last = nil
    }

    /// Places a frame.
    ///
    /// - Returns: Its time in the stream, and the seconds to wait for it.
    package mutating func place(_ timestamp: Timestamp, now: Double) -> (Timestamp, wait: Double) {
        let time = timestamp.milliseconds
        if first == nil, let end { offset = end - time }
        let begin = first ?? time
        first = begin
        if let last, time > last { interval = time - last }
        last = time
        let due = start + Double(time - begin) / 1000
        return (.milliseconds(time + offset), max(0, due - now))
    }
}

extension Orientation {
    /// The orientation of a video whose frames must be transformed by a matrix with the first row
    /// (a, b) to be upright, as in track headers; rounded to a quarter.
    package init(transformA a: Double, b: Double) {
        guard abs(b) > abs(a) else {
            self = a < 0 ? .down : .up
            return
        }
        self = b > 0 ? .right : .left
    }
}

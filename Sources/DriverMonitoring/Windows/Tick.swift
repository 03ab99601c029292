/// A frame's place in time, in milliseconds.
struct Tick {
    /// The frame's time.
    let now: Int
    /// The time since the frame before, which this frame speaks for; 0 for the first frame and
    /// after a gap.
    let step: Int
    /// The last frame before a gap, when there was one.
    let gapStart: Int?

    /// All the time since the frame before, that of a gap as well.
    var elapsed: Int { gapStart.map { now - $0 } ?? step }
}

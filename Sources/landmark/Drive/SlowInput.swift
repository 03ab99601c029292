/// Finds inputs whose frames are too far apart to follow a driver by.
struct SlowInput {
    /// Frames farther apart have nothing known between them, in milliseconds; 1 is for rounding.
    private static let longestStep = 501
    /// So many gaps one after the other are no pause.
    private static let gaps = 3

    private var last: Int?
    private var count = 0

    /// Takes a frame's time in milliseconds; returns whether that is to be told now, which is once.
    mutating func add(_ time: Int) -> Bool {
        defer { last = time }
        guard let last, count < Self.gaps else { return false }
        count = time - last > Self.longestStep ? count + 1 : 0
        return count == Self.gaps
    }
}

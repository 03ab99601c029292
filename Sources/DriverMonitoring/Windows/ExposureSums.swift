/// How much of a window's time was what, in milliseconds.
struct ExposureSums {
    /// The window's length.
    let length: Int
    /// The time that frames speak for.
    private(set) var observed = 0
    /// The part of it in which eyes could be read.
    private(set) var usable = 0
    /// The part of that in which they were closed.
    private(set) var closed = 0
    /// The first run that is not wholly outside the window.
    var firstRun = 0
    /// How much of that run is outside.
    var taken = 0

    init(length: Int) {
        self.length = length
    }

    /// The closed part of the usable time, 0…1, as if half a window were usable at the least: so
    /// the first closure is not all there was.
    var perclos: Double { Double(closed) / Double(max(usable, length / 2)) }

    /// Adds time of a kind; `closedOnly` when it has been counted as usable already.
    mutating func add(_ time: Int, _ kind: Exposure.Kind, closedOnly: Bool = false) {
        if !closedOnly { observed += time }
        if !closedOnly, kind != .unusable { usable += time }
        if kind == .closed { closed += time }
    }

    mutating func remove(_ time: Int, _ kind: Exposure.Kind) {
        observed -= time
        if kind != .unusable { usable -= time }
        if kind == .closed { closed -= time }
    }

    /// The oldest run, of `length`, is no more.
    mutating func forgetOldest(_ length: Int, _ kind: Exposure.Kind) {
        if firstRun > 0 {
            firstRun -= 1
        } else {
            remove(length - taken, kind)
            taken = 0
        }
    }
}

/// The state of the eyes over the last three minutes, from which PERCLOS is computed.
///
/// Consecutive spans of the same state are stored as runs. Each window keeps sums in whole
/// milliseconds, updated as runs enter and leave it, so the sums cannot drift. Memory is bounded:
/// if the state changes so often that the runs do not fit, the oldest are dropped early and the
/// long window is shorter for a while.
struct EyeStateHistory {
    enum State {
        /// Nothing could be measured.
        case unusable
        /// Open, or closed only for a blink, a yawn or a laugh.
        case open
        /// Closed, possibly only for a blink, a yawn or a laugh.
        case undecided
        /// Closed for longer.
        case closed
    }

    private struct Run {
        var end: Int
        var length: Int
        var state: State
    }

    /// Enough for a state change in every frame for more than three minutes at 30 frames per
    /// second.
    private static let capacity = 6000

    private var runs = RingBuffer<Run>(capacity: capacity)
    private(set) var threeSeconds = EyeStateWindow(length: 3000)
    private(set) var minute = EyeStateWindow(length: 60_000)
    private(set) var threeMinutes = EyeStateWindow(length: 180_000)

    /// Adds the time that a frame accounts for, and drops time that is too old.
    mutating func add(_ state: State, _ tick: Tick) {
        if tick.step > 0 { append(state, tick) }
        trim(tick.now)
    }

    /// Drops time that is too old at `now`.
    mutating func trim(_ now: Int) {
        Self.trim(&threeSeconds, runs, now)
        Self.trim(&minute, runs, now)
        Self.trim(&threeMinutes, runs, now)
        while threeMinutes.firstRun > 0 { dropOldest() }
    }

    /// Sets the state of all undecided time since the frame at `start`. If that is older than the shortest
    /// window, that window's closed time is wrong, and is not used.
    mutating func decide(_ state: State, since start: Int) {
        var index = runs.count - 1
        while index >= 0, runs[index].end >= start {
            if runs[index].state == .undecided {
                if state == .closed { count(runs[index].length, .closed, closedOnly: true) }
                runs[index].state = state
            }
            index -= 1
        }
    }

    /// Makes all closed or undecided time since the frame at `start` open. That frame must be
    /// younger than the shortest window.
    mutating func withdraw(since start: Int) {
        var index = runs.count - 1
        while index >= 0, runs[index].end >= start {
            let run = runs[index]
            if run.state == .closed {
                threeSeconds.removeClosed(run.length)
                minute.removeClosed(run.length)
                threeMinutes.removeClosed(run.length)
            }
            if run.state == .closed || run.state == .undecided { runs[index].state = .open }
            index -= 1
        }
    }

    private mutating func append(_ state: State, _ tick: Tick) {
        if let last = runs.newest, last.state == state, last.end == tick.now - tick.step {
            runs[runs.count - 1].end = tick.now
            runs[runs.count - 1].length += tick.step
        } else {
            if runs.isFull { dropOldest() }
            runs.append(Run(end: tick.now, length: tick.step, state: state))
        }
        count(tick.step, state)
    }

    private mutating func count(_ length: Int, _ state: State, closedOnly: Bool = false) {
        threeSeconds.add(length, state, closedOnly: closedOnly)
        minute.add(length, state, closedOnly: closedOnly)
        threeMinutes.add(length, state, closedOnly: closedOnly)
    }

    /// Subtracts the time that has left a window from its sums.
    private static func trim(_ window: inout EyeStateWindow, _ runs: RingBuffer<Run>, _ now: Int) {
        let start = now - window.length
        while window.firstRun < runs.count {
            let run = runs[window.firstRun]
            let outside = min(start, run.end) - (run.end - run.length)
            if outside > window.removedOfFirstRun {
                window.remove(outside - window.removedOfFirstRun, run.state)
                window.removedOfFirstRun = outside
            }
            guard run.end <= start else { return }
            window.firstRun += 1
            window.removedOfFirstRun = 0
        }
    }

    private mutating func dropOldest() {
        guard let run = runs.oldest else { return }
        threeSeconds.dropOldest(run.length, run.state)
        minute.dropOldest(run.length, run.state)
        threeMinutes.dropOldest(run.length, run.state)
        runs.removeOldest()
    }
}

/// The time per eye state in a sliding window, in milliseconds.
struct EyeStateWindow {
    /// The length of the window.
    let length: Int
    /// The time that frames account for.
    private(set) var observed = 0
    /// The part of `observed` in which the eyes could be read.
    private(set) var usable = 0
    /// The part of `usable` in which they were closed.
    private(set) var closed = 0
    /// The index of the first run that is at least partly inside the window.
    var firstRun = 0
    /// The part of that run that is outside.
    var removedOfFirstRun = 0

    init(length: Int) {
        self.length = length
    }

    /// PERCLOS, 0…1: closed over usable time. At least half the window counts as usable, so that an early
    /// closure does not cause a spike.
    var perclos: Double { Double(closed) / Double(max(usable, length / 2)) }

    /// Adds time in a state; `closedOnly` if it has already been counted as usable.
    mutating func add(_ time: Int, _ state: EyeStateHistory.State, closedOnly: Bool = false) {
        if !closedOnly { observed += time }
        if !closedOnly, state != .unusable { usable += time }
        if state == .closed { closed += time }
    }

    mutating func remove(_ time: Int, _ state: EyeStateHistory.State) {
        observed -= time
        if state != .unusable { usable -= time }
        if state == .closed { closed -= time }
    }

    /// Subtracts closed time that turned out to be open.
    mutating func removeClosed(_ time: Int) { closed -= time }

    /// Accounts for the removal of the oldest run from the history.
    mutating func dropOldest(_ length: Int, _ state: EyeStateHistory.State) {
        if firstRun > 0 {
            firstRun -= 1
        } else {
            remove(length - removedOfFirstRun, state)
            removedOfFirstRun = 0
        }
    }
}

/// The blinks of the last three minutes.
struct BlinkHistory {
    private struct Blink {
        let end: Int
        let length: Int
    }

    /// How long blinks are kept, in milliseconds.
    private static let retention = 180_000
    /// Minimum duration of a long blink, in milliseconds.
    private static let longBlink = 500
    /// Minimum number of blinks for the share of long ones to be meaningful.
    private static let minBlinks = 10

    private var blinks = RingBuffer<Blink>(capacity: 2048)
    private var totalLength = 0
    private var longBlinks = 0

    mutating func add(length: Int, end: Int) {
        if blinks.isFull { removeOldest() }
        blinks.append(Blink(end: end, length: length))
        totalLength += length
        if Elapsed.reached(length, Self.longBlink) { longBlinks += 1 }
    }

    /// Drops blinks older than three minutes.
    mutating func trim(_ now: Int) {
        while let oldest = blinks.oldest, now - oldest.end > Self.retention { removeOldest() }
    }

    /// The statistics, given `usable` milliseconds in which blinks could be seen.
    func statistics(usable: Int) -> BlinkStatistics {
        let count = blinks.count
        return BlinkStatistics(
            count: count,
            perMinute: usable > 0 ? Double(count) * 60_000 / Double(usable) : 0,
            meanDuration: count > 0 ? Double(totalLength) / Double(count) / 1000 : 0,
            longShare: count >= Self.minBlinks ? Double(longBlinks) / Double(count) : nil)
    }

    private mutating func removeOldest() {
        guard let oldest = blinks.oldest else { return }
        totalLength -= oldest.length
        if Elapsed.reached(oldest.length, Self.longBlink) { longBlinks -= 1 }
        blinks.removeOldest()
    }
}

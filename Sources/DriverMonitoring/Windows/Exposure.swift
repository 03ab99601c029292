/// How the last three minutes were spent: usable or not, eyes open or closed.
///
/// Spans of time of one kind are kept as runs, and each window holds sums of whole milliseconds, to
/// which runs are added at one end and from which they are taken at the other: sums cannot drift.
/// Memory is bounded: should the kind change so often that the runs do not fit, the oldest go
/// early and the long window is shorter for a while.
struct Exposure {
    /// What a span of time was.
    enum Kind {
        /// Nothing could be read.
        case unusable
        /// The eyes were not closed, or only for a blink.
        case open
        /// The eyes are closed, and that may yet be a blink.
        case undecided
        /// The eyes were closed.
        case closed
    }

    private struct Run {
        var end: Int
        var length: Int
        var kind: Kind
    }

    /// At 30 frames a second the kind could change in every frame for more than three minutes.
    private static let capacity = 6000

    private var runs = Ring<Run>(capacity: capacity)
    private(set) var threeSeconds = ExposureSums(length: 3000)
    private(set) var minute = ExposureSums(length: 60_000)
    private(set) var threeMinutes = ExposureSums(length: 180_000)

    /// Adds the time that a frame speaks for, and lets go what has become too old.
    mutating func add(_ kind: Kind, _ tick: Tick) {
        if tick.step > 0 { append(kind, tick) }
        trim(tick.now)
    }

    /// Lets go what is too old at `now`.
    mutating func trim(_ now: Int) {
        Self.trim(&threeSeconds, runs, now)
        Self.trim(&minute, runs, now)
        Self.trim(&threeMinutes, runs, now)
        while threeMinutes.firstRun > 0 { forgetOldest() }
    }

    /// Says what the undecided time since the frame at `start` was.
    mutating func decide(_ kind: Kind, since start: Int) {
        var index = runs.count - 1
        while index >= 0, runs[index].end >= start {
            if runs[index].kind == .undecided {
                if kind == .closed { count(runs[index].length, .closed, closedOnly: true) }
                runs[index].kind = kind
            }
            index -= 1
        }
    }

    private mutating func append(_ kind: Kind, _ tick: Tick) {
        if let last = runs.newest, last.kind == kind, last.end == tick.now - tick.step {
            runs[runs.count - 1].end = tick.now
            runs[runs.count - 1].length += tick.step
        } else {
            if runs.isFull { forgetOldest() }
            runs.append(Run(end: tick.now, length: tick.step, kind: kind))
        }
        count(tick.step, kind)
    }

    private mutating func count(_ length: Int, _ kind: Kind, closedOnly: Bool = false) {
        threeSeconds.add(length, kind, closedOnly: closedOnly)
        minute.add(length, kind, closedOnly: closedOnly)
        threeMinutes.add(length, kind, closedOnly: closedOnly)
    }

    /// Takes what is older than a window out of its sums.
    private static func trim(_ sums: inout ExposureSums, _ runs: Ring<Run>, _ now: Int) {
        let start = now - sums.length
        while sums.firstRun < runs.count {
            let run = runs[sums.firstRun]
            let outside = min(start, run.end) - (run.end - run.length)
            if outside > sums.taken {
                sums.remove(outside - sums.taken, run.kind)
                sums.taken = outside
            }
            guard run.end <= start else { return }
            sums.firstRun += 1
            sums.taken = 0
        }
    }

    private mutating func forgetOldest() {
        guard let run = runs.oldest else { return }
        threeSeconds.forgetOldest(run.length, run.kind)
        minute.forgetOldest(run.length, run.kind)
        threeMinutes.forgetOldest(run.length, run.kind)
        runs.removeOldest()
    }
}

/// How much of the last half minute the driver looked away (VATS).
struct AwayTime {
    private struct Run {
        /// The first frame in it, which speaks for time before it.
        var first: Int
        var end: Int
        var length: Int
    }

    private static let window = 30_000

    private var runs = Ring<Run>(capacity: 1024)
    /// The sum, in milliseconds.
    private(set) var sum = 0
    /// When the first look away that still counts began; nil when there is none.
    var start: Int? { runs.oldest?.first }

    /// Adds the time that a frame speaks for, in which he looked away.
    mutating func add(_ tick: Tick) {
        guard tick.step > 0 else { return }
        if let last = runs.newest, last.end == tick.now - tick.step {
            runs[runs.count - 1].end = tick.now
            runs[runs.count - 1].length += tick.step
        } else {
            if runs.isFull { removeOldest() }
            runs.append(Run(first: tick.now, end: tick.now, length: tick.step))
        }
        sum += tick.step
    }

    /// Lets go what is too old, to the millisecond.
    mutating func trim(_ now: Int) {
        let start = now - Self.window
        while let run = runs.oldest {
            if run.end <= start {
                removeOldest()
                continue
            }
            let outside = start - (run.end - run.length)
            if outside > 0 {
                runs[0].first = max(run.first, start)
                runs[0].length -= outside
                sum -= outside
            }
            return
        }
    }

    mutating func removeAll() {
        runs.removeAll()
        sum = 0
    }

    private mutating func removeOldest() {
        sum -= runs.oldest?.length ?? 0
        runs.removeOldest()
    }
}

/// A direct, line-by-line port of the specification's reference repetition counter, for comparison.
struct ReferenceCounter {
    struct Rep: Equatable { var start, end, peak, peakTime: Double }
    enum Event: Equatable {
        case rep(Rep)
        case interrupted(Double)
        case tooFast(Double)
        case tooSlow(Double)
        case incomplete(Double, Double, Double)
    }

    private let top, bottom: Double
    private let minRep = 0.5, maxRep = 15.0, lost = 0.5
    private(set) var state = "unknown"
    private(set) var events: [Event] = []
    private(set) var holds: [Double] = []
    private var previous: (t: Double, v: Double)?
    private var start = 0.0
    private var peak = (t: 0.0, v: 0.0)
    private var gap: Double?
    private var reached = 0.0, left = 0.0

    init(top: Double = 30, bottom: Double = 60) {
        self.top = top
        self.bottom = bottom
    }

    private func cross(_ t: Double, _ v: Double, _ level: Double) -> Double {
        guard let (t0, v0) = previous, v != v0 else { return t }
        return t0 + (t - t0) * (level - v0) / (v - v0)
    }

    mutating func add(_ t: Double, _ v: Double?) {
        guard let v else {
            if let gap {
                if t - gap >= lost, state != "unknown" {
                    if state == "down" || state == "bottom" { events.append(.interrupted(t)) }
                    state = "unknown"
                    previous = nil
                }
            } else {
                gap = t
            }
            return
        }
        gap = nil
        if state == "unknown", v <= top { state = "top" }
        if state == "top", v > top {
            start = cross(t, v, top)
            peak = (t, v)
            state = "down"
        }
        if state == "down" || state == "bottom" {
            if v > peak.v { peak = (t, v) }
            if state == "down", v >= bottom {
                state = "bottom"
                reached = cross(t, v, bottom)
            }
            if state == "bottom", v < bottom, let previous, previous.v >= bottom {
                left = cross(t, v, bottom)
            }
            if v <= top {
                let end = cross(t, v, top)
                let duration = end - start
                if state == "bottom", duration >= minRep, duration <= maxRep {
                    events.append(
                        .rep(Rep(start: start, end: end, peak: peak.v, peakTime: peak.t)))
                    holds.append(left - reached)
                } else if state == "bottom" {
                    events.append(duration < minRep ? .tooFast(end) : .tooSlow(end))
                } else if peak.v >= top + (bottom - top) / 3 {
                    events.append(.incomplete(start, end, peak.v))
                }
                state = "top"
            }
        }
        previous = (t, v)
    }
}

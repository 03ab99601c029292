package import LandmarkCore
package import LandmarkMotion

extension JSONText {
    /// Writes the summary of a session as members of an object.
    package mutating func members(of report: SessionReport) {
        key("id")
        integer(report.id)
        key("exercise")
        string(report.exercise)
        time("durationMs", report.duration)
        key("measuredShare")
        number(report.measuredShare)
        objects("counters", report.counters) { $0.members(of: $1) }
        key("symmetry")
        number(report.symmetry)
        objects("faults", report.faults.filter { $0.count > 0 }) { json, fault in
            json.key("fault")
            json.string(fault.id)
            json.key("count")
            json.integer(fault.count)
        }
        objects("missing", report.missing) { json, missing in
            json.members(of: missing.reason)
            json.time("durationMs", missing.seconds)
        }
        if let test = report.test {
            key("result")
            object { $0.members(of: test) }
        }
    }

    private mutating func members(of counter: SessionReport.Counter) {
        if let side = counter.side {
            key("side")
            string(side.rawValue)
        }
        objects("reps", counter.repetitions) { $0.members(of: $1) }
        for (name, count) in [
            ("incomplete", counter.incomplete), ("tooFast", counter.tooFast),
            ("tooSlow", counter.tooSlow), ("interrupted", counter.interrupted),
            ("holds", counter.holds),
        ] {
            key(name)
            integer(count)
        }
        key("bestHold")
        number(counter.bestHold)
        key("totalHold")
        number(counter.totalHold)
        for (name, statistic) in [
            ("rangeOfMotion", counter.rangeOfMotion), ("period", counter.period),
        ] {
            key(name)
            number(statistic?.mean)
            key("\(name)Variation")
            number(statistic?.variation)
        }
    }
}

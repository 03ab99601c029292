import LandmarkCalculators
import LandmarkCommandSupport
import LandmarkCore
import LandmarkGraph
import LandmarkMotion
import LandmarkReports

extension Packet {
    /// The members for joint angles, progress, events and reports; nil for any other type.
    var motion: JSONMembers? {
        if let motion = try? get(MotionResult.self) {
            let measures = motion.measures ?? Measure.allCases
            return {
                $0.objects("people", motion.people) { json, sample in
                    json.members(of: sample, measures, calibrates: sample.neutral != nil)
                }
            }
        }
        if let exercise = try? get(ExerciseResult.self) {
            return {
                $0.objects("people", exercise.people) { json, person in
                    json.key("id")
                    json.integer(person.id)
                    json.key("exercise")
                    json.object { $0.members(of: person.status, exercise.definition) }
                }
            }
        }
        if let events = try? get([ExerciseEvent].self) {
            return { $0.objects("events", events) { $0.members(of: $1) } }
        }
        guard let reports = try? get([SessionReport].self) else { return nil }
        return { $0.objects("reports", reports) { $0.members(of: $1) } }
    }
}

extension JSONText {
    fileprivate mutating func objects<Element>(
        _ name: String, _ elements: [Element], _ body: (inout JSONText, Element) -> Void
    ) {
        key(name)
        array { json in
            for element in elements { json.object { body(&$0, element) } }
        }
    }

    /// Writes the summary of a session as members of an object.
    fileprivate mutating func members(of report: SessionReport) {
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

import LandmarkCore
import LandmarkMotion

extension MotionLog {
    /// A person's results: repetitions or holds, faults, and how much was measured.
    package func words(of person: Person) -> String {
        person.report.map { words(of: $0, person.tally) } ?? words(of: person.tally)
    }

    private func words(of report: SessionReport, _ tally: MeasureTally) -> String {
        // The result of a test explains its counters.
        let counters = report.test == nil ? report.counters : []
        var parts = counters.map { counter in
            let side = counter.side.map { "\($0.rawValue) " } ?? ""
            if plan.exercise?.hold != nil {
                return "\(side)best hold \(String(counter.bestHold, places: 1)) s,"
                    + " \(String(counter.totalHold, places: 1)) s in total"
            }
            var words = side + String.counted(counter.repetitions.count, "repetition")
            let others = [
                ("incomplete", counter.incomplete), ("too fast", counter.tooFast),
                ("too slow", counter.tooSlow), ("interrupted", counter.interrupted),
            ].filter { $0.1 > 0 }
            words += others.map { ", \($0.1) \($0.0)" }.joined()
            return words
        }
        if let test = report.test { parts.append("result \(test.words)") }
        let faults = report.faults.filter { $0.count > 0 }.map { "\($0.id) \($0.count)" }
        if !faults.isEmpty { parts.append("faults: \(faults.joined(separator: ", "))") }
        // Gait has no signal of its own.
        let share = plan.exercise?.signal == nil ? tally.share ?? 0 : report.measuredShare
        var measured = "\(TimeText.percent(share)) measured"
        if let missing = report.missing.first, missing.seconds > 0 {
            measured += " (\(missing.reason.sentence), \(String(missing.seconds, places: 1)) s)"
        }
        return (parts + [measured]).joined(separator: "; ")
    }

    /// How much was measured.
    private func words(of tally: MeasureTally) -> String {
        guard let share = tally.share else { return "nothing measured" }
        let words =
            "\(String.counted(tally.frames, "frame")), \(TimeText.percent(share)) of"
            + " \(String.counted(plan.measures.count, "measure")) measured"
        return tally.mainReason.map {
            "\(words) (main reason: \($0.reason.sentence), \(TimeText.percent($0.share)))"
        } ?? words
    }
}

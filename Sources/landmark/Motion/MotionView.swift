import LandmarkCommandSupport
import LandmarkCore
import LandmarkMotion
import LandmarkOverlays
import LandmarkReports

/// The state of an exercise, or a few angles, as lines for a terminal.
struct MotionView {
    private let plan: MotionPlan
    private let usesColor: Bool
    private var lastSentence: String?
    /// Everyone's last repetition, by id.
    private var repetitions: [Int: Repetition] = [:]

    init(_ plan: MotionPlan, usesColor: Bool) {
        self.plan = plan
        self.usesColor = usesColor
    }

    /// Stores the parts of a frame that the view shows until something newer happens.
    mutating func add(_ record: MotionRecord, _ sentences: [String]) {
        lastSentence = sentences.last ?? lastSentence
        for event in record.events {
            if case .rep(let repetition) = event.kind { repetitions[event.id] = repetition }
        }
    }

    /// The lines for a frame.
    ///
    /// - Parameters:
    ///   - record: The frame.
    ///   - columns: The width of the terminal; every line is shorter.
    ///   - rows: The maximum number of lines; with few rows, only the most important lines are
    ///     kept.
    func lines(for record: MotionRecord, columns: Int, rows: Int) -> [String] {
        var view = TerminalRows(columns: columns)
        let main = Self.main(of: record.people)
        if let main, let exercise = plan.exercise {
            add(main, exercise, to: &view)
        } else if let main {
            for (index, measure) in plan.shownMeasures.enumerated() {
                let reading = main.sample[measure]
                view.add(
                    TerminalText(measure.name + "  ") + Self.text(of: reading, measure),
                    rank: index + 1)
            }
        } else {
            view.add("", TerminalText("no one in view", .faint), rank: 0)
        }
        for person in record.people where person.id != main?.id {
            let count = person.result.status.map { "\($0.count)" } ?? "measured"
            view.add("person \(person.id)", TerminalText(count), rank: 60 + person.id)
        }
        let clock = TimeText.clock(
            Double((record.label.timestamp ?? .milliseconds(0)).milliseconds), places: 1)
        view.add(TerminalText(clock) + (lastSentence.map { ", last \($0)" } ?? ""), rank: 50)
        return view.rendered(atMost: rows, usesColor: usesColor)
    }

    /// The person with the most repetitions; among several, the first one present.
    private static func main(of people: [MotionPerson]) -> MotionPerson? {
        func rank(_ person: MotionPerson) -> (Int, Int, Int) {
            (person.result.status?.count ?? 0, person.sample.isPresent ? 1 : 0, -person.id)
        }
        return people.max { rank($0) < rank($1) }
    }

    private func add(
        _ person: MotionPerson, _ exercise: ExerciseDefinition, to view: inout TerminalRows
    ) {
        guard let status = person.result.status else { return }
        for (index, counter) in status.counters.enumerated() {
            let side = counter.side.map { "\($0.rawValue) " } ?? ""
            if exercise.hold == nil {
                let of = plan.target.map { " of \($0)" } ?? ""
                view.add(
                    exercise.isPerSide ? side : "count",
                    share: plan.target.map { Double(counter.count) / Double(max($0, 1)) },
                    color: .green, TerminalText("\(counter.count)\(of), \(counter.state.rawValue)"),
                    rank: index)
            }
            let value = counter.value.map { exercise.text($0) } ?? "–"
            view.add(
                "\(side)signal", share: counter.value.flatMap { exercise.share(of: $0) },
                TerminalText(value), rank: 10 + index)
        }
        if exercise.hold != nil {
            view.add(
                "hold", share: plan.target.map { status.bestHold / Double(max($0, 1)) },
                color: .green,
                TerminalText(
                    "\(String(status.hold, places: 1)) s, best"
                        + " \(String(status.bestHold, places: 1)) s"
                        + (plan.target.map { " of \($0) s" } ?? "")),
                rank: 0)
        }
        if let repetition = repetitions[person.id] {
            let parts = repetition.tempo.parts.compactMap { name, value in
                value.map { ", \(name) \(String($0, places: 1)) s" }
            }
            let duration = String(repetition.duration, places: 1)
            view.add("tempo", TerminalText("\(duration) s\(parts.joined())"), rank: 30)
        }
        let says = status.faults.compactMap { id in
            exercise.faults.first { $0.id == id }?.say
        }.filter { !$0.isEmpty }
        view.add(
            "form",
            says.isEmpty
                ? TerminalText("–", .faint)
                : TerminalText(" \(says.joined(separator: ", ")) ", .alarm), rank: 5)
        view.add(
            "sight",
            status.missing.first.map { TerminalText($0.sentence, .yellow) }
                ?? TerminalText("measured"), rank: 6)
    }

    private static func text(of reading: Reading, _ measure: Measure) -> TerminalText {
        guard reading.state != .missing else {
            return TerminalText(reading.reason?.sentence ?? "–", .faint)
        }
        return measure.unit == .meters
            ? TerminalText("\(String(reading.value, places: 2)) m")
            : TerminalText("\(String(reading.value, places: 0))°")
    }
}

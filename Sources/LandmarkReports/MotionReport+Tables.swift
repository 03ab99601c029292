import LandmarkCore
import LandmarkMotion
import LandmarkOverlays

extension MotionReport {
    /// Adds a row for each repetition.
    mutating func addRepetitions(of person: ReportedPerson) {
        guard let report = person.report, let definition = run.definition,
            definition.repetitions != nil
        else { return }
        let repetitions = person.repetitions
        guard !repetitions.isEmpty else {
            page.addStatement("No repetitions were counted.")
            return
        }
        let hasSides = report.counters.count > 1
        var table = PageTable(
            title: "Repetitions",
            columns: [
                .init(name: "number"), .init(name: "side", isNumeric: false), .init(name: "start"),
                .init(name: "duration"), .init(name: "range"), .init(name: "peak"),
                .init(name: "down"), .init(name: "pause"), .init(name: "up"),
                .init(name: "pause at top"), .init(name: "difference"),
                .init(name: "faults", isNumeric: false, isLong: true),
            ])
        table.note =
            "Times in seconds; down, pauses and up at 10 % and 90 % of each repetition. The pause at"
            + " the top is unknown for the last one. Difference: between the sides."
        table.rows = repetitions.map { side, repetition in
            let tempo = repetition.tempo
            let faults = repetition.faults.map(definition.instruction)
            return PageTable.Row(
                cells: [
                    "\(repetition.number)", side?.rawValue ?? "", person.clock(repetition.start),
                    Self.seconds(repetition.duration), definition.text(repetition.rangeOfMotion),
                    definition.text(repetition.peak), Self.seconds(tempo.down),
                    Self.seconds(tempo.bottom), Self.seconds(tempo.up), Self.seconds(tempo.top),
                    Self.percent(repetition.symmetry),
                    faults.isEmpty ? "" : "! " + faults.joined(separator: ", "),
                ], isMarked: !faults.isEmpty)
        }
        if !hasSides { table.removeColumn(named: "side") }
        if !table.rows.contains(where: \.isMarked) { table.removeColumn(named: "faults") }
        table.headings = hasSides ? 3 : 2
        if run.hasEventLog { table.remark = "The --events file lists them all." }
        page.add(table)
    }

    /// Adds a row for each counter, with what was counted and how similar the repetitions are.
    mutating func addSets(of person: ReportedPerson) {
        guard let report = person.report, let definition = run.definition,
            definition.repetitions != nil, !report.counters.isEmpty
        else { return }
        var table = PageTable(
            title: "In total",
            columns: [
                .init(name: "side", isNumeric: false), .init(name: "counted"),
                .init(name: "on target"), .init(name: "incomplete"), .init(name: "too fast"),
                .init(name: "too slow"), .init(name: "interrupted"), .init(name: "mean range"),
                .init(name: "varies by"), .init(name: "mean period"),
                .init(name: "period varies by"), .init(name: "SPARC"), .init(name: "LDLJ"),
            ])
        table.note =
            "“Varies by” is the coefficient of variation. SPARC and LDLJ measure how smooth the"
            + " speed is: closer to 0 is smoother."
        table.rows = report.counters.map { counter in
            PageTable.Row(cells: [
                counter.side?.rawValue ?? "both", "\(counter.repetitions.count)",
                "\(counter.onTarget)", "\(counter.incomplete)", "\(counter.tooFast)",
                "\(counter.tooSlow)", "\(counter.interrupted)",
                counter.rangeOfMotion.map { definition.text($0.mean) } ?? "–",
                Self.percent(counter.rangeOfMotion?.variation.map { $0 * 100 }),
                counter.period.map { "\(Self.seconds($0.mean)) s" } ?? "–",
                Self.percent(counter.period?.variation.map { $0 * 100 }),
                Self.number(counter.sparc), Self.number(counter.ldlj),
            ])
        }
        if definition.target.isEmpty { table.removeColumn(named: "on target") }
        if report.counters.count < 2 { table.removeColumn(named: "side") }
        page.add(table)
    }

    /// Adds the holds of each counter.
    mutating func addHolds(of person: ReportedPerson) {
        guard let report = person.report, run.definition?.hold != nil else { return }
        let holds = person.history.events.compactMap { event -> PageTable.Row? in
            guard case .hold(let start, let duration) = event.kind else { return nil }
            return PageTable.Row(cells: [
                person.clock(start), event.side?.rawValue ?? "",
                TimeText.duration(duration * 1000),
            ])
        }
        guard !holds.isEmpty else {
            page.addStatement("The position was not held.")
            return
        }
        var table = PageTable(
            title: "Holds",
            columns: [
                .init(name: "start"), .init(name: "side", isNumeric: false),
                .init(name: "duration"),
            ])
        table.rows = holds
        if report.counters.count < 2 { table.removeColumn(named: "side") }
        page.add(table)
    }

    /// Adds how often each fault was seen, and how often it could not be judged.
    mutating func addFaults(of person: ReportedPerson) {
        guard let report = person.report, let definition = run.definition, !report.faults.isEmpty
        else { return }
        var table = PageTable(
            title: "Faults",
            columns: [
                .init(name: "instruction", isNumeric: false),
                .init(name: "fault", isNumeric: false), .init(name: "seen"),
                .init(name: "not judged", isNumeric: false, isLong: true),
            ])
        table.rows = report.faults.map { fault in
            let notJudged = report.notJudged.first { $0.id == fault.id }
            return PageTable.Row(cells: [
                definition.instruction(for: fault.id), fault.id,
                fault.count == 0 ? "never" : "\(fault.count) ×",
                notJudged.map(Self.words) ?? "",
            ])
        }
        page.add(table)
    }

    private static func words(for fault: SessionReport.NotJudged) -> String {
        var words: [String] = []
        if fault.wrongView > 0 {
            words.append(
                "\(fault.wrongView) ×: can only be seen from the \(fault.neededView.rawValue)")
        }
        if fault.notMeasured > 0 { words.append("\(fault.notMeasured) ×: not measured") }
        return words.joined(separator: ", ")
    }

    /// Adds the range of motion of each measure, with its sides.
    mutating func addRanges(of person: ReportedPerson) {
        let paired = person.pairs.filter { $0.measures.count > 1 }
        let others = person.pairs.filter { $0.measures.count == 1 }
        if !paired.isEmpty {
            var table = PageTable(
                title: "Ranges of motion",
                columns: [
                    .init(name: "measure", isNumeric: false), .init(name: "left"),
                    .init(name: "range left"), .init(name: "right"), .init(name: "range right"),
                    .init(name: "difference"), .init(name: "measured"),
                ])
            table.note =
                "The smallest and the largest value. “Measured” is the share of frames, for both sides."
            table.rows = paired.map { pair in
                PageTable.Row(
                    cells: [pair.title] + (0..<2).flatMap(pair.rangeCells) + [
                        Self.percent(pair.symmetry), person.measuredShare(of: pair),
                    ])
            }
            page.add(table)
        }
        if !others.isEmpty {
            var table = PageTable(
                title: paired.isEmpty ? "Ranges of motion" : "Ranges of motion, one value",
                columns: [
                    .init(name: "measure", isNumeric: false), .init(name: "values"),
                    .init(name: "range"), .init(name: "measured"),
                ])
            table.rows = others.map { pair in
                PageTable.Row(
                    cells: [pair.name] + pair.rangeCells(0) + [person.measuredShare(of: pair)])
            }
            page.add(table)
        }
    }

    /// Adds a table of why, and for how long, joints were not seen.
    mutating func addMissing(of person: ReportedPerson) {
        var table = PageTable(
            title: "Not measured",
            columns: [
                .init(name: "reason", isNumeric: false), .init(name: "time"),
                .init(name: "measures", isNumeric: false, isLong: true),
            ])
        table.rows = missing(of: person).prefix(12).map { entry in
            PageTable.Row(cells: [
                entry.reason.displayName, TimeText.duration(entry.seconds * 1000), entry.measures,
            ])
        }
        guard !table.rows.isEmpty else { return }
        if run.definition != nil {
            table.note = "Why the exercise's signal was missing."
            table.removeColumn(named: "measures")
        }
        page.add(table)
    }

    private func missing(
        of person: ReportedPerson
    ) -> [(reason: MissingReason, seconds: Double, measures: String)] {
        if run.definition != nil, let report = person.report {
            return report.missing.filter { $0.seconds >= 0.005 }
                .map { ($0.reason, $0.seconds, "") }
        }
        var seconds: [MissingReason: Double] = [:]
        var measures: [MissingReason: [Measure]] = [:]
        for measure in person.history.recording.measures {
            for (reason, time) in person.history.missing[measure] ?? [:]
            where time > 0 && reason != .settling {
                seconds[reason] = max(seconds[reason] ?? 0, time)
                measures[reason, default: []].append(measure)
            }
        }
        return seconds.map { ($0.key, $0.value, Self.words(for: measures[$0.key] ?? [])) }
            .sorted { ($1.seconds, $0.reason.displayName) < ($0.seconds, $1.reason.displayName) }
    }

    /// The names of measures, those of both sides together.
    private static func words(for measures: [Measure]) -> String {
        var words: [String] = []
        for measure in measures {
            let isBoth = measure.side != nil && measures.contains(measure.opposite)
            if isBoth, measure.side == .right { continue }
            words.append(
                isBoth ? "\(measure.title.lowercased()), both sides" : measure.displayName)
        }
        return words.joined(separator: "; ")
    }

    static func seconds(_ value: Double?) -> String {
        guard let value, value.isFinite else { return "–" }
        return String(value, places: 2)
    }

    static func percent(_ value: Double?) -> String {
        guard let value, value.isFinite else { return "–" }
        return "\(String(value, places: 0)) %"
    }

    static func number(_ value: Double?) -> String {
        guard let value, value.isFinite else { return "–" }
        let digits = String(abs(value), places: 2)
        return value < 0 ? "−\(digits)" : digits
    }
}

extension ReportedPerson.Pair {
    /// The title, with the side of a measure whose other side is not recorded.
    fileprivate var name: String {
        guard let side = measures.first?.side else { return title }
        return "\(title), \(side.rawValue)"
    }

    /// The range of a side's values, and its extent.
    fileprivate func rangeCells(_ index: Int) -> [String] {
        guard index < ranges.count, let range = ranges[index] else { return ["–", "–"] }
        let measure = measures[index]
        return [
            "\(measure.text(range.lowerBound)) to \(measure.text(range.upperBound))",
            measure.text(range.upperBound - range.lowerBound),
        ]
    }
}

extension ReportedPerson {
    /// The share of frames in which the measures of a pair were measured.
    fileprivate func measuredShare(of pair: Pair) -> String {
        let shares = pair.measures.map(history.recording.measuredShare)
        return TimeText.percent(shares.reduce(0, +) / Double(max(1, shares.count)))
    }
}

extension PageTable {
    /// Removes a column without information.
    mutating func removeColumn(named name: String) {
        guard let index = columns.firstIndex(where: { $0.name == name }) else { return }
        columns.remove(at: index)
        rows = rows.map { row in
            var cells = row.cells
            if index < cells.count { cells.remove(at: index) }
            return Row(cells: cells, isMarked: row.isMarked)
        }
    }
}

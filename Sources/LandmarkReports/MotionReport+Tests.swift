import LandmarkCore
import LandmarkMotion
import LandmarkOverlays

extension MotionReport {
    private static let noDiagnosis =
        "This is not a diagnosis. The result is for a professional who knows the person; the end of"
        + " the page states the errors."

    /// Adds the result of a clinical test, with the source of its limits.
    mutating func addTestResult(of person: ReportedPerson) {
        guard let result = person.report?.test else { return }
        switch result {
        case .chairStand(let result): addChairStand(result)
        case .fiveTimesSitToStand(let result): addFiveTimes(result)
        case .timedUpAndGo(let result): addTimedUpAndGo(result, person)
        case .gait(let result): addGait(result)
        case .singleLegStance(let result): addSingleLegStance(result)
        }
    }

    /// Adds a table of figures with their values.
    private mutating func addFigures(
        _ figures: [(name: String, value: String)], note: String = ""
    ) {
        var table = PageTable(
            title: "Result of the test",
            columns: [
                .init(name: "figure", isNumeric: false), .init(name: "value", isNumeric: false),
            ])
        table.note = note
        table.rows = figures.map { PageTable.Row(cells: [$0.name, $0.value]) }
        table.remark = Self.noDiagnosis
        page.add(table)
    }

    private static func words(forArms usedArms: Bool?) -> String {
        usedArms.map { $0 ? "yes" : "no" } ?? "not seen well enough"
    }

    private mutating func addChairStand(_ result: ChairStandResult) {
        addFigures([
            ("score", "\(result.stands)"),
            ("stands counted", "\(result.counted)"),
            ("arms used", Self.words(forArms: result.usedArms)),
            ("duration", TimeText.duration(result.duration * 1000)),
            ("lasted 30 seconds", result.isComplete ? "yes" : "no"),
        ])
        guard result.isComplete else { return }
        var table = PageTable(
            title: "Scores under these are below average",
            columns: [
                .init(name: "age", isNumeric: false), .init(name: "men"), .init(name: "women"),
                .init(name: "this score", isNumeric: false, isLong: true),
            ])
        table.note =
            "Source: CDC, STEADI, 30-Second Chair Stand. A below-average score indicates a risk for"
            + " falls. The score is 0 if the arms were used."
        for age in stride(from: 60, to: 95, by: 5) {
            guard let men = ChairStandResult.lowestAverage(age: age, sex: .male),
                let women = ChairStandResult.lowestAverage(age: age, sex: .female)
            else { continue }
            table.rows.append(
                PageTable.Row(cells: [
                    "\(age)–\(age + 4)", "\(men)", "\(women)",
                    Self.comparison(result.stands, men: men, women: women),
                ]))
        }
        page.add(table)
    }

    private static func comparison(_ score: Int, men: Int, women: Int) -> String {
        switch (score < men, score < women) {
        case (true, true): "below average"
        case (false, false): "not below average"
        case (true, false): "below average for men"
        case (false, true): "below average for women"
        }
    }

    private mutating func addFiveTimes(_ result: FiveTimesSitToStandResult) {
        var figures = [
            (
                "time for five stands",
                result.duration.map { TimeText.duration($0 * 1000) } ?? "not finished"
            ),
            ("arms used", Self.words(forArms: result.usedArms)),
        ]
        for (index, time) in result.standTimes.enumerated() {
            figures.append(("stand \(index + 1)", "after \(TimeText.duration(time * 1000))"))
        }
        addFigures(figures)
    }

    private mutating func addTimedUpAndGo(_ result: TimedUpAndGoResult, _ person: ReportedPerson) {
        let time = result.duration.map { TimeText.duration($0 * 1000) } ?? "not finished"
        let limit = result.hasRaisedRisk.map { $0 ? "yes" : "no" } ?? "–"
        addFigures(
            [("time", time), ("12 seconds or more", limit)]
                + result.phases.map { phase in
                    (
                        phase.state.displayName,
                        "\(TimeText.duration(phase.duration * 1000)) from"
                            + " \(person.clock(phase.start))"
                    )
                },
            note:
                "Source: CDC, STEADI, Timed Up & Go: 12 seconds or more indicates a risk of falls."
        )
    }

    private mutating func addGait(_ result: GaitResult) {
        var table = PageTable(
            title: "Gait",
            columns: [
                .init(name: "figure", isNumeric: false), .init(name: "left"),
                .init(name: "varies by"), .init(name: "right"), .init(name: "right varies by"),
                .init(name: "difference"),
            ])
        let cadence = result.cadence.map { ", \(String($0, places: 0)) per minute" } ?? ""
        table.note =
            "\(result.steps) steps\(cadence). Foot strikes and foot offs as in Zeni et al. (2008): where"
            + " the heel and the toes reverse direction in front of and behind the pelvis."
        func row(
            _ name: String, _ values: BySide<SessionReport.Statistic?>, symmetry: Double?,
            _ text: (Double) -> String
        ) -> PageTable.Row {
            func cells(_ statistic: SessionReport.Statistic?) -> [String] {
                [
                    statistic.map { text($0.mean) } ?? "–",
                    Self.percent(statistic?.variation.map { $0 * 100 }),
                ]
            }
            return PageTable.Row(
                cells: [name] + cells(values.left) + cells(values.right)
                    + [Self.percent(symmetry)])
        }
        let seconds = { (value: Double) in "\(Self.seconds(value)) s" }
        func plain(_ name: String, _ left: String, _ right: String) -> PageTable.Row {
            PageTable.Row(cells: [name, left, "", right, "", ""])
        }
        let stance = { (share: Double?) in Self.percent(share.map { $0 * 100 }) }
        table.rows = [
            plain("foot strikes", "\(result.strikes.left)", "\(result.strikes.right)"),
            plain("foot offs", "\(result.offs.left)", "\(result.offs.right)"),
            row("step time", result.stepTime, symmetry: result.stepTimeSymmetry, seconds),
            row("stride time", result.strideTime, symmetry: nil, seconds),
            row(
                "step length", result.stepLength, symmetry: result.stepLengthSymmetry,
                AngleText.centimeters),
            plain("on the ground", stance(result.stance.left), stance(result.stance.right)),
        ]
        table.remark = Self.noDiagnosis
        page.add(table)
    }

    private mutating func addSingleLegStance(_ result: SingleLegStanceResult) {
        addFigures(
            BodySide.allCases.map { leg in
                let best = result.best(standingOn: leg)
                let count = result.count[leg.other]
                return (
                    "longest time on the \(leg.rawValue) leg",
                    best > 0
                        ? "\(TimeText.duration(best * 1000)), in \(String.counted(count, "attempt"))"
                        : "none"
                )
            })
    }
}

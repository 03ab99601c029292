import LandmarkCore
import LandmarkMotion
import LandmarkOverlays

extension MotionReport {
    mutating func addTiles(of person: ReportedPerson) {
        let middle =
            run.definition == nil
            ? [foundTile(person), rangeTile(person)]
            : [resultTile(person), faultsTile(person)]
        page.addTiles(
            [durationTile(person), framesTile(person)] + middle
                + [measuredTile(person), symmetryTile(person)])
    }

    private func durationTile(_ person: ReportedPerson) -> PageBuilder.Tile {
        PageBuilder.Tile(
            name: "Duration", value: TimeText.duration(person.history.signal.duration),
            note: [
                "from \(person.clock(Double(person.history.signal.first) / 1000))",
                run.cameras > 1 ? "\(run.cameras) cameras" : "one camera",
            ].joined(separator: ", "))
    }

    private func framesTile(_ person: ReportedPerson) -> PageBuilder.Tile {
        let step = person.history.signal.step
        let rate = step > 0 ? "\(String(1000 / step, places: 1)) per second" : ""
        let size = run.imageSize.map { "\($0)" } ?? ""
        return PageBuilder.Tile(
            name: "Frames", value: "\(person.history.frames)",
            note: [rate, size].filter { !$0.isEmpty }.joined(separator: ", "))
    }

    private func foundTile(_ person: ReportedPerson) -> PageBuilder.Tile {
        let history = person.history
        let share =
            history.frames > 0
            ? TimeText.percent(Double(history.recording.presentCount) / Double(history.frames))
            : "–"
        return PageBuilder.Tile(
            name: "Person found", value: share,
            note: history.recording.swappedCount > 0
                ? "sides swapped in \(history.recording.swappedCount)" : "of the frames")
    }

    private func rangeTile(_ person: ReportedPerson) -> PageBuilder.Tile {
        var widest: (measure: Measure, degrees: Double)?
        for pair in person.pairs {
            for (measure, range) in zip(pair.measures, pair.ranges) where !measure.isDistance {
                guard let range else { continue }
                let degrees = range.upperBound - range.lowerBound
                if degrees > widest?.degrees ?? 0 { widest = (measure, degrees) }
            }
        }
        return PageBuilder.Tile(
            name: "Largest range of motion",
            value: widest.map { AngleText.degrees($0.degrees) } ?? "–",
            note: widest.map { $0.measure.displayName } ?? "nothing measured")
    }

    private func faultsTile(_ person: ReportedPerson) -> PageBuilder.Tile {
        let faults = (person.report?.faults ?? []).filter { $0.count > 0 }
        let most = faults.max { $0.count < $1.count }
        let count = faults.map(\.count).reduce(0, +)
        return PageBuilder.Tile(
            name: "Faults", value: "\(count)",
            note: most.map {
                "most: \(run.definition?.instruction(for: $0.id) ?? $0.id)".shortened(to: 25)
            } ?? "none seen",
            ink: count > 0 ? .warning : .strong)
    }

    private func measuredTile(_ person: ReportedPerson) -> PageBuilder.Tile {
        let share = person.measuredShare
        let isKnown = share?.isFinite == true && person.history.frames > 0
        return PageBuilder.Tile(
            name: "Measured", value: isKnown ? TimeText.percent(share ?? 0) : "–",
            note: run.definition?.signal == nil ? "of values" : "of frames",
            ink: (share ?? 0) < 0.6 ? .warning : .strong)
    }

    private func symmetryTile(_ person: ReportedPerson) -> PageBuilder.Tile {
        let ofRanges = person.pairs.compactMap(\.symmetry)
        var stepSymmetry: Double?
        if case .gait(let result) = person.report?.test { stepSymmetry = result.stepTimeSymmetry }
        let symmetry =
            run.definition != nil
            ? stepSymmetry ?? person.report?.symmetry
            : ofRanges.isEmpty ? nil : ofRanges.reduce(0, +) / Double(ofRanges.count)
        return PageBuilder.Tile(
            name: "Left–right difference",
            value: symmetry.flatMap { $0.isFinite ? "\(String($0, places: 0)) %" : nil } ?? "–",
            note: symmetry == nil
                ? "sides not compared"
                : run.definition == nil
                    ? "of ranges of motion"
                    : stepSymmetry != nil ? "of step times" : "of repetitions, mean")
    }

    /// Repetitions, a hold, or a test, depending on the exercise.
    private func resultTile(_ person: ReportedPerson) -> PageBuilder.Tile {
        let counters = person.report?.counters ?? []
        if case .gait(let result) = person.report?.test {
            return PageBuilder.Tile(
                name: "Steps", value: "\(result.steps)",
                note: result.cadence.map { "\(String($0, places: 0)) per minute" } ?? "")
        }
        if run.definition?.hold != nil {
            let best = counters.map(\.bestHold).max() ?? 0
            let total = counters.map(\.totalHold).reduce(0, +)
            return PageBuilder.Tile(
                name: "Best hold", value: TimeText.duration(best * 1000),
                note: (run.target.map { "of \($0) s, " } ?? "")
                    + "in total \(TimeText.duration(total * 1000))")
        }
        let count = counters.map(\.repetitions.count).reduce(0, +)
        let sides = counters.compactMap { counter in
            counter.side.map { "\($0.rawValue) \(counter.repetitions.count)" }
        }
        // If sides are counted separately, the target applies to each.
        let target = sides.isEmpty ? run.target.map { " / \($0)" } ?? "" : ""
        let ofEach = run.target.map { " of \($0)" } ?? ""
        let incomplete = counters.map(\.incomplete).reduce(0, +)
        let note =
            !sides.isEmpty
            ? sides.joined(separator: ", ") + ofEach
            : incomplete > 0 ? "and \(incomplete) incomplete" : "counted"
        return PageBuilder.Tile(name: "Repetitions", value: "\(count)\(target)", note: note)
    }
}

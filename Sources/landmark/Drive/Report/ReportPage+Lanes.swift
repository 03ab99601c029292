import DriverMonitoring

/// A stretch of time in one color.
struct ColoredRun {
    /// Milliseconds.
    let start: Double
    var end: Double
    let ink: Ink
}

extension ReportPage {
    private static let laneHeight = 20.0
    private static let lanes: [(name: String, kinds: [DriverEventKind])] = [
        ("blinks", [.blink, .longBlink]),
        ("sleep", [.microsleep, .sleep, .unresponsive]),
        ("yawns, nods", [.yawn, .yawnRetracted, .headNod]),
        ("attention", [.distractionShort, .distractionLong, .phoneLike]),
        ("sight", [.noFace, .degraded, .eyesUnreadable]),
    ]

    /// Frames that follow each other and have the same color; none where `ink` says nil.
    func runs(_ ink: (TrackColumn) -> Ink?) -> [ColoredRun] {
        var runs: [ColoredRun] = []
        var open: Ink?
        for column in history.tracks.columns {
            let color = ink(column)
            let start = Double(column.start)
            let end = Double(column.end) + history.step
            defer { open = color }
            guard let color else { continue }
            if color == open, let last = runs.last, start - last.end <= longestStep {
                runs[runs.count - 1].end = end
            } else {
                runs.append(ColoredRun(start: start, end: end, ink: color))
            }
        }
        return runs
    }

    /// A thin strip of colors under a chart.
    mutating func addStrip(
        _ axis: TimeAxis, _ name: String, height: Double, runs: [ColoredRun]
    ) {
        let y = top - 4
        let box = Mark.Box(left: axis.left, top: y, width: axis.right - axis.left, height: height)
        add(.box(box, ink: .grid, radius: 2))
        for run in runs {
            let left = axis.place(run.start)
            let width = max(1, axis.place(run.end) - left)
            add(
                .box(Mark.Box(left: left, top: y, width: width, height: height), ink: run.ink))
        }
        text(
            name, x: axis.left - 8, y: y + height,
            Mark.Letters(size: 11, anchor: .end, ink: .faint))
        top += height + 6
    }

    /// The events, in lanes by what they are about.
    mutating func addLanes(_ axis: TimeAxis) {
        addHeading("Events", axis)
        top += 24
        for lane in Self.lanes {
            let box = Mark.Box(
                left: axis.left, top: top, width: axis.right - axis.left,
                height: Self.laneHeight - 3)
            add(.box(box, ink: .grid, opacity: 0.7, radius: 3))
            text(
                lane.name, x: axis.left - 8, y: top + 13,
                Mark.Letters(size: 11, anchor: .end, ink: .faint))
            // The least urgent first, so that the others lie above.
            for kind in lane.kinds {
                for span in history.spans.spans(of: kind) { add(span, axis, box) }
            }
            addNames(of: lane.kinds, axis, box)
            top += Self.laneHeight
        }
        top += 14
    }

    private mutating func add(_ span: EventSpan, _ axis: TimeAxis, _ lane: Mark.Box) {
        let left = axis.place(Double(span.start))
        let width = max(2.5, axis.place(Double(span.end)) - left)
        let inset = span.kind == .blink ? 4.0 : 2.0
        let box = Mark.Box(
            left: min(left, axis.right - width), top: lane.top + inset, width: width,
            height: lane.height - 2 * inset)
        let at = TimeText.clock(Double(span.start - history.first), places: 2)
        let length = TimeText.length(Double(span.end - span.start))
        let several = span.count > 1 ? "\(span.count) × " : ""
        add(
            .box(
                box, ink: span.kind.ink, radius: 1.5,
                hint: "\(several)\(span.kind.words), \(at), \(length)"))
    }

    /// Names beside the spans, as far as they lie clear of the next one, or else on them.
    private mutating func addNames(
        of kinds: [DriverEventKind], _ axis: TimeAxis, _ lane: Mark.Box
    ) {
        let spans = kinds.flatMap { history.spans.spans(of: $0) }
            .sorted { ($0.start, $0.end, -$0.kind.rank) < ($1.start, $1.end, -$1.kind.rank) }
        var before = Int.min
        for (index, span) in spans.enumerated() {
            defer { before = max(before, span.end) }
            if span.kind == .blink { continue }
            // Of those that begin together the most urgent comes last and has the name.
            let left = axis.place(Double(span.end)) + 6
            let width = Double(span.kind.words.count) * 6.6 + 4
            let next = spans[(index + 1)...].first.map { axis.place(Double($0.start)) }
            guard before <= span.end else { continue }
            let start = axis.place(Double(span.start)) + 6
            if left + width < min(next ?? .infinity, axis.right) {
                text(
                    span.kind.words, x: left, y: lane.top + 12.5,
                    Mark.Letters(size: 11, ink: .plain))
            } else if start + width < left - 6, next.map({ start + width < $0 }) ?? true {
                text(
                    span.kind.words, x: start, y: lane.top + 12.5,
                    Mark.Letters(size: 11, isBold: true, ink: .card))
            }
        }
    }
}

extension DriverEventKind {
    /// The color of its mark on a page.
    var ink: Ink {
        switch self {
        case .blink: .openness
        case .longBlink, .yawn: .level2
        case .microsleep, .headNod, .distractionShort, .phoneLike: .level3
        case .sleep, .unresponsive, .distractionLong: .level4
        case .yawnRetracted, .noFace, .degraded, .eyesUnreadable: .faint
        case .levelChanged: .strong
        }
    }
}

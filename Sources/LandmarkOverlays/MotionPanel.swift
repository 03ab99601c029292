import LandmarkCore
import LandmarkDrawing
import LandmarkImaging
import LandmarkMotion

/// A panel over an image with the state of one person's exercise and the parts of the person that are not
/// seen.
struct MotionPanel: PanelDrawing {
    private let id: Int
    private let isNumbered: Bool
    private let definition: ExerciseDefinition?
    private let status: ExerciseSession.Status?
    private let target: Int?
    private let unseen: String
    let canvas: Canvas
    let fontSize: Double

    /// The maximum number of lines below the count for fault instructions and unseen parts.
    private static let maxLines = 3
    /// The size of the count, as a multiple of the font size.
    private static let countScale = 2.4

    /// Creates a panel, or nil if there is nothing to show.
    init?(
        _ person: MotionOverlay.Person, measures: [Measure], definition: ExerciseDefinition?,
        target: Int?, isNumbered: Bool, on canvas: Canvas, fontSize: Double
    ) {
        id = person.sample.id
        status = person.status
        unseen = Self.unseen(person, measures)
        if status == nil, unseen.isEmpty { return nil }
        self.isNumbered = isNumbered
        self.definition = definition
        self.target = target
        self.canvas = canvas
        self.fontSize = fontSize
    }

    /// The unseen parts: those of the exercise's signal, or of the measures if no exercise is
    /// followed.
    private static func unseen(_ person: MotionOverlay.Person, _ measures: [Measure]) -> String {
        let sample = person.sample
        let reasons =
            sample.isPresent
            ? person.status?.missing
                ?? measures.compactMap { measure in
                    sample[measure].state == .missing ? sample[measure].reason : nil
                } : [.absent]
        var names: [String] = []
        for reason in reasons {
            if let name = reason.unseen, !names.contains(name) { names.append(name) }
        }
        if !names.isEmpty { return "cannot see: \(names.joined(separator: ", "))" }
        return person.status == nil
            ? "" : reasons.first { $0 != .settling }.map { $0.displayName } ?? ""
    }

    /// Draws the panel and returns its box.
    func draw(left: Double, top: Double, maxWidth: Double, maxHeight: Double) -> OverlayBox {
        let padding = fontSize * 0.6
        let rows = self.rows(in: maxWidth - 2 * padding, height: maxHeight - 2 * padding)
        let width = (rows.map(\.width).max() ?? 0) + 2 * padding
        let height = rows.map(\.height).reduce(0, +) + 2 * padding
        let box = OverlayBox(left: left, top: top, width: min(width, maxWidth), height: height)
        canvas.fill(
            left: box.left, top: box.top, width: box.width, height: box.height,
            radius: padding * 0.7, color: .panel)
        var y = box.top + padding
        for row in rows {
            draw(row, x: box.left + padding, y: y, width: box.width - 2 * padding)
            y += row.height
        }
        return box
    }

    // MARK: Rows

    private struct Row {
        /// The order in which rows are dropped if not all fit: the last one first.
        enum Rank: Int {
            case count, title, instruction, unseen, hold, phase, signal
        }

        enum Content {
            case title(String)
            /// A large text followed by a smaller one, for each side.
            case count([(letter: String?, big: String, small: String)], scale: Double)
            case text(String, OverlayColor, isBold: Bool)
            case signal(letter: String?, value: String, share: Double, isReached: Bool, [Double])
        }

        let rank: Rank
        let content: Content
        let width: Double
        let height: Double
    }

    /// The rows that fit into a height; always at least the count.
    private func rows(in room: Double, height: Double) -> [Row] {
        var rows = allRows(in: room)
        while rows.count > 1, rows.map(\.height).reduce(0, +) > height,
            let rank = rows.map(\.rank.rawValue).max(),
            let last = rows.lastIndex(where: { $0.rank.rawValue == rank })
        {
            // Both sides' states, or both sides' bars, are dropped together.
            if rows[last].rank == .phase || rows[last].rank == .signal {
                rows.removeAll { $0.rank.rawValue == rank }
            } else {
                rows.remove(at: last)
            }
        }
        return rows
    }

    private func allRows(in room: Double) -> [Row] {
        var rows: [Row] = []
        let chip = isNumbered ? fontSize * 1.9 : 0
        if let title = definition?.title ?? (isNumbered ? "" : nil) {
            let text = fitted(title, in: room - chip, isBold: false)
            rows.append(
                Row(
                    rank: .title, content: .title(text),
                    width: chip + width(of: text, isBold: false),
                    height: fontSize * 1.7))
        }
        if let status { rows += self.rows(of: status, in: room) }
        rows += textRows(unseen, .unseen, color: .attention, isBold: false, in: room)
        return rows
    }

    private func rows(of status: ExerciseSession.Status, in room: Double) -> [Row] {
        var rows: [Row] = []
        var counts = self.counts(of: status)
        // Omits the target rather than making the text too small to read.
        if width(of: counts) * 0.7 > room { counts = counts.map { ($0.letter, $0.big, "") } }
        let needed = width(of: counts)
        let scale = min(1, room / max(needed, 1))
        rows.append(
            Row(
                rank: .count, content: .count(counts, scale: scale), width: needed * scale,
                height: fontSize * Self.countScale * scale * 1.15))
        // Lines are broken only between the sides.
        let states = status.counters.map { counter in
            let words = (counter.side.map { "\($0.letter) " } ?? "") + name(of: counter.state)
            return words.nonBreaking
        }
        rows += textRows(
            states.joined(separator: "\u{A0}\u{A0} "), .phase, color: .panelText, isBold: true,
            in: room)
        if definition?.signal != nil { rows += status.counters.map { signalRow($0, in: room) } }
        if isHold {
            let hold = "best \(Self.seconds(status.bestHold))"
            rows += textRows(hold, .hold, color: .panelText, isBold: false, in: room)
        }
        for say in instructions(of: status) {
            rows += textRows("! \(say)", .instruction, color: .attention, isBold: true, in: room)
        }
        return rows
    }

    /// The signal of a counter: a bar with marks at the limits, and the value.
    private func signalRow(_ counter: ExerciseSession.Status.Counter, in room: Double) -> Row {
        let scale = SignalScale(definition)
        let value = counter.value ?? .nan
        return Row(
            rank: .signal,
            content: .signal(
                letter: counter.side.map(\.letter), value: definition?.text(value) ?? "–",
                share: scale?.share(value) ?? 0, isReached: scale?.isReached(by: value) ?? false,
                (scale?.limits ?? []).map { scale?.share($0.value) ?? 0 }),
            width: min(room, fontSize * 10), height: fontSize * 1.5)
    }

    /// Between holds there is no phase to name.
    private func name(of state: ExerciseState) -> String {
        isHold && state != .holding ? "get ready" : state.displayName
    }

    private var isHold: Bool {
        definition?.hold != nil
    }

    /// The large texts: the seconds of a hold, or the repetitions of each side.
    private func counts(
        of status: ExerciseSession.Status
    ) -> [(letter: String?, big: String, small: String)] {
        if isHold {
            let goal = target.map { " / \($0) s" } ?? ""
            return [(nil, Self.seconds(status.hold), goal)]
        }
        let goal = target.map { " / \($0)" } ?? ""
        guard status.counters.count > 1 else { return [(nil, "\(status.count)", goal)] }
        return status.counters.map { ($0.side?.letter, "\($0.count)", goal) }
    }

    private func width(
        of counts: [(letter: String?, big: String, small: String)]
    ) -> Double {
        let widths = counts.map { count in
            (count.letter.map { width(of: $0) + fontSize * 0.3 } ?? 0)
                + width(of: count.big, scale: Self.countScale)
                + width(of: count.small, scale: 1.2) + fontSize * 0.9
        }
        return widths.reduce(0, +)
    }

    /// The instructions for the faults that are seen now.
    private func instructions(of status: ExerciseSession.Status) -> [String] {
        var instructions: [String] = []
        for id in status.faults {
            let say = definition?.instruction(for: id) ?? id
            if !instructions.contains(say) { instructions.append(say) }
        }
        return Array(instructions.suffix(2))
    }

    private static func seconds(_ value: Double) -> String {
        value.isFinite ? "\(String(value, places: 1)) s" : "–"
    }

    private func textRows(
        _ text: String, _ rank: Row.Rank, color: OverlayColor, isBold: Bool, in room: Double
    ) -> [Row] {
        lines(of: text, in: room, atMost: Self.maxLines, isBold: isBold).map { line in
            Row(
                rank: rank, content: .text(line, color, isBold: isBold),
                width: width(of: line, isBold: isBold), height: fontSize * 1.4)
        }
    }

    // MARK: Drawing

    private func draw(_ row: Row, x: Double, y: Double, width: Double) {
        let middle = y + row.height / 2
        switch row.content {
        case .title(let text):
            var x = x
            if isNumbered {
                let side = fontSize * 1.4
                canvas.fill(
                    left: x, top: middle - side / 2, width: side, height: side,
                    radius: side * 0.25, color: .instance(id - 1))
                write(
                    "\(id)", x: x + side / 2, middle: middle, color: .panelDark, anchor: .middle)
                x += fontSize * 1.9
            }
            write(text, x: x, middle: middle, color: .panelFaint, isBold: false)
        case .count(let counts, let scale):
            var x = x
            let space = fontSize * scale
            for count in counts {
                if let letter = count.letter {
                    x = write(
                        letter, x: x, middle: middle + space * 0.5,
                        color: letter == BodySide.left.letter ? .left : .right, scale: scale)
                    x += space * 0.3
                }
                x = write(count.big, x: x, middle: middle, scale: Self.countScale * scale)
                x = write(
                    count.small, x: x, middle: middle + space * 0.43, color: .panelFaint,
                    scale: 1.2 * scale)
                x += space * 0.9
            }
        case .text(let text, let color, let isBold):
            write(text, x: x, middle: middle, color: color, isBold: isBold)
        case .signal(let letter, let value, let share, let isReached, let marks):
            let end = drawSignal(
                letter, share, isReached: isReached, marks, x: x, middle: middle, width: width)
            write(value, x: end + fontSize * 0.4, middle: middle)
        }
    }

    /// Draws the signal as a bar with marks at the limits, and returns the x of its end. Without limits, no
    /// bar is drawn.
    private func drawSignal(
        _ letter: String?, _ share: Double, isReached: Bool, _ marks: [Double], x: Double,
        middle: Double, width: Double
    ) -> Double {
        var x = x
        if let letter {
            write(letter, x: x, middle: middle, color: .panelFaint, isBold: false)
            x += fontSize
        }
        if marks.isEmpty { return x - fontSize * 0.4 }
        let room = self.width(of: "−180°") + fontSize * 0.4
        let length = max(fontSize * 2, width - room - (letter == nil ? 0 : fontSize))
        bar(share, x: x, middle: middle, width: length, color: isReached ? .good : .panelFaint)
        for mark in marks {
            canvas.fill(
                left: x + mark * length - max(1, fontSize * 0.07),
                top: middle - fontSize * 0.5, width: max(2, fontSize * 0.14), height: fontSize,
                color: .panelText)
        }
        return x + length
    }
}

/// A line in the making: of all that falls on one half of a unit, its least and its most.
struct Envelope {
    private static let width = 0.5

    private struct Step {
        let slot: Int
        let x: Double
        var top: Double
        var bottom: Double
        let first: Double
    }

    private var points: [Mark.Point] = []
    private var step: Step?

    /// Adds what lies at `x`, from `high` (the smaller y) to `low`.
    mutating func add(x: Double, high: Double, low: Double) {
        let slot = Int((x / Self.width).rounded(.down))
        if var current = step, current.slot == slot {
            current.top = min(current.top, high)
            current.bottom = max(current.bottom, low)
            step = current
        } else {
            flush()
            step = Step(slot: slot, x: x, top: high, bottom: low, first: low)
        }
    }

    /// The line; what is added then begins another.
    mutating func finish() -> [Mark.Point] {
        flush()
        defer { points = [] }
        return points
    }

    private mutating func flush() {
        guard let step else { return }
        self.step = nil
        guard step.bottom - step.top > 0.01 else {
            points.append(Mark.Point(x: step.x, y: step.top))
            return
        }
        // Begun on the side where the line comes from.
        let before = points.last?.y ?? step.first
        let comesFromTop = abs(before - step.top) < abs(before - step.bottom)
        let ends = comesFromTop ? [step.top, step.bottom] : [step.bottom, step.top]
        points += ends.map { Mark.Point(x: step.x, y: $0) }
    }
}

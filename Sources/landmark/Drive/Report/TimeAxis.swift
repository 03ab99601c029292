/// Where times stand on a page, and which of them are marked.
struct TimeAxis: Sendable {
    /// The time at the left end, in milliseconds.
    let start: Double
    /// How many milliseconds the axis spans; more than 0.
    let span: Double
    let left: Double
    let right: Double
    /// How many times are marked at most, beside the start.
    let mostTicks: Double

    private static let steps: [Double] = [
        100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000, 600_000,
        900_000, 1_800_000, 3_600_000, 7_200_000, 14_400_000, 28_800_000, 86_400_000,
    ]

    init(start: Double, span: Double, left: Double, right: Double, mostTicks: Double) {
        self.start = start
        self.span = max(span, 1)
        self.left = left
        self.right = right
        self.mostTicks = mostTicks
    }

    /// The place of a time, within the axis.
    func place(_ milliseconds: Double) -> Double {
        let share = min(max((milliseconds - start) / span, 0), 1)
        return left + share * (right - left)
    }

    /// The times that are marked, from the start on, and their text.
    var ticks: [(x: Double, text: String)] {
        let step =
            Self.steps.first { span / $0 <= mostTicks }
            ?? (span / mostTicks / 86_400_000).rounded(.up) * 86_400_000
        let count = Int((span / step).rounded(.down))
        return (0...count).map { index in
            let time = Double(index) * step
            let text = TimeText.clock(time, places: step < 1000 ? 1 : 0)
            return (place(start + time), text)
        }
    }
}

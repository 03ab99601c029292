/// How open and closed eyes of a driver measure, by one of the two measures.
struct EyeBaseline: Equatable {
    /// The measure of open eyes, left and right.
    var open: (left: Double, right: Double)
    /// The measure of closed eyes.
    var closed: Double

    static func == (a: EyeBaseline, b: EyeBaseline) -> Bool {
        a.open == b.open && a.closed == b.closed
    }

    /// Usual values of the blink coefficient: a choice, see the article HowDriversAreAssessed,
    /// for lack of the driver's own.
    static let usualBlink = EyeBaseline(open: (0.10, 0.10), closed: 0.70)
    /// Usual values of the aspect ratio, a choice as well.
    static let usualAspectRatio = EyeBaseline(open: (0.30, 0.30), closed: 0.12)

    /// How open eyes are, 0…1, of the measures of those that count; nil when none does.
    func openness(left: Double?, right: Double?) -> Double? {
        switch (left, right) {
        case (nil, nil): nil
        case (let left?, nil): Self.share(left, open.left, closed)
        case (nil, let right?): Self.share(right, open.right, closed)
        case (let left?, let right?):
            Self.share((left + right) / 2, (open.left + open.right) / 2, closed)
        }
    }

    private static func share(_ value: Double, _ open: Double, _ closed: Double) -> Double {
        let share = (closed - value) / (closed - open)
        return share.isFinite ? share.clamped(to: 0...1) : 1
    }
}

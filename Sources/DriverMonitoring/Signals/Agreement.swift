/// How well both measures of the eyes agree, as a mean that forgets within seconds.
///
/// The blink coefficient decides how open the eyes are. Where the aspect ratio says otherwise for
/// long, one of them is misled, by glasses, lashes or a poor mesh, and nobody knows which: that
/// lowers the confidence, and changes nothing else.
struct Agreement {
    /// A mean difference of openness up to the first costs nothing; at the second nothing is left.
    static let tolerated = 0.3
    static let worst = 0.7
    /// The time in which it forgets, in milliseconds.
    private static let memory = 1000.0

    private var difference = 0.0

    /// 1 for agreement, 0 for contradiction.
    var factor: Double {
        ((Self.worst - difference) / (Self.worst - Self.tolerated)).clamped(to: 0...1)
    }

    mutating func add(_ a: Double, _ b: Double, _ tick: Tick) {
        let step = Double(tick.step)
        difference += (abs(a - b) - difference) * step / (step + Self.memory)
    }
}

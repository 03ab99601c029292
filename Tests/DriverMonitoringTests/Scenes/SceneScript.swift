import Foundation

/// What a driver's eyes do, in seconds.
struct SceneScript: Sendable {
    let duration: Double
    /// The closures that must be noticed.
    let closures: [ClosedRange<Double>]
    /// Seconds from the start of one blink to that of the next; nil for a driver who does not blink.
    var blinkInterval: Double? = 4
    /// The blinks, if they are not regular.
    var blinks: [ClosedRange<Double>]?
    /// What the driver does beside driving, one after another.
    var acts: [SceneAct] = []
    /// The expression of a face that does not move; nil for one that does.
    private(set) var still: SceneExpression?
    /// How far the driver squints, 0…1, and when: from when the eyes are known to shortly before the end.
    private(set) var squint = 0.0
    private var squintTime: ClosedRange<Double> { 7...max(7, duration - 3) }

    private static let blinkLength = 0.2
    /// How long lids take to close and to open.
    private static let closing = 0.08
    private static let opening = 0.12

    /// Two short sleeps, a long one, and one without a reaction.
    static let sleepy = SceneScript(
        duration: 62, closures: [20...21.8, 28...29.7, 36...39.6, 48...55])

    /// A short sleep and a long one.
    static let short = SceneScript(duration: 22, closures: [10...11.8, 15...18.6])

    /// A face that does not move.
    static func still(_ expression: SceneExpression, duration: Double) -> SceneScript {
        var script = SceneScript(duration: duration, closures: [])
        script.still = expression
        return script
    }

    /// A driver who is awake for `duration` seconds, and blinks at irregular intervals for 0.12 to
    /// 0.4 s.
    static func awake(_ duration: Double) -> SceneScript {
        var random = SceneRandom(11)
        var blinks: [ClosedRange<Double>] = []
        var time = 2.0
        while time < duration - 1 {
            let length = 0.12 + 0.28 * pow(Double(random.next()), 3)
            blinks.append(time...time + length)
            time += length + 1 + 7 * Double(random.next())
        }
        return SceneScript(duration: duration, closures: [], blinks: blinks)
    }

    /// A second of the first closure that is long enough to be noticed on both sides of it.
    var gap: ClosedRange<Double>? {
        closures.first { $0.upperBound - $0.lowerBound > 3 }.map {
            $0.lowerBound + 1...$0.lowerBound + 2
        }
    }

    /// The same script for a driver who squints: closures and blinks begin and end with half-closed
    /// lids.
    func squinting(_ share: Double) -> SceneScript {
        var script = self
        script.squint = share
        return script
    }

    /// The face at `time`. Eyes that look aside do not blink.
    func expression(at time: Double) -> SceneExpression {
        if let still { return still }
        let closure = closure(at: time)
        guard var expression = acts.lazy.compactMap({ $0.expression(at: time) }).first else {
            return SceneExpression(closure: closure)
        }
        if expression.gaze == SceneGaze() { expression.closure = max(expression.closure, closure) }
        return expression.rounded
    }

    /// How far the lids are closed at `time` where there is no act, 0…1.
    private func closure(at time: Double) -> Double {
        max(closureOfEvents(at: time), Self.closure(at: time, during: squintTime) * squint)
    }

    private func closureOfEvents(at time: Double) -> Double {
        if let blinks {
            return blinks.first { $0.lowerBound - 0.2...$0.upperBound + 0.2 ~= time }
                .map { Self.closure(at: time, during: $0) } ?? 0
        }
        if let closure = closures.first(where: { $0.lowerBound - 0.5...$0.upperBound + 0.5 ~= time }
        ) {
            return Self.closure(at: time, during: closure)
        }
        guard let blinkInterval, time > 1 else { return 0 }
        let start = (time / blinkInterval).rounded(.down) * blinkInterval
        guard !closures.contains(where: { $0.overlaps(start - 0.6...start + 0.6) }) else {
            return 0
        }
        return Self.closure(at: time, during: start...start + Self.blinkLength)
    }

    private static func closure(at time: Double, during range: ClosedRange<Double>) -> Double {
        let rise = (time - range.lowerBound) / closing, fall = (range.upperBound - time) / opening
        return min(1, max(0, min(rise, fall + 1)))
    }
}

/// Random numbers that are the same in every run.
struct SceneRandom {
    private var state: UInt64

    init(_ seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

    /// The next number, 0…1.
    mutating func next() -> Float {
        advance()
        return Float(state >> 40) / Float(1 << 24)
    }

    private mutating func advance() {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
    }

    /// The next number of an approximately normal distribution with mean 0 and standard deviation
    /// 1: the sum of four uniformly distributed ones.
    mutating func normal() -> Float {
        advance()
        let sum =
            (state & 0xFFFF) + (state >> 16 & 0xFFFF) + (state >> 32 & 0xFFFF) + (state >> 48)
        return (Float(sum) / 65_536 - 2) * 1.732
    }
}

import Foundation
import LandmarkMotion
import LandmarkTestSupport

/// A signal over time: values that may be missing.
typealias Signal = [(time: Double, value: Double?)]

enum Signals {
    /// The cosine of an angle in radians.
    static func cosine(_ angle: Double) -> Double { cos(angle) }

    /// `count` cosine waves between `low` and `high`.
    static func cosine(
        _ count: Int, period: Double, low: Double, high: Double, rate: Double = 30
    ) -> Signal {
        (0...Int(Double(count) * period * rate)).map { index in
            let time = Double(index) / rate
            return (time, low + (high - low) / 2 * (1 - cos(2 * .pi * time / period)))
        }
    }
}

/// The results of a counter for a signal.
struct Counted {
    var counter: RepetitionCounter
    var events: [ExerciseEvent] = []

    init(_ signal: Signal, _ counter: RepetitionCounter) {
        self.counter = counter
        for (time, value) in signal { self.counter.update(value, at: time, events: &events) }
        self.counter.finish()
    }

    init(_ signal: Signal, top: Double = 30, bottom: Double = 60) throws {
        self.init(signal, try RepetitionCounter(top: top, bottom: bottom))
    }

    var repetitions: [Repetition] { counter.repetitions }

    /// The events without changes of phase.
    var outcomes: [ExerciseEvent] {
        events.filter { if case .phase = $0.kind { false } else { true } }
    }

    /// The states that the counter went through.
    var phases: [ExerciseState] {
        events.compactMap { if case .phase(let state) = $0.kind { state } else { nil } }
    }
}

func isClose(_ a: Double?, _ b: Double, within tolerance: Double = 1e-9) -> Bool {
    a.map { ($0 - b).magnitude <= tolerance } ?? false
}

extension Signal {
    /// The signal without the values in a range of times.
    func without(_ range: Range<Double>) -> Signal {
        map { range.contains($0.time) ? ($0.time, nil) : $0 }
    }
}

extension SplitMix64 {
    /// A number between two others.
    mutating func uniform(_ low: Double, _ high: Double) -> Double {
        Double.random(in: low...high, using: &self)
    }
}

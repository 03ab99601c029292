import DriverMonitoring
import Foundation
import LandmarkCore

/// How often monitors are right, by the readability and the confidence that they report.
struct SceneCalibration {
    /// What was reported for some frames, and how many of these reports were right.
    private struct Bin {
        var count = 0
        var right = 0
        var confidence = 0.0

        private var meanConfidence: Double { confidence / Double(count) }
        var share: Double { Double(right) / Double(count) }
        var error: Double { abs(share - meanConfidence) }

        mutating func add(_ confidence: Double, isRight: Bool) {
            count += 1
            right += isRight ? 1 : 0
            self.confidence += confidence
        }
    }

    /// The worst bin must have at least this share of the frames; smaller bins vary by chance.
    private static let minShare = 0.01
    private static let header = """
        | said | readings by readability | right | by confidence | right | levels by confidence | right |
        |---|--:|--:|--:|--:|--:|--:|
        """

    /// Bins of the openness of the eyes by readability and by confidence, and of the level; ten
    /// each.
    private var readable = [Bin](repeating: Bin(), count: 10)
    private var readings = [Bin](repeating: Bin(), count: 10)
    private var levels = [Bin](repeating: Bin(), count: 10)

    init(_ outcomes: [SceneOutcome]) {
        for frame in outcomes.lazy.flatMap(\.frames) {
            let confidence = frame.result.confidence
            let bin = min(9, Int(10 * confidence))
            // While the level is unknown, the confidence is low whatever is read.
            if let isRight = frame.isRight, frame.result.isLevelKnown,
                frame.result.signals.openness != nil
            {
                readings[bin].add(confidence, isRight: isRight)
                let readability = frame.result.signals.eyeReadability
                readable[min(9, Int(10 * readability))].add(readability, isRight: isRight)
            }
            if let isRight = frame.isLevelRight {
                levels[bin].add(confidence, isRight: isRight)
            }
        }
    }

    /// The mean difference between the confidence and the share of right readings, weighted by the
    /// readings of a bin.
    var error: Double { Self.error(readings) }

    /// A row for each bin as Markdown, and the errors.
    var text: String {
        let rows = (0..<10).reversed().map { index in
            let bins = [readable[index], readings[index], levels[index]]
            let cells = bins.flatMap { bin in
                ["\(bin.count)", bin.count > 0 ? String(format: "%.3f", bin.share) : "–"]
            }
            let range = String(format: "%.1f…%.1f", Double(index) / 10, Double(index + 1) / 10)
            return "| " + ([range] + cells).joined(separator: " | ") + " |"
        }
        let errors = [
            ("readability", readable), ("confidence in readings", readings),
            ("confidence in levels", levels),
        ].map { name, bins in
            String(
                format: "\(name) %.3f, in the worst bin %.3f", Self.error(bins),
                Self.largestError(bins))
        }
        let sentence = "Calibration errors: \(errors.joined(separator: "; "))"
        return ([Self.header] + rows + [sentence]).joined(separator: "\n")
    }

    private static func error(_ bins: [Bin]) -> Double {
        let total = Double(bins.reduce(0) { $0 + $1.count })
        return bins.filter { $0.count > 0 }.reduce(0) { sum, bin in
            sum + bin.error * Double(bin.count) / total
        }
    }

    private static func largestError(_ bins: [Bin]) -> Double {
        let least = minShare * Double(bins.reduce(0) { $0 + $1.count })
        return bins.filter { $0.count > 0 && Double($0.count) >= least }.map(\.error).max() ?? 0
    }
}

/// The levels reported by a monitor that sees the lids as they are, 30 times a second.
struct SceneLevels: Sendable {
    /// How late a level may be reported, in seconds.
    private static let tolerance = 0.3
    private static let rate = 30.0

    private var levels: [FatigueLevel] = []

    init(_ script: SceneScript) throws {
        var machine = DriverStateMachine()
        for index in 0...Int(script.duration * Self.rate) {
            let time = Double(index) / Self.rate
            let openness = 1 - script.expression(at: time).closure
            levels.append(
                try machine.update(
                    DriverReading(
                        timestamp: .seconds(time), openness: openness,
                        opennessByAspectRatio: openness)
                ).fatigueLevel)
        }
    }

    /// Whether `level` is right at `time`, or was a moment ago.
    func contains(_ level: FatigueLevel, at time: Double) -> Bool {
        let last = min(levels.count - 1, Int((time * Self.rate).rounded()))
        let first = max(0, last - Int(Self.tolerance * Self.rate))
        return levels[first...last].contains(level)
    }
}

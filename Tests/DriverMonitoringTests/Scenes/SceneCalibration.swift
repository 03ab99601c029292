import DriverMonitoring
import Foundation
import LandmarkCore

/// How often monitors are right, by the readability and the confidence that they tell.
struct SceneCalibration {
    /// What was told of some frames, and how many of them were right.
    private struct Bin {
        var count = 0
        var right = 0
        var confidence = 0.0

        var meanConfidence: Double { confidence / Double(count) }
        var share: Double { Double(right) / Double(count) }

        mutating func add(_ confidence: Double, isRight: Bool) {
            count += 1
            right += isRight ? 1 : 0
            self.confidence += confidence
        }
    }

    /// Bins with fewer of the frames, as a share, are of chance.
    private static let minShare = 0.01
    private static let header = """
        | said | readings by readability | right | by confidence | right | levels by confidence | right |
        |---|--:|--:|--:|--:|--:|--:|
        """

    /// Of the openness of the eyes by readability and by confidence, and of the level; ten bins each.
    private var readable = [Bin](repeating: Bin(), count: 10)
    private var readings = [Bin](repeating: Bin(), count: 10)
    private var levels = [Bin](repeating: Bin(), count: 10)

    init(_ outcomes: [SceneOutcome]) {
        for frame in outcomes.lazy.flatMap(\.frames) {
            let confidence = frame.result.confidence
            let bin = min(9, Int(10 * confidence))
            if let isRight = frame.isRight, frame.result.signals.openness != nil {
                readings[bin].add(confidence, isRight: isRight)
                let readability = frame.result.signals.eyeReadability
                readable[min(9, Int(10 * readability))].add(readability, isRight: isRight)
            }
            if let isRight = frame.isLevelRight {
                levels[bin].add(confidence, isRight: isRight)
            }
        }
    }

    /// The largest difference between the confidence and the share of right readings.
    var error: Double { Self.error(readings) }

    /// The same of the readability.
    var readabilityError: Double { Self.error(readable) }

    /// The same of the confidence in levels.
    var levelError: Double { Self.error(levels) }

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
        let errors = String(
            format:
                "calibration error of the readability: %.3f; of the confidence: %.3f for readings,"
                + " %.3f for levels", readabilityError, error, levelError)
        return ([Self.header] + rows + [errors]).joined(separator: "\n")
    }

    private static func error(_ bins: [Bin]) -> Double {
        let total = Double(bins.reduce(0) { $0 + $1.count })
        let counted = bins.filter { $0.count > 0 && Double($0.count) >= minShare * total }
        return counted.map { abs($0.share - $0.meanConfidence) }.max() ?? 0
    }
}

/// The levels that a monitor tells which sees the lids as they are, 30 times a second.
struct SceneLevels: Sendable {
    /// How late a level may be told, in seconds.
    private static let tolerance = 0.3
    private static let rate = 30.0

    private var levels: [FatigueLevel] = []

    init(_ script: SceneScript) throws {
        var machine = DriverStateMachine()
        for index in 0...Int(script.duration * Self.rate) {
            let time = Double(index) / Self.rate
            let openness = 1 - script.closure(at: time)
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

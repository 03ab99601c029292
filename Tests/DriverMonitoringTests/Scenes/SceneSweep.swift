import Foundation

/// A property of images that scenes change in steps, so that the limit of what can be read shows.
enum SceneSweep: CaseIterable {
    case eyeWidth, light, blur, compression

    /// The steps, from good to bad.
    var steps: [Float] {
        switch self {
        case .eyeWidth: [20, 14, 12, 10, 8, 6]
        case .light: [0.5, 0.35, 0.2, 0.12, 0.08, 0.05]
        case .blur: [1, 2, 3, 4, 6, 8]
        case .compression: [28, 32, 36, 40, 44, 48]
        }
    }

    /// The scene of a step. Where it does not say otherwise, the eyes are as wide as in all scenes.
    func scene(_ step: Float) -> DriverScene {
        let text = String(format: "%g", step)
        return switch self {
        case .eyeWidth:
            DriverScene(name: "eyes \(text) pixels wide", effects: [.far(eyeWidth: step)])
        case .light:
            DriverScene(name: "\(text) of the light", effects: [.light(step), .noise(3)])
        case .blur: DriverScene(name: "blur \(text)", effects: [.blur(step)])
        case .compression: DriverScene(name: "rate factor \(text)", compression: Int(step))
        }
    }

    /// The scenes of all sweeps.
    static var scenes: [DriverScene] {
        allCases.flatMap { sweep in sweep.steps.map(sweep.scene) }
    }

    /// How coverage and recall fall, as Markdown: a row for each step with outcomes, and one for all
    /// steps whose eyes are at least 14 pixels wide.
    static func text(_ outcomes: [SceneOutcome]) -> String {
        let wide = scenes.filter { scene in
            !scene.effects.contains {
                if case .far(let width) = $0 { width < 14 } else { false }
            }
        }.map(\.name)
        let groups: [(name: String, outcomes: [SceneOutcome])] =
            scenes.map { scene in (scene.name, outcomes.filter { $0.scene == scene.name }) }
            + [("eyes at least 14 pixels wide", outcomes.filter { wide.contains($0.scene) })]
        let rows = groups.filter { !$0.outcomes.isEmpty }.map {
            row($0.name, SceneSum($0.outcomes))
        }
        return ([header] + rows).joined(separator: "\n")
    }

    private static let header = """
        | images | closures | noticed | coverage | missed while readable | recall while readable | unreadable | false alerts |
        |---|--:|--:|--:|--:|--:|--:|--:|
        """

    private static func row(_ name: String, _ sum: SceneSum) -> String {
        func share(_ value: Double?, _ format: String) -> String {
            value.map { String(format: format, $0) } ?? "–"
        }
        let cells = [
            name, "\(sum.closures)", "\(sum.noticed)",
            share(sum.coverage.map { 100 * $0 }, "%.0f %%"), "\(sum.missed)",
            share(sum.recall, "%.3f"), share(100 * sum.unusable, "%.0f %%"), "\(sum.falseAlerts)",
        ]
        return "| " + cells.joined(separator: " | ") + " |"
    }
}

import Foundation
import LandmarkMotion
import LandmarkTestSupport
import Testing

/// The drawings of exercises in the documentation, made by `Tools/exercises/draw`.
@Suite("Drawings of exercises")
struct ExerciseDrawingTests {
    private static let folder =
        Fixtures.packageRoot + "/Sources/LandmarkMotion/Documentation.docc"

    @Test("every shipped exercise has a drawing, and there is no other")
    func complete() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
        let names = files.compactMap { file in
            file.hasPrefix("exercise-") && file.hasSuffix(".svg")
                ? String(file.dropFirst("exercise-".count).dropLast(".svg".count)) : nil
        }
        #expect(Set(names) == Set(ExerciseDefinition.all.map(\.name)))
    }

    @Test(
        "thresholds in a drawing are those of the definition",
        arguments: ExerciseDefinition.all.map(\.name))
    func thresholds(name: String) throws {
        let definition = try ExerciseDefinition.named(name)
        let text = try FileContent.text("\(Self.folder)/exercise-\(name).svg")
        var drawn: [String: Double] = [:]
        for mark in text.components(separatedBy: "data-threshold=\"").dropFirst() {
            // NAME" data-value="VALUE" …>VALUE° or cm<
            let parts = mark.components(separatedBy: "\"")
            let label = mark.components(separatedBy: ">")[1].components(separatedBy: "<")[0]
            try #require(parts.count > 2 && parts[1] == " data-value=")
            drawn[parts[0]] = Double(parts[2])
            #expect(label == parts[2] + "°" || label == parts[2] + " cm")
        }
        #expect(text.contains("<title>\(definition.title)</title>"))
        #expect(text.components(separatedBy: "data-threshold").count - 1 == drawn.count)
        for (threshold, value) in drawn {
            #expect(value == Self.value(of: threshold, in: definition), "\(threshold)")
        }
        if case .absolute? = definition.repetitions?.thresholds {
            #expect(drawn.keys.contains("top"))
        }
        if let target = definition.target.rangeOfMotion?.lower, text.contains("the target: ") {
            #expect(text.contains("the target: \(Int(target))° of motion"))
        }
    }

    /// The definition's value, in degrees or centimeters, without its sign.
    private static func value(of name: String, in definition: ExerciseDefinition) -> Double? {
        if name == "hold" { return definition.hold?.range.lower.map { ($0 * 100).rounded() } }
        if case .absolute(let top, let bottom)? = definition.repetitions?.thresholds {
            if name == "top" { return top }
            if name == "bottom" { return bottom }
        }
        let fault = definition.faults.first { $0.id == name }
        return (fault?.above ?? fault?.below)?.magnitude
    }
}

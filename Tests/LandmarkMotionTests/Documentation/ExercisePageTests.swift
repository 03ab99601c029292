import Foundation
import LandmarkMotion
import LandmarkTestSupport
import Testing

/// The code, the JSON and the list of the article on exercises.
@Suite struct ExercisePageTests {
    private func page(_ name: String) throws -> String {
        try FileContent.text(
            Fixtures.packageRoot + "/Sources/LandmarkMotion/Documentation.docc/\(name).md")
    }

    @Test("the article contains the code that is compiled here") func code() throws {
        let code = try FileContent.text(
            Fixtures.packageRoot + "/Tests/LandmarkMotionTests/Documentation/Instructions.swift")
        #expect(try page("Exercises").contains("```swift\n" + code + "```"))
    }

    @Test("its code counts and collects instructions") func example() throws {
        let squats = Samples.squats(Signals.cosine(2, period: 2, low: 10, high: 70))
        let (count, said) = try instructions(squats)
        #expect(count == 2)
        #expect(said == ["lower", "lower"])
    }

    @Test("its JSON are valid definitions, and thresholds of exercises that it names")
    func json() throws {
        let blocks = try page("Exercises").components(separatedBy: "```json\n").dropFirst()
        #expect(!blocks.isEmpty)
        for block in blocks {
            let json = try #require(block.components(separatedBy: "```").first)
            guard !json.contains("\"exercises\"") else {
                let thresholds = try JSONDecoder().decode(
                    PatientThresholds.self, from: Data(json.utf8))
                let squat = try ExerciseDefinition.named("squat")
                #expect(try thresholds.applied(to: squat) != squat)
                continue
            }
            _ = try JSONDecoder().decode(ExerciseDefinition.self, from: Data(json.utf8))
        }
    }

    @Test("every shipped exercise is listed with its thresholds and its drawing")
    func list() throws {
        let article = try page("Exercises")
        for definition in ExerciseDefinition.all {
            let row = try #require(
                article.split(separator: "\n").first { $0.hasPrefix("| `\(definition.name)`") })
            #expect(article.contains("](exercise-\(definition.name).svg)"))
            if case .absolute(let top, let bottom) = definition.repetitions?.thresholds {
                #expect(row.contains("\(Int(top))° → \(Int(bottom))°"), "\(definition.name)")
            }
            #expect(definition.isPerSide == row.contains("(each side)"))
        }
        let tests = try page("ClinicalTests")
        for definition in ExerciseDefinition.all {
            if case .test = definition.kind { #expect(tests.contains("`\(definition.name)`")) }
        }
    }
}

import Foundation
import LandmarkTasks
import LandmarkTestSupport
import Testing

@Suite("Texts of the example apps")
struct LocalizationTests {
    private static let folder = Fixtures.packageRoot + "/Examples/Apple/"
    private static let languages = ["en", "de", "zh-Hans"]
    /// The folders with texts, and those with the code that uses them.
    private static let apps = [
        "AppSupport/Sources/AppSupport", "Driver.swiftpm", "Exercise.swiftpm", "Hands.swiftpm",
        "Pose.swiftpm",
    ]

    /// The lines `"key" = "text";` of a language.
    private func texts(
        _ app: String, _ language: String, _ table: String = "Localizable"
    ) throws -> [(key: String, text: String)] {
        let path = "\(Self.folder)\(app)/Resources/\(language).lproj/\(table).strings"
        let file = try String(contentsOfFile: path, encoding: .utf8)
        return try file.split(separator: "\n").filter { $0.hasPrefix("\"") }.map { line in
            let parts = try #require(line.wholeMatch(of: #/"([^"]+)" = "([^"]+)";/#), "\(line)")
            return (String(parts.1), String(parts.2))
        }
    }

    /// The conversions of a format, in order.
    private func conversions(_ text: String) -> [String] {
        text.matches(of: #/%(?:\.\d)?[@df%]/#).map { String($0.0) }
    }

    @Test("all languages have the same keys, once, with the same arguments", arguments: apps)
    func sameKeys(app: String) throws {
        let english = try texts(app, "en")
        #expect(english.count >= 3)
        for language in Self.languages {
            let found = try texts(app, language)
            #expect(found.map(\.key) == english.map(\.key), "\(language)")
            #expect(Set(found.map(\.key)).count == found.count, "\(language)")
            for (text, original) in zip(found, english) {
                #expect(
                    conversions(text.text) == conversions(original.text), "\(language) \(text.key)")
                // A format of numbers alone is the same in every language.
                let hasWords = original.text.contains { $0.isLetter && !"dfs".contains($0) }
                if language != "en", hasWords {
                    #expect(text.text != original.text, "\(language) \(text.key)")
                }
            }
        }
    }

    /// The code of a folder.
    private func code(_ app: String) throws -> String {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder + app)
        return try files.filter { $0.hasSuffix(".swift") && $0 != "Package.swift" }
            .map { try String(contentsOfFile: "\(Self.folder)\(app)/\($0)", encoding: .utf8) }
            .joined(separator: "\n")
    }

    @Test("every text is used", arguments: apps)
    func everyTextIsUsed(app: String) throws {
        // The apps also use the texts that they share.
        let all = try Self.apps.map { try code($0) }.joined(separator: "\n")
        let unused = try texts(app, "en").map(\.key).filter { key in
            // Joints are looked up by their names.
            !all.contains("\"\(key)\"") && !key.hasPrefix("joint.")
        }
        #expect(unused.isEmpty)
    }

    @Test("every text that the code looks up is there", arguments: apps)
    func everyTextIsThere(app: String) throws {
        let shared = try texts(Self.apps[0], "en").map(\.key)
        let known = Set(try texts(app, "en").map(\.key) + shared)
        let used = try code(app).matches(of: #/Localized\.text\(\s*"([a-zA-Z.]+)"/#)
        #expect(!used.isEmpty)
        for match in used { #expect(known.contains(String(match.1)), "\(match.1)") }
    }

    @Test("the question for the camera is asked in every language", arguments: apps.dropFirst())
    func purpose(app: String) throws {
        let properties = try String(
            contentsOfFile: "\(Self.folder)\(app)/Info.plist", encoding: .utf8)
        let manifest = try String(
            contentsOfFile: "\(Self.folder)\(app)/Package.swift", encoding: .utf8)
        let list = try #require(
            properties.firstMatch(
                of: #/<key>CFBundleLocalizations</key>\s*<array>([\s\S]*?)</array>/#))
        let languages = list.1.matches(of: #/<string>([^<]+)</#).map { String($0.1) }
        #expect(languages == Self.languages)
        let purposes = try Self.languages.map { try texts(app, $0, "InfoPlist") }
        #expect(purposes.allSatisfy { $0.map(\.key) == ["NSCameraUsageDescription"] })
        let words = purposes.flatMap { $0.map(\.text) }
        #expect(Set(words).count == Self.languages.count)
        let english = try #require(words.first)
        #expect(properties.contains("<string>\(english)</string>"))
        #expect(manifest.contains("\"\(english)\""))
    }

    @Test("every joint has a name") func joints() throws {
        let named = try texts("Exercise.swiftpm", "en").map(\.key).filter { $0.hasPrefix("joint.") }
        #expect(Set(named) == Set(PoseJoint.allCases.map { "joint.\($0)" }))
    }
}

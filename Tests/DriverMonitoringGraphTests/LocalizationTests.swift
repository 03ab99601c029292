import Foundation
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
    private func texts(_ app: String, _ language: String) throws -> [(key: String, text: String)] {
        let path = "\(Self.folder)\(app)/Resources/\(language).lproj/Localizable.strings"
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

    /// The keys that the code of a folder uses; one with an interpolation without what follows it.
    private func used(_ app: String) throws -> Set<String> {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder + app)
        var used: Set<String> = []
        for file in files where file.hasSuffix(".swift") {
            let code = try String(contentsOfFile: "\(Self.folder)\(app)/\(file)", encoding: .utf8)
            used.formUnion(
                code.matches(of: #/"([a-z][A-Za-z]*(?:\.[A-Za-z]+)*\.?)(?:\\\([a-z]+\))?"/#)
                    .map { String($0.1) })
        }
        return used
    }

    @Test("every key is used", arguments: apps)
    func usedKeys(app: String) throws {
        let keys = Set(try texts(app, "en").map(\.key))
        let code = try Self.apps.reduce(into: Set<String>()) { $0.formUnion(try used($1)) }
        let unused = keys.filter { key in
            !code.contains(key) && !code.contains { $0.hasSuffix(".") && key.hasPrefix($0) }
        }
        #expect(unused.isEmpty)
    }

    @Test("every key that the code looks up has a text", arguments: apps)
    func knownKeys(app: String) throws {
        var keys: Set<String> = []
        for name in [app, "AppSupport/Sources/AppSupport"] {
            keys.formUnion(try texts(name, "en").map(\.key))
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder + app)
        for file in files where file.hasSuffix(".swift") {
            let code = try String(contentsOfFile: "\(Self.folder)\(app)/\(file)", encoding: .utf8)
            for match in code.matches(of: #/Localized\.text\(\s*"([a-zA-Z.]+)"/#) {
                #expect(keys.contains(String(match.1)), "\(file): \(match.1)")
            }
        }
    }
}

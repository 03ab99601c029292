import Foundation
import LandmarkTestSupport
import Testing

@Suite("Texts of the example app Driver")
struct LocalizationTests {
    private static let app = Fixtures.packageRoot + "/Examples/Apple/Driver.swiftpm"
    private static let languages = ["en", "de", "zh-Hans"]

    /// The lines `"key" = "text";` of a language.
    private func texts(_ language: String) throws -> [(key: String, text: String)] {
        let path = "\(Self.app)/Resources/\(language).lproj/Localizable.strings"
        let file = try String(contentsOfFile: path, encoding: .utf8)
        return try file.split(separator: "\n").filter { $0.hasPrefix("\"") }.map { line in
            let parts = try #require(line.wholeMatch(of: #/"([^"]+)" = "([^"]+)";/#), "\(line)")
            return (String(parts.1), String(parts.2))
        }
    }

    /// The conversions of a format, in order.
    private func conversions(_ text: String) -> [String] {
        text.matches(of: #/%[@d%]/#).map { String($0.0) }
    }

    @Test("all languages have the same keys, once, with the same arguments")
    func sameKeys() throws {
        let english = try texts("en")
        #expect(english.count > 20)
        for language in Self.languages {
            let found = try texts(language)
            #expect(found.map(\.key) == english.map(\.key), "\(language)")
            #expect(Set(found.map(\.key)).count == found.count, "\(language)")
            for (text, original) in zip(found, english) {
                #expect(
                    conversions(text.text) == conversions(original.text), "\(language) \(text.key)")
                if language != "en" { #expect(text.text != original.text, "\(text.key)") }
            }
        }
    }

    @Test("the app uses every key, and no other")
    func usedKeys() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.app)
        var used: Set<String> = []
        for file in files where file.hasSuffix(".swift") {
            let code = try String(contentsOfFile: "\(Self.app)/\(file)", encoding: .utf8)
            used.formUnion(code.matches(of: #/Localized\.text\(\s*"([^"]+)"/#).map { String($0.1) })
        }
        #expect(used == Set(try texts("en").map(\.key)))
    }
}

import Foundation
import Testing

@testable import LandmarkDashboard

@Suite("Pages are put together from their files")
struct PageDocumentTests {
    private static let documents = ["live.html", "history.html"]
    private static let sets = ["shared", "live", "history"]

    @Test(
        "with a nonce for every style and script, and nothing that is asked for",
        arguments: documents)
    func embedded(_ path: String) throws {
        let text = try PageDocument(path, in: .embedded).text(nonce: "NONCE")
        #expect(text.hasPrefix("<!doctype html>") && text.hasSuffix("</html>\n"))
        #expect(
            text.components(separatedBy: "<script nonce=\"NONCE\">\"use strict\";\n").count == 2)
        #expect(text.components(separatedBy: "<script type=\"application/json\" ").count == 2)
        #expect(text.components(separatedBy: "<script").count == 3)
        let styles = text.components(separatedBy: "<style").count
        #expect(
            styles > 2 && text.components(separatedBy: "<style nonce=\"NONCE\">").count == styles)
        for reference in [" src=", "stylesheet", "import ", "export ", "<!--", "url("] {
            #expect(!text.contains(reference), "\(reference)")
        }
        let other = try PageDocument(path, in: .embedded).text(nonce: "OTHER")
        #expect(other == text.replacingOccurrences(of: "NONCE", with: "OTHER"))
    }

    @Test("from all files of the folder, as they are")
    func folder() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/CPages/dashboard").standardizedFileURL
        let names = try #require(FileManager.default.enumerator(atPath: folder.path))
            .compactMap { $0 as? String }
        // Types, and what is for the checks alone.
        let unserved = ["shared/messages.js", "words/types.js", "deno.json"]
        let served = names.filter { name in
            ["js", "css", "html", "json"].contains { name.hasSuffix(".\($0)") }
                && !unserved.contains(name)
        }
        #expect(served.sorted() == PageFiles.embedded.paths)
        for name in served {
            let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            #expect(try PageFiles.embedded.text(of: name, for: "test") == text, "\(name)")
        }
    }

    // MARK: Words

    /// The words of a set in a language, with paths such as `alerts.SLEEP`.
    private func words(_ set: String, _ language: String) throws -> [String: String] {
        let text = try PageFiles.embedded.text(of: "words/\(set)/\(language).json", for: "test")
        var words: [String: String] = [:]
        func collect(_ value: Any, at path: String) {
            switch value {
            case let text as String: words[path] = text
            case let list as [Any]:
                for (index, value) in list.enumerated() { collect(value, at: "\(path).\(index)") }
            case let object as [String: Any]:
                for (key, value) in object {
                    collect(value, at: path.isEmpty ? key : "\(path).\(key)")
                }
            default: Issue.record("\(path) in \(set), \(language), is \(value)")
            }
        }
        collect(try JSONSerialization.jsonObject(with: Data(text.utf8)), at: "")
        return words
    }

    @Test("with the same words in every language", arguments: sets)
    func languages(_ set: String) throws {
        let languages = PageFiles.embedded.paths.compactMap {
            $0.between("words/\(set)/", ".json")
        }
        #expect(languages == ["de", "en", "zh-Hans"])
        let english = try words(set, "en")
        for language in languages {
            let other = try words(set, language)
            #expect(Set(other.keys) == Set(english.keys), "\(language)")
            for (path, text) in other {
                #expect(!text.isEmpty, "\(path), \(language)")
                #expect(
                    text.contains("{}") == english[path]?.contains("{}"), "\(path), \(language)")
            }
        }
    }

    @Test("with a word for each name in the document, and no other text", arguments: documents)
    func names(_ path: String) throws {
        let own = path == "live.html" ? "live" : "history"
        let known = try words("shared", "en").merging(words(own, "en")) { first, _ in
            Issue.record("“\(first)” is in both sets")
            return first
        }
        let text = try PageDocument(path, in: .embedded).text(nonce: "")
        let body = try #require(
            text.components(separatedBy: "<body").last?
                .components(separatedBy: "<script").first)
        for attribute in ["data-word", "data-label"] {
            for part in body.components(separatedBy: "\(attribute)=\"").dropFirst() {
                let name = try #require(part.components(separatedBy: "\"").first)
                #expect(known[name] != nil, "\(name)")
            }
        }
        // Those would be in one language only.
        for attribute in ["aria-label=", "title=", "alt=", "placeholder="] {
            #expect(!body.contains(" \(attribute)"), "\(attribute)")
        }
    }

    // MARK: Damaged pages

    /// Files of a small page, some of which are replaced; nil removes one.
    private func text(_ changes: [String: String?]) throws(PageError) -> String {
        var files = [
            "page.html": """
            <link rel="stylesheet" href="a.css">
              <!-- include part.html -->
            <!-- words both -->
            <script type="module" src="a.js"></script>
            """,
            "part.html": "<p>", "a.css": "p { margin: 0 }", "a.js": "f();",
            "words/both/de.json": "{\n  \"a\": \"<ä>\"\n}\n", "words/both/en.json": "{}",
        ]
        for (path, text) in changes { files[path] = text }
        return try PageDocument("page.html", in: PageFiles(files)).text(nonce: "N")
    }

    private func error(_ changes: [String: String?]) -> PageError? {
        do {
            _ = try text(changes)
            return nil
        } catch {
            return error
        }
    }

    @Test("line by line")
    func lines() throws {
        #expect(
            try text([:]) == """
                <style nonce="N">p { margin: 0 }</style>
                <p>
                <script type="application/json" id="words">{"de":[{"a": "\\u003cä>"}],
                "en":[{}]}</script>
                <script nonce="N">"use strict";
                f();
                </script>

                """)
    }

    @Test("or not, where a file is missing", arguments: ["part.html", "a.css", "a.js"])
    func missing(_ path: String) {
        #expect(error([path: nil]) == .missing(path: path, user: "page.html"))
    }

    @Test("or not, where files need each other")
    func cycle() {
        #expect(
            error(["part.html": "<!-- include page.html -->"])
                == .cycle(paths: ["page.html", "part.html"]))
    }

    @Test("or not, where a set lacks a language")
    func missingLanguage() {
        let page = "<!-- words both own -->"
        #expect(
            error(["page.html": page, "words/own/en.json": "{}"])
                == .missing(path: "words/own/de.json", user: "page.html"))
    }

    @Test("or not, where a style would end early")
    func style() {
        #expect(error(["a.css": "</style>"]) == .endsElement(file: "a.css", text: "</style"))
    }

    @Test(
        "or not, where a line is not what it has to be",
        arguments: [
            "<script>f()</script>", "<!-- a remark -->", "<style>p {}</style>",
            "<p><script type=\"module\" src=\"a.js\"></script>",
            "<link href=\"a.css\" rel=\"stylesheet\">",
        ])
    func unsupported(_ line: String) {
        #expect(
            error(["part.html": "<p>\n\(line)"])
                == .unsupported(file: "part.html", line: 2, text: line))
    }
}

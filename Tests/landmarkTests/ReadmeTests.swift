import LandmarkTestSupport
import Testing

@Suite("The README is true")
struct ReadmeTests {
    @Test("Its Swift code compiles with its imports alone, and runs")
    func swift() throws {
        // The code for apps is compiled by Tools/apple-declarations/check.
        let blocks = try Repository.text("README.md").matches(of: /```swift\n((?:.|\n)*?)```/)
            .filter { !$0.output.1.contains("import LandmarkApple") }
        let files = ["ReadmeImageSnippet.swift", "ReadmeLiveSnippet.swift"]
        try #require(blocks.count == files.count)
        for (block, file) in zip(blocks.map(\.output.1), files) {
            let lines = try Repository.text("Tests/landmarkTests/" + file).split(separator: "\n")
            let compiled = lines.filter { $0.hasPrefix("import ") || $0.hasPrefix("    ") }
            let shown = block.split(separator: "\n")
                .map { $0.hasPrefix("import ") ? String($0) : "    " + $0 }
            #expect(compiled.map(String.init) == shown, "\(file)")
        }
        if Landmark.isReady { try readmeImageSnippet() }
    }

    @Test("It names both commands")
    func commands() throws {
        let readme = try Repository.text("README.md")
        #expect(readme.contains("make demo ") && readme.contains("make test "))
    }

    @Test(
        "Links between pages lead to files",
        arguments: [
            "README.md", "CONTRIBUTING.md", "BENCHMARKS.md", "CHANGELOG.md", "Examples/README.md",
            "docs/architecture.md", "docs/command.md", "docs/kernels.md",
        ])
    func links(page: String) throws {
        let folder = page.split(separator: "/").dropLast().map { "\($0)/" }.joined()
        for match in try Repository.text(page).matches(of: /\]\(([^):#]+)(?:#[^)]*)?\)/) {
            let path = Fixtures.packageRoot + "/" + folder + match.output.1
            #expect(Fixtures.exists(path), "\(page): \(match.output.1)")
        }
    }
}

import LandmarkTestSupport
import Testing

@Suite("The README is true")
struct ReadmeTests {
    // Tools/apple-declarations/check compiles the code for apps in docs/apple.md.
    @Test(
        "Its Swift code, and that of docs/swift.md, compiles with its imports alone",
        arguments: [
            ("README.md", "ReadmeImageSnippet.swift"), ("docs/swift.md", "ReadmeLiveSnippet.swift"),
        ])
    func swift(page: String, file: String) throws {
        let blocks = try Repository.text(page).matches(of: /`{3}swift\n((?:.|\n)*?)`{3}/)
        try #require(blocks.count == 1, "\(page)")
        let lines = try Repository.text("Tests/landmarkTests/" + file).split(separator: "\n")
        let compiled = lines.filter { $0.hasPrefix("import ") || $0.hasPrefix("    ") }
        let shown = blocks[0].output.1.split(separator: "\n")
            .map { $0.hasPrefix("import ") ? String($0) : "    " + $0 }
        #expect(compiled.map(String.init) == shown, "\(file)")
    }

    @Test("Its Swift code runs", .enabled(if: Landmark.isReady))
    func example() throws {
        try readmeImageSnippet()
    }

    @Test("It names both commands")
    func commands() throws {
        let readme = try Repository.text("README.md")
        #expect(readme.contains("make demo ") && readme.contains("make test "))
    }

    @Test(
        "Links between pages lead to files",
        arguments: [
            "README.md", "CONTRIBUTING.md", "BENCHMARKS.md", "CHANGELOG.md", "SECURITY.md",
            "Examples/README.md", "docs/apple.md", "docs/architecture.md", "docs/c.md",
            "docs/command.md", "docs/driver-monitoring.md", "docs/kernels.md", "docs/motion.md",
            "docs/python.md", "docs/swift.md", "docs/video.md",
        ])
    func links(page: String) throws {
        let folder = page.split(separator: "/").dropLast().map { "\($0)/" }.joined()
        for match in try Repository.text(page).matches(of: /\]\(([^):#]+)(?:#[^)]*)?\)/) {
            let path = Fixtures.packageRoot + "/" + folder + match.output.1
            #expect(Fixtures.exists(path), "\(page): \(match.output.1)")
        }
    }
}

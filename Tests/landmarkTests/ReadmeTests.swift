import LandmarkTestSupport
import Testing

@Suite("The README is true")
struct ReadmeTests {
    @Test("its Swift compiles, runs, and is what stands in ReadmeSnippet.swift")
    func swift() throws {
        let readme = try Repository.text("README.md")
        let blocks = readme.matches(of: /```swift\n((?:.|\n)*?)```/).map(\.output.1)
        #expect(blocks.count == 2)
        let compiled = try Repository.text("Tests/landmarkTests/ReadmeSnippet.swift")
        for line in blocks.flatMap({ $0.split(separator: "\n") }) {
            #expect(compiled.contains("    \(line)\n"), "not compiled: \(line)")
        }
        if Landmark.isReady { try readmeSnippet() }
    }

    @Test("it names both commands")
    func commands() throws {
        let readme = try Repository.text("README.md")
        #expect(readme.contains("make demo ") && readme.contains("make test "))
    }

    @Test("its links lead to files")
    func links() throws {
        for name in ["README.md", "CONTRIBUTING.md", "BENCHMARKS.md"] {
            for match in try Repository.text(name).matches(of: /\]\(([^):#]+)\)/) {
                let path = Fixtures.packageRoot + "/" + match.output.1
                #expect(Fixtures.exists(path), "\(name): \(match.output.1)")
            }
        }
    }
}

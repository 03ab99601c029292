import LandmarkGraph
import LandmarkTestSupport
import Testing

@Suite("Article on running graphs")
struct CalculatorPageTests {
    private let folder: String
    private let page: String

    init() throws {
        let here = #filePath.split(separator: "/").map(String.init)
        folder = "/" + here.dropLast().joined(separator: "/")
        page = try FileContent.text(
            "/" + here.dropLast(4).joined(separator: "/")
                + "/Sources/LandmarkGraph/Documentation.docc/RunningGraphs.md")
    }

    @Test("the example computes the documented results")
    func example() throws {
        let means = Journal<Double>()
        try printMeans(of: [1, 3, 5, 9]) { means.note($0) }
        #expect(means.entries == [1, 2, 4, 7])
    }

    @Test(
        "the article contains the tested code",
        arguments: ["MovingAverageCalculator.swift", "MovingAverageRun.swift"])
    func code(_ name: String) throws {
        #expect(page.contains("```swift\n" + (try FileContent.text(folder + "/" + name)) + "```"))
    }

    @Test("all standard calculators are listed")
    func standard() {
        for name in CalculatorRegistry.standard.names {
            #expect(page.contains("`\(name)`"), "\(name)")
        }
    }
}

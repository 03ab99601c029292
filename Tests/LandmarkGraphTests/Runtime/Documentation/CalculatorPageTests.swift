import LandmarkGraph
import LandmarkTestSupport
import Testing

@Suite("The page on calculators")
struct CalculatorPageTests {
    @Test("shows code that compiles and does what it says")
    func example() throws {
        let means = Journal<Double>()
        try printMeans(of: [1, 3, 5, 9]) { means.note($0) }
        #expect(means.entries == [1, 2, 4, 7])
    }

    @Test(
        "shows the code that is tested",
        arguments: [
            "MovingAverageCalculator.swift", "MovingAverageRun.swift",
        ])
    func code(_ name: String) throws {
        let here = #filePath.split(separator: "/").map(String.init)
        let root = "/" + here.dropLast(5).joined(separator: "/")
        let folder = "/" + here.dropLast().joined(separator: "/")
        let page = try FileContent.text(
            root + "/Sources/LandmarkGraph/Documentation.docc/RunningGraphs.md")
        let code = try FileContent.text(folder + "/" + name)
        #expect(page.contains("```swift\n" + code + "```"))
    }

    @Test("lists all standard calculators")
    func standard() throws {
        let here = #filePath.split(separator: "/").map(String.init)
        let page = try FileContent.text(
            "/" + here.dropLast(5).joined(separator: "/")
                + "/Sources/LandmarkGraph/Documentation.docc/RunningGraphs.md")
        for name in CalculatorRegistry.standard.names {
            #expect(page.contains("`\(name)`"), "\(name)")
        }
    }
}

import LandmarkCalculators
import LandmarkCapture
import LandmarkGraph
import LandmarkTestSupport
import Testing

@Suite("Article on graphs over images")
struct GraphPageTests {
    private let page = Result {
        try FileContent.text(
            Fixtures.packageRoot
                + "/Sources/LandmarkCalculators/Documentation.docc/GraphsOverImages.md")
    }

    @Test("the example compiles and runs", .enabled(if: Footage.isReady))
    func code() throws {
        let code = try FileContent.text(
            Fixtures.packageRoot
                + "/Tests/LandmarkCalculatorsTests/Documentation/DriverGraphRun.swift")
        #expect(try page.get().contains("```swift\n" + code + "```"))
        let scores = try fatigueScores(
            of: VideoFile(path: Footage.carphone),
            graph: Fixtures.packageRoot + "/Examples/graphs/dms_graph.pbtxt",
            models: Fixtures.packageRoot + "/models")
        #expect(scores == [Double](repeating: 0, count: 120))
    }

    @Test("all image calculators are listed")
    func names() throws {
        let standard = Set(CalculatorRegistry.standard.names)
        for name in CalculatorRegistry.vision().names
        where !standard.contains(name) && !name.hasSuffix("Task") {
            #expect(try page.get().contains("`\(name)`"), "\(name)")
        }
    }
}

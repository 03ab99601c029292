import Foundation
import LandmarkCapture
import LandmarkMotion
import LandmarkTestSupport
import Testing

private let model = Fixtures.model("pose_landmarker_full.task")
private let clip = Fixtures.shared("motion/pose_squats.mp4")

/// The code of LandmarkMotion's landing page, and the table of its article on angles.
@Suite
struct AnglePageTests {
    private func page(_ name: String) throws -> String {
        try FileContent.text(
            Fixtures.packageRoot + "/Sources/LandmarkMotion/Documentation.docc/" + name)
    }

    @Test("the landing page contains the code that is compiled here")
    func code() throws {
        let code = try FileContent.text(
            Fixtures.packageRoot + "/Tests/LandmarkMotionTests/Documentation/KneeFlexion.swift")
        #expect(try page("LandmarkMotion.md").contains("```swift\n" + code + "```"))
    }

    @Test("its code measures a knee", .enabled(if: Fixtures.available(model, clip)))
    func example() throws {
        let angles = try kneeFlexion(in: VideoFile(path: clip), model: model)
        #expect(angles.count == 64)
        #expect((angles.max() ?? 0) > 80 && (angles.min() ?? 0) < 20)
    }

    @Test("the article names every measure")
    func measures() throws {
        let article = try page("FromLandmarksToAngles.md")
        for measure in Measure.allCases where measure.side != .right {
            #expect(article.contains("`" + measure.name + "`"), "\(measure.name)")
        }
    }
}

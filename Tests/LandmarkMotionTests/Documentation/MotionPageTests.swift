import Foundation
import LandmarkCore
import LandmarkMotion
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// The code in the articles on motion.
@Suite struct MotionPageTests {
    @Test(
        "articles contain the code that is compiled here",
        arguments: [
            ("ViewCoordinates", "ViewPoints"), ("SeveralCameras", "CameraAngles"),
            ("MeasuringRanges", "ShoulderAbduction"),
        ])
    func code(article: String, file: String) throws {
        let page = try FileContent.text(
            Fixtures.packageRoot + "/Sources/LandmarkMotion/Documentation.docc/\(article).md")
        let code = try FileContent.text(
            Fixtures.packageRoot + "/Tests/LandmarkMotionTests/Documentation/\(file).swift")
        #expect(page.contains("```swift\n" + code + "```"))
    }

    @Test("a mirrored selfie view shows joints where the image has them") func views() throws {
        let landmarks = (0..<33).map { _ in Landmark(x: 0.25, y: 0.5, z: 0) }
        let pose = Pose(
            id: 1, presence: 1, landmarks: landmarks,
            worldLandmarks: landmarks.map { WorldLandmark(x: $0.x, y: $0.y, z: 0) },
            region: .full)
        let points = try points(
            of: pose, imageSize: PixelSize(width: 640, height: 480),
            in: ViewSize(width: 390, height: 844))
        #expect(points.count == 33)
        let nose = try #require(points[.nose])
        #expect(abs(nose.x - 195) < 1e-6 && abs(nose.y - 211) < 1e-6)
    }

    @Test("angles of triangulated landmarks are those of the person") func cameras() throws {
        let studio = try Studio(cameras: 3)
        var recordings: [String: [MotionFrame]] = ["a": [], "b": [], "c": []]
        for index in 0..<60 {
            let time = Double(index) / 30
            let person = BendingPerson.frame(at: time, knee: Double(index))
            for (name, view) in zip(["a", "b", "c"], studio.views(of: person)) {
                if let view { recordings[name]?.append(view) }
            }
        }
        let text = studio.cameras.map(Studio.table).joined()
        let recording = try kneeAngles(recordings: recordings, calibration: text)
        let knee = recording.unfiltered(.kneeFlexionLeft)
        for index in 5..<60 { #expect(abs(knee[index] - Double(index)) < 1e-3, "\(index)") }
    }
}

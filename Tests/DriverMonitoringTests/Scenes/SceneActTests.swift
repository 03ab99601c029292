import DriverMonitoring
import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// Drivers who are awake and laugh, sing, yawn and look around.
@Suite(.serialized) struct SceneActTests {
    private static let photograph = Fixtures.footage("faces/smiling.jpg")
    private static let isAvailable = Fixtures.available(Footage.model, photograph)

    private static func landmarker(_ mode: RunningMode = .image) throws -> FaceLandmarker {
        var options = FaceLandmarkerOptions(model: .file(Footage.model))
        options.runningMode = mode
        options.blendshapes = true
        options.transformationMatrices = true
        return try FaceLandmarker(options: options)
    }

    private static func face() throws -> SceneFace {
        try #require(try SceneFace(photograph, name: "smiling", try landmarker()))
    }

    @Test("drawn mouths and heads are read as what they show", .enabled(if: isAvailable))
    func drawings() throws {
        let face = try Self.face()
        let landmarker = try Self.landmarker()
        func signals(_ expression: SceneExpression) throws -> DriverSignals {
            let image = try face.turn(face.image(expression), by: expression.head).pixelBuffer()
            var analyzer = DriverAnalyzer()
            let observation = DriverObservation(
                timestamp: .milliseconds(0), imageSize: image.size,
                face: try landmarker.detect(image).faces.first)
            return try analyzer.update(observation).signals
        }
        // The model follows a mouth that opens, but hardly finds a face with one that is wide open.
        let video = try Self.landmarker(.video)
        let mouths = try (0...10).map { index in
            let image = try face.image(SceneExpression(mouth: Float(index) / 10)).pixelBuffer()
            let frame = Frame(image: image, timestamp: .milliseconds(100 * index))
            let shapes = try video.detect(frame).faces.first?.blendshapes
            return try #require(shapes)[.jawOpen]
        }
        #expect(mouths[0] < 0.2 && mouths[10] > 0.45, "\(mouths)")
        func head(_ pitch: Float, _ yaw: Float) throws -> HeadPose {
            let expression = SceneExpression(head: SceneGaze(pitch: pitch, yaw: yaw))
            return try #require(try signals(expression).head)
        }
        let front = try head(0, 0)
        let left = try head(0, -20), right = try head(0, 20), down = try head(-15, 0)
        #expect(left.yaw - front.yaw < -8 && right.yaw - front.yaw > 8)
        #expect(down.pitch - front.pitch < -5)
    }

    @Test(
        "a minute of laughing, singing, yawning and looking around gives no alert",
        .enabled(if: isAvailable))
    func minute() throws {
        var scene = try #require(DriverScene.all.first { $0.name == "good light" })
        scene.framesPerSecond = 10
        let script = SceneScript.acting(70)
        #expect(Set(script.acts.map(\.kind)) == Set(SceneAct.Kind.allCases))
        let outcome = try scene.outcome(of: try Self.face(), script)
        let table = SceneActTable([outcome], script)
        print(table.text)
        #expect(try #require(table.all).falseAlerts.isEmpty)
        #expect(try #require(table.row(.yawn)).yawns >= 1)
        #expect(try #require(table.all).unreadable < 0.1)
    }
}

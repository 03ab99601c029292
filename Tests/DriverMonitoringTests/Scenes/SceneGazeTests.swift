import DriverMonitoring
import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// The gaze of a woman whose photographed eyes are turned to known directions.
@Suite(.serialized) struct SceneGazeTests {
    private static let photograph = Fixtures.footage("astronaut.png")
    private static let isAvailable = Fixtures.available(Footage.model, photograph)

    private static func landmarker() throws -> FaceLandmarker {
        var options = FaceLandmarkerOptions(model: .file(Footage.model))
        options.blendshapes = true
        options.transformationMatrices = true
        return try FaceLandmarker(options: options)
    }

    private static func face() throws -> SceneFace {
        try #require(try SceneFace(photograph, name: "astronaut", try landmarker()))
    }

    /// The person's image with eyes that look somewhere.
    private static func image(_ face: SceneFace, _ gaze: SceneGaze) throws -> PixelBuffer {
        try #require(face.image(looking: gaze)).pixelBuffer()
    }

    @Test("directions are right within degrees, and sides always", .enabled(if: isAvailable))
    func directions() throws {
        let face = try Self.face()
        let landmarker = try Self.landmarker()
        func measured(_ gaze: SceneGaze) throws -> GazeEstimate {
            let image = try Self.image(face, gaze)
            var analyzer = DriverAnalyzer()
            let observation = DriverObservation(
                timestamp: .milliseconds(0), imageSize: image.size,
                face: try landmarker.detect(image).faces.first)
            return try #require(try analyzer.update(observation).signals.gaze)
        }
        let neutral = try measured(SceneGaze())
        var errors: [Double] = []
        for pitch in [Float(-30), -15, 0, 10] {
            for yaw in [Float(-30), -15, 0, 15, 30] {
                let gaze = try measured(SceneGaze(pitch: pitch, yaw: yaw))
                let (dyaw, dpitch) = (gaze.yaw - neutral.yaw, gaze.pitch - neutral.pitch)
                let across = dyaw - Double(yaw), along = dpitch - Double(pitch)
                errors.append((across * across + along * along).squareRoot())
                if yaw != 0 { #expect(dyaw * Double(yaw) > 60, "\(yaw), \(pitch): \(dyaw)") }
                if pitch < 0 { #expect(dpitch < -1, "\(yaw), \(pitch): \(dpitch)") }
            }
        }
        let median = errors.sorted()[errors.count / 2]
        print("The median error of the gaze is \(median)°")
        #expect(median <= 8)
    }

    @Test(
        "a monitor sees a look into the lap by the eyes alone, but not glances at a mirror",
        .enabled(if: isAvailable))
    func monitor() throws {
        let face = try Self.face()
        let road = try Self.image(face, SceneGaze())
        let mirror = try Self.image(face, SceneGaze(pitch: 5, yaw: 32))
        let lap = try Self.image(face, SceneGaze(pitch: -40))
        func events(_ image: (Double) -> PixelBuffer) throws -> [DriverEvent] {
            let monitor = try Footage.monitor()
            var events: [DriverEvent] = []
            for index in 0..<220 {
                let time = Double(index) / 10
                events += try monitor.process(image(time), at: .seconds(time)).result.firedEvents
            }
            return events.filter { $0.kind == .distractionLong || $0.kind == .distractionShort }
        }
        let event = try #require(try events { within($0, 14, 18) ? lap : road }.first)
        #expect(event.kind == .distractionLong && event.reason == .eyesAverted)
        #expect(abs(event.fire.seconds - 17.1) < 0.4)
        #expect(event.gazeZone == "lap" || event.gazeZone == "cluster")
        #expect(
            try events { time in
                time > 10 && time.truncatingRemainder(dividingBy: 4) < 1.2 ? mirror : road
            }.isEmpty)
    }
}

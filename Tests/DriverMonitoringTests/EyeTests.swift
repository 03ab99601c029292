import DriverMonitoring
import LandmarkCore
import Testing

/// The openness of the eyes, and which of them are used.
@Suite("Eyes")
struct EyeTests {
    static func signals(_ sketch: Sketch) throws -> DriverSignals {
        var analyzer = DriverAnalyzer()
        return try analyzer.update(sketch.observation(at: 0)).signals
    }

    @Test("Openness uses default baselines before calibration")
    func defaults() throws {
        var sketch = Sketch()
        // The aspect ratio is that of open eyes, and has a weight of 0.8.
        sketch.aspectRatio = 0.33
        sketch.blink(0.4)
        #expect(abs(try #require(try Self.signals(sketch).openness) - (0.1 + 0.8)) < 1e-6)
        #expect(abs(try #require(try Self.signals(sketch).leftEye).openness - 0.5) < 1e-6)
        sketch.blink(0.02)
        #expect(try Self.signals(sketch).openness == 1)
        sketch.blink(0.9)
        #expect(abs(try #require(try Self.signals(sketch).openness) - 0.8) < 1e-6)
        sketch.aspectRatio = 0.1
        #expect(try Self.signals(sketch).openness == 0)
    }

    @Test(
        "Aspect ratios are independent of image shape and roll",
        arguments: [(640, 480), (480, 640), (1920, 480)])
    func pixelAspect(width: Int, height: Int) throws {
        var sketch = Sketch()
        sketch.size.width = width
        sketch.size.height = height
        sketch.aspectRatio = 0.21
        for roll in [0.0, 20, 90, -130] {
            sketch.head.roll = roll
            let eye = try #require(try Self.signals(sketch).leftEye)
            #expect(abs(eye.aspectRatio - 0.21) < 1e-4)
            #expect(abs(eye.opennessByAspectRatio - 0.5) < 1e-3)
        }
    }

    @Test("The far eye of a turned head is not used")
    func farEye() throws {
        var sketch = Sketch()
        sketch.blink = (left: 0.05, right: 0.7)
        sketch.aspectRatio = 0.33
        sketch.leftWidth = 0.84
        var signals = try Self.signals(sketch)
        #expect(signals.leftEye?.isUsed == false)
        #expect(abs(try #require(signals.openness) - 0.8) < 1e-6)
        sketch.leftWidth = 1 / 0.84
        signals = try Self.signals(sketch)
        #expect(signals.rightEye?.isUsed == false && signals.openness == 1)
        sketch.leftWidth = 0.86
        signals = try Self.signals(sketch)
        #expect(signals.leftEye?.isUsed == true && signals.rightEye?.isUsed == true)
        let average = 0.2 * 0.325 / 0.6 + 0.8
        #expect(abs(try #require(signals.openness) - average) < 1e-6)
    }

    @Test("Left and right are swapped back in mirrored images")
    func mirrored() throws {
        var sketch = Sketch()
        sketch.blink = (left: 0.3, right: 0.1)
        var analyzer = DriverAnalyzer(isMirrored: true)
        let mirrored = try analyzer.update(sketch.mirrored.observation(at: 0)).signals
        let plain = try Self.signals(sketch)
        #expect(mirrored.leftEye?.openness == plain.leftEye?.openness)
        #expect(mirrored.rightEye?.openness == plain.rightEye?.openness)
        #expect(plain.leftEye?.openness != plain.rightEye?.openness)
    }

    @Test("Openness falls back to the aspect ratio without blendshapes")
    func withoutBlendshapes() throws {
        var sketch = Sketch()
        sketch.aspectRatio = 0.21
        var observation = sketch.observation(at: 0)
        observation.face = observation.face.map { $0.withoutBlendshapes }
        var analyzer = DriverAnalyzer()
        let signals = try analyzer.update(observation).signals
        #expect(abs(try #require(signals.openness) - 0.5) < 1e-3)
        #expect(signals.mouthOpenness == nil && signals.gaze == nil)
    }

    @Test("Disagreement of the two measures lowers the confidence only")
    func disagreement() throws {
        var analyzer = DriverAnalyzer()
        let drive = try SketchedDrive(60, analyzer: &analyzer) { time in
            var sketch = Sketch()
            sketch.blink(within(time, 50, 55) ? 0.7 : 0.05)
            sketch.aspectRatio = 0.33
            return sketch.observation(at: time)
        }
        let confidence = drive.results.map(\.confidence)
        #expect(confidence[1499] > 0.9)
        #expect(confidence[1649] < 0.1, "after five seconds of contradiction")
        #expect(confidence[1799] == confidence[1499], "and five of agreement")
        #expect(drive.times(.sleep).isEmpty, "blendshapes alone close no eyes")
    }

    @Test("Mouth openness is the jawOpen blendshape")
    func mouth() throws {
        var sketch = Sketch()
        sketch.jaw = 0.7
        #expect(abs(try #require(try Self.signals(sketch).mouthOpenness) - 0.7) < 1e-6)
    }
}

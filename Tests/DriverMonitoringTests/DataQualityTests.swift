import DriverMonitoring
import LandmarkCore
import LandmarkTasks
import Testing

/// Poor data: what it does to the confidence, and that it never raises an alarm.
@Suite("Poor data")
struct DataQualityTests {
    @Test func confidenceIsTheProductOfWhatItDependsOn() throws {
        // W after 15 usable seconds is one half.
        let half = try Timeline(15) { _, _ in }
        #expect(abs(try #require(half.last).confidence - 0.75) < 0.002)
        let full = try Timeline(40) { _, _ in }
        #expect(try #require(full.last).confidence == 1)
        let turned = try Timeline(40) { if $0 > 39 { $1.head?.yaw = -35 } }
        #expect(abs(try #require(turned.last).confidence - 0.4) < 1e-9)
        let dim = try Timeline(40) { $1.visibility = 0.6 }
        #expect(abs(try #require(dim.last).confidence - 0.6) < 1e-9)
        let unknown = try Timeline(40) { $1.calibration = .usualValues }
        #expect(abs(try #require(unknown.last).confidence - 0.8) < 1e-9)
        let lost = try Timeline(40) { $1.isFacePresent = $0 <= 38.5 }
        #expect(abs(try #require(lost.last).confidence - 0) < 1e-9)
    }

    @Test func poorDataDoNotMoveTheScore() throws {
        let drive = try Timeline(240) { time, reading in
            reading.openness = blinking(time, for: time > 60 ? 0.8 : 0.15)
            reading.visibility = time > 60 ? 0.2 : 1
        }
        #expect(drive.highestScore == 0 && drive.levels.isEmpty)
        #expect(try #require(drive.last).signals.perclos60 > 0.19, "it is shown all the same")
        #expect(try #require(drive.last).isLimited)
    }

    @Test func aClosureThatBeginsInPoorDataIsNoSleep() throws {
        let drive = try Timeline(70) { time, reading in
            reading.openness = within(time, 60, 65) ? 0 : 1
            // The first frame of the closure decides.
            reading.visibility = within(time, 59, 60.1) ? 0.45 : 1
        }
        // As closed time it counts, towards PERCLOS.
        #expect(drive.kinds.isEmpty && drive.results.allSatisfy { !$0.isAlert })
        #expect(drive.levels.map(\.level) == [1])
        let good = try Timeline(70) { time, reading in
            reading.openness = within(time, 60, 65) ? 0 : 1
            reading.visibility = within(time, 60.2, 65) ? 0.45 : 1
        }
        #expect(good.times(.sleep).count == 1)
    }

    @Test func numbersThatAreNoneAreNotMeasured() throws {
        let changes: [(Double, inout DriverReading) -> Void] = [
            { $1.openness = .nan }, { $1.openness = .infinity }, { $1.head?.yaw = .nan },
            { $1.head?.pitch = -.infinity }, { $1.visibility = .nan }, { $1.mouth = .nan },
            { $1.speed = .infinity }, { $1.head = nil }, { $1.visibility = -3 },
            { $1.openness = $0.truncatingRemainder(dividingBy: 2) < 1 ? -.infinity : 7 },
        ]
        for change in changes {
            let drive = try Timeline(30, change)
            #expect(drive.results.allSatisfy { $0.isOfNumbers })
            #expect(drive.times(.microsleep).isEmpty && drive.highestScore == 0)
        }
    }

    /// Any landmark, coefficient or part of the matrix may be no number.
    @Test(arguments: [Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude])
    func landmarksThatAreNoneMakeTheFrameUnusable(bad: Float) throws {
        for spoiled in Spoiled.allCases {
            var analyzer = DriverAnalyzer()
            let drive = try SketchedDrive(20, analyzer: &analyzer) { time in
                let observation = Sketch().observation(at: time)
                return time < 5 ? observation : spoiled.spoil(observation, bad)
            }
            #expect(drive.results.allSatisfy { $0.isOfNumbers }, "\(spoiled)")
            #expect(drive.fired.allSatisfy { $0.kind == .eyesUnreadable }, "\(spoiled)")
            if spoiled.makesUnusable {
                #expect(drive.last?.signals.isUsable == false, "\(spoiled)")
                #expect(drive.times(.eyesUnreadable).count == 1, "\(spoiled)")
            }
        }
    }

    @Test func aPictureWithoutSizeIsUnusable() throws {
        for size in [PixelSize(width: 0, height: 480), PixelSize(width: 640, height: -1)] {
            var analyzer = DriverAnalyzer()
            var observation = Sketch().observation(at: 0)
            observation.imageSize = size
            let result = try analyzer.update(observation)
            #expect(!result.signals.isUsable && result.isOfNumbers)
        }
    }

    @Test func anEyeOutOfThePictureIsNotRead() throws {
        var analyzer = DriverAnalyzer()
        var sketch = Sketch()
        sketch.middle.x = 20
        let signals = try analyzer.update(sketch.observation(at: 0)).signals
        #expect(signals.rightEye == nil && signals.leftEye != nil && signals.isUsable)
        sketch.middle.x = -60
        #expect(try !analyzer.update(sketch.observation(at: 1)).signals.isUsable)
    }
}

/// A part of an observation that is no number.
enum Spoiled: CaseIterable {
    case corner, lid, bothEyes, blinkLeft, jaw, look, matrix, presence, quality, speed, chin

    var makesUnusable: Bool {
        switch self {
        case .bothEyes, .blinkLeft, .matrix: true
        default: false
        }
    }

    func spoil(_ observation: DriverObservation, _ bad: Float) -> DriverObservation {
        guard let face = observation.face, let shapes = face.blendshapes else {
            return observation
        }
        var other = observation
        var landmarks = face.landmarks
        var values = shapes.values
        var matrix = face.transformationMatrix
        var presence = face.presence
        switch self {
        case .corner: landmarks[33].x = bad
        case .lid: landmarks[160].y = bad
        case .bothEyes:
            landmarks[133].y = bad
            landmarks[362].x = bad
        case .blinkLeft: values[Blendshape.eyeBlinkLeft.rawValue] = bad.isFinite ? .nan : bad
        case .jaw: values[Blendshape.jawOpen.rawValue] = bad
        case .look: values[Blendshape.eyeLookUpLeft.rawValue] = bad
        case .matrix:
            matrix = TransformMatrix([bad.isFinite ? .nan : bad, 0, 0, 0], .one, .one, .one)
        case .presence: presence = bad
        case .quality: other.imageQuality = Double(bad)
        case .speed: other.speed = Double(bad)
        case .chin: landmarks[152] = Landmark(x: bad, y: bad, z: bad)
        }
        other.face = Face(
            id: face.id, presence: presence, landmarks: landmarks,
            blendshapes: Blendshapes(values), transformationMatrix: matrix, region: .full)
        other.hands = []
        return other
    }
}

extension SIMD4<Float> {
    fileprivate static let one = SIMD4<Float>(repeating: 1)
}

extension DriverResult {
    /// Whether every number in it is one.
    var isOfNumbers: Bool {
        let signals = signals
        let poses = [signals.head, signals.relativeHead].compactMap { $0 }
        let eyes = [signals.leftEye, signals.rightEye].compactMap { $0 }
        var numbers = [
            fatigueScore, confidence, signals.offRoadSeconds, signals.perclos60,
            signals.perclos180, signals.usableShare, signals.usableSeconds, signals.visibility,
        ]
        numbers += [
            signals.openness, signals.opennessByAspectRatio, signals.mouthOpenness,
            signals.mouthAspectRatio, signals.closureSeconds, signals.frameRate, signals.speed,
            signals.gaze?.yaw, signals.gaze?.pitch, signals.blinks?.perMinute,
            signals.blinks?.meanDuration, signals.blinks?.longShare,
        ].compactMap { $0 }
        numbers += poses.flatMap { [$0.pitch, $0.yaw, $0.roll] }
        numbers += eyes.flatMap { [$0.openness, $0.aspectRatio, $0.opennessByAspectRatio] }
        numbers += (firedEvents + endedEvents).flatMap { [$0.peak, $0.duration] }
        return numbers.allSatisfy(\.isFinite) && (0...100).contains(fatigueScore)
            && (0...1).contains(confidence)
    }
}

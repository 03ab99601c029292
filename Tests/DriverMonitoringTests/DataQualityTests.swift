import DriverMonitoring
import LandmarkCore
import LandmarkTasks
import Testing

/// Poor and invalid data lower the confidence and never raise a false alarm.
@Suite("Poor data")
struct DataQualityTests {
    @Test("Confidence is high from the first second, and lower where readings are worse")
    func confidence() throws {
        let best = try Timeline.confidence { _ in }
        #expect(best > 0.9)
        let early = try Timeline(2) { _, _ in }
        #expect(early.results.dropFirst(5).allSatisfy { $0.confidence == best })
        let turned = try Timeline.confidence { $0.head?.yaw = -40 }
        #expect(turned < 0.9 * best && turned > 0.75 * best)
        let dim = try [0.6, 0.4, 0.2].map { visibility in
            try Timeline.confidence { $0.visibility = visibility }
        }
        #expect(dim[0] == best && dim[1] < best && dim[2] < DriverResult.limitedConfidence)
        let unknown = try Timeline.confidence { $0.calibration = .uncalibrated }
        #expect(unknown < best && unknown > 0.8 * best)
        let poor = try [1, 0.9, 0.7, 0.5].map { readability in
            try Timeline.confidence { $0.eyeReadability = readability }
        }
        #expect(poor == poor.sorted(by: >) && Set(poor).count == 4 && poor[3] > 0.5)
        let slow = try [15, 6, 4.0].map { try Timeline.confidence(rate: $0) { _ in } }
        #expect(slow[0] == best && slow == slow.sorted(by: >) && Set(slow).count == 3)
    }

    @Test("Confidence is lower while lids are neither open nor closed, and where they often are")
    func ambiguousLids() throws {
        let drive = try Timeline(40) { time, reading in
            reading.openness = within(time, 10, 10.1) || within(time, 20, 30) ? 0.25 : 0.9
        }
        let best = try drive.result(at: 9).confidence
        #expect(try drive.result(at: 10.05).confidence < 0.7 * best)
        #expect(try drive.result(at: 10.2).confidence == best, "a blink leaves no trace")
        let often = try drive.result(at: 29.9).confidence
        #expect(try often < drive.result(at: 20.05).confidence)
        #expect(try drive.result(at: 30.5).confidence < best)
        #expect(try drive.result(at: 39).confidence == best)
    }

    @Test("What was told last grows old while nothing is read")
    func fading() throws {
        let best = try Timeline.confidence { _ in }
        let lost = try Timeline(45) { time, reading in
            reading.isFacePresent = !within(time, 38.5, 42)
        }
        #expect(abs(try lost.result(at: 39.5).confidence - best / 2) < 0.03)
        #expect(try lost.result(at: 41).confidence == 0)
        #expect(try lost.result(at: 42.1).confidence <= DriverResult.unknownConfidence)
        #expect(lost.last?.confidence == best)
        let dark = try Timeline(40) { if $0 > 38.5 { $1.eyeReadability = 0.1 } }
        #expect(
            try dark.result(at: 38.6).confidence <= 0.1, "what is seen to be unreadable, at once")
    }

    @Test("The score does not rise while data are poor")
    func limited() throws {
        let drive = try Timeline(240) { time, reading in
            reading.openness = blinking(time, for: time > 60 ? 0.8 : 0.15)
            reading.visibility = time > 60 ? 0.2 : 1
        }
        #expect(drive.highestScore == 0 && drive.levels.isEmpty)
        #expect(try #require(drive.last).signals.perclos60 > 0.19, "it is reported nevertheless")
        #expect(try #require(drive.last).isLimited)
    }

    @Test("Falling asleep in poor data triggers an alert")
    func sleepInPoorData() throws {
        let unseen = try Timeline(60) { time, reading in
            reading.isFacePresent = !within(time, 20, 30)
            reading.openness = time >= 30 - 1e-9 ? 0 : 1
        }
        unseen.expect(.microsleep, at: [31.5])
        unseen.expect(.sleep, at: [33])
        unseen.expect(.unresponsive, at: [36])
        // E counts from the frame in which half of the last 3 s are usable.
        unseen.expectLevels([(31.5, 3), (33, 4)])
        let turned = try Timeline(60) { time, reading in
            reading.head?.yaw = within(time, 28, 30) ? 50 : 0
            reading.openness = time >= 30 - 1e-9 ? 0 : 1
        }
        turned.expect(.microsleep, at: [31.5])
        turned.expect(.sleep, at: [33])
        #expect(try turned.result(at: 59).activeAlerts.first == .unresponsive)
        #expect(turned.highestScore == 100)
    }

    @Test("A closure that is never seen well fires events and does not raise the score")
    func closureNeverSeenWell() throws {
        let drive = try Timeline(40) { time, reading in
            reading.openness = within(time, 10, 14) ? 0 : 1
            reading.visibility = time > 9 ? 0.25 : 1
        }
        drive.expect(.microsleep, at: [11.5])
        drive.expect(.sleep, at: [13])
        #expect(drive.highestScore == 0 && drive.levels.isEmpty)
        #expect(try drive.result(at: 13.5).activeAlerts.first == .sleep)
    }

    @Test("Fatigue ends when no face is found any more")
    func faceGone() throws {
        let drive = try Timeline(780, rate: 15) { time, reading in
            reading.openness = blinking(time, for: 0.8)
            reading.isFacePresent = time < 180
        }
        #expect(try drive.result(at: 179).activeAlerts.contains(.fatigue))
        let last = try #require(drive.last)
        #expect(last.fatigueScore == 0 && last.fatigueLevel == .alert)
        #expect(last.activeAlerts == [.degraded], "nor is the driver monitored")
    }

    @Test("NaN and infinite values in a reading count as not measured")
    func invalidReadings() throws {
        let changes: [(Double, inout DriverReading) -> Void] = [
            { $1.openness = .nan }, { $1.openness = .infinity }, { $1.head?.yaw = .nan },
            { $1.head?.pitch = -.infinity }, { $1.visibility = .nan }, { $1.mouthOpenness = .nan },
            { $1.speed = .infinity }, { $1.head = nil }, { $1.visibility = -3 },
            { $1.openness = $0.truncatingRemainder(dividingBy: 2) < 1 ? -.infinity : 7 },
        ]
        for change in changes {
            let drive = try Timeline(30, change)
            #expect(drive.results.allSatisfy { $0.isFinite })
            #expect(drive.times(.microsleep).isEmpty && drive.highestScore == 0)
        }
    }

    @Test(
        "An impossible speed is unknown and counts as fast",
        arguments: [-30.0, -0.1, 1000.1, 1e300, .nan])
    func invalidSpeeds(speed: Double) throws {
        let drive = try Timeline(15) { time, reading in
            reading.speed = speed
            reading.head?.yaw = time > 10 ? 30 : 0
        }
        #expect(drive.results.allSatisfy { $0.signals.speed == nil })
        #expect(drive.times(.distractionLong).count == 1)
        let fastest = try Timeline(1) { $1.speed = 1000 }
        #expect(fastest.last?.signals.speed == 1000)
    }

    @Test(
        "NaN and infinite landmarks make a frame unusable",
        arguments: [Float.nan, .infinity, -.infinity, .greatestFiniteMagnitude])
    func invalidLandmarks(bad: Float) throws {
        for part in InvalidPart.allCases {
            var analyzer = DriverAnalyzer()
            let drive = try SketchedDrive(20, analyzer: &analyzer) { time in
                let observation = Sketch().observation(at: time)
                return time < 5 ? observation : part.applied(to: observation, value: bad)
            }
            #expect(drive.results.allSatisfy { $0.isFinite }, "\(part)")
            #expect(drive.fired.allSatisfy { $0.kind == .eyesUnreadable }, "\(part)")
            if part.makesUnusable {
                #expect(drive.last?.signals.isUsable == false, "\(part)")
                #expect(drive.times(.eyesUnreadable).count == 1, "\(part)")
            }
        }
    }

    @Test("An image without area is unusable")
    func emptyImage() throws {
        for size in [PixelSize(width: 0, height: 480), PixelSize(width: 640, height: -1)] {
            var analyzer = DriverAnalyzer()
            var observation = Sketch().observation(at: 0)
            observation.imageSize = size
            let result = try analyzer.update(observation)
            #expect(!result.signals.isUsable && result.isFinite)
        }
    }

    @Test("An eye outside the image is not read")
    func eyeOutside() throws {
        var analyzer = DriverAnalyzer()
        var sketch = Sketch()
        sketch.center.x = 20
        let signals = try analyzer.update(sketch.observation(at: 0)).signals
        #expect(signals.rightEye == nil && signals.leftEye != nil && signals.isUsable)
        sketch.center.x = -60
        #expect(try !analyzer.update(sketch.observation(at: 1)).signals.isUsable)
    }
}

/// A part of an observation to replace by an invalid value.
enum InvalidPart: CaseIterable {
    case corner, lid, bothEyes, blinkLeft, jaw, look, matrix, presence, quality, speed, chin

    var makesUnusable: Bool {
        switch self {
        case .bothEyes, .blinkLeft, .matrix: true
        default: false
        }
    }

    func applied(to observation: DriverObservation, value bad: Float) -> DriverObservation {
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
        case .quality: other.context.imageQuality = Double(bad)
        case .speed: other.context.speed = Double(bad)
        case .chin: landmarks[152] = Landmark(x: bad, y: bad, z: bad)
        }
        other.face = Face(
            id: face.id, presence: presence, landmarks: landmarks,
            blendshapes: Blendshapes(values), transformationMatrix: matrix, region: .full)
        other.context.hands = []
        return other
    }
}

extension SIMD4<Float> {
    fileprivate static let one = SIMD4<Float>(repeating: 1)
}

extension DriverResult {
    /// Whether every number is finite and in range.
    var isFinite: Bool {
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

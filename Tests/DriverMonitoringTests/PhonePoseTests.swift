import DriverMonitoring
import LandmarkCore
import LandmarkTasks
import Testing

/// Hands in a phone-like pose, and hands that are not.
@Suite("The phone-like pose")
struct PhonePoseTests {
    static func isHeld(_ sketch: Sketch, _ hands: [Hand]?) throws -> Bool? {
        var analyzer = DriverAnalyzer()
        // The first frames define the neutral head pose.
        for index in 0..<3 { _ = try analyzer.update(Sketch().observation(at: Double(index) / 30)) }
        var observation = sketch.observation(at: 0.1)
        observation.context.hands = hands
        return try analyzer.update(observation).signals.isPhonePose
    }

    @Test("includes a hand at an ear", arguments: [0.0, 20, -90], [-1.0, 1])
    func atEar(roll: Double, side: Double) throws {
        let sketch = Sketch(head: HeadPose(roll: roll))
        let atEar = HandSketch.hand(sketch, wrist: (0.7 * side, 0.6), knuckles: (0.6 * side, 0))
        #expect(try Self.isHeld(sketch, [atEar]) == true)
        let above = HandSketch.hand(sketch, wrist: (0.7 * side, -0.6), knuckles: (0.6 * side, 0))
        #expect(try Self.isHeld(sketch, [above]) == false, "a hand on the head")
        let away = HandSketch.hand(sketch, wrist: (1.4 * side, 0.9), knuckles: (1.2 * side, 0.4))
        #expect(try Self.isHeld(sketch, [away]) == false)
        let both = [away, atEar]
        #expect(try Self.isHeld(sketch, both) == true)
    }

    @Test("is nil without a hand landmarker")
    func withoutHands() throws {
        #expect(try Self.isHeld(Sketch(), nil) == nil)
        #expect(try Self.isHeld(Sketch(), []) == false)
    }

    @Test("includes a hand in front of the mouth", arguments: [0.0, 20, -90])
    func atMouth(roll: Double) throws {
        let sketch = Sketch(head: HeadPose(roll: roll))
        let atMouth = HandSketch.hand(sketch, wrist: (0.4, 0.9), knuckles: (0.1, 0.45))
        #expect(try Self.isHeld(sketch, [atMouth]) == true)
        let below = HandSketch.hand(sketch, wrist: (0.4, 1.4), knuckles: (0.1, 1))
        #expect(try Self.isHeld(sketch, [below]) == false)
    }

    @Test("does not include a hand in the lap")
    func inLap() throws {
        var looking = Sketch(head: HeadPose(pitch: -22))
        looking.lookDown = 0.3
        let inLap = HandSketch.hand(looking, wrist: (0.5, 2.2), knuckles: (0.3, 2))
        #expect(try Self.isHeld(looking, [inLap]) == false)
    }

    @Test(
        "requires a hand that may hold something",
        arguments: [
            HandSketch.openPalm, HandSketch.thumbUp, HandSketch.raisedThumb, HandSketch.pointing,
            HandSketch.victory, HandSketch.bent(by: 3), HandSketch.bent(by: 105),
            HandSketch.bent(by: 50, thumb: 110),
            [WorldLandmark](
                repeating: WorldLandmark(x: 0, y: 0, z: 0), count: Hand.landmarkCount),
            [WorldLandmark](
                repeating: WorldLandmark(x: .nan, y: 0, z: 0), count: Hand.landmarkCount),
        ])
    func shapes(shape: [WorldLandmark]) throws {
        let sketch = Sketch()
        for (wrist, knuckles) in [((0.7, 0.6), (0.6, 0.0)), ((0.4, 0.9), (0.1, 0.45))] {
            let empty = HandSketch.hand(sketch, wrist: wrist, knuckles: knuckles, shape: shape)
            #expect(try Self.isHeld(sketch, [empty]) == false)
            for angle in [42.0, 50, 65] {
                let bent = HandSketch.bent(by: angle)
                let full = HandSketch.hand(sketch, wrist: wrist, knuckles: knuckles, shape: bent)
                #expect(try Self.isHeld(sketch, [full]) == true, "\(angle)")
            }
        }
    }

    @Test("has hysteresis")
    func hysteresis() throws {
        var analyzer = DriverAnalyzer()
        var held: [Bool?] = []
        for (index, x) in [1.3, 1.05, 1.2, 1.05, 1.2, 1.3].enumerated() {
            let sketch = Sketch()
            var observation = sketch.observation(at: Double(index) / 10)
            observation.context.hands = [
                HandSketch.hand(sketch, wrist: (x + 0.4, 0.9), knuckles: (x, 0))
            ]
            held.append(try analyzer.update(observation).signals.isPhonePose)
        }
        #expect(held == [false, true, true, true, true, false])
    }

    @Test("uses the ears of the pose where visible")
    func poseEars() throws {
        let sketch = Sketch()
        let hand = HandSketch.hand(sketch, wrist: (1.5, 0.6), knuckles: (1.4, 0))
        for (visibility, isHeld) in [(Float(0.9), true), (0.2, false)] {
            var analyzer = DriverAnalyzer()
            var observation = sketch.observation(at: 0)
            observation.context.hands = [hand]
            var landmarks = [Landmark](
                repeating: Landmark(x: 0, y: 0, z: 0, visibility: 0.9), count: Pose.landmarkCount)
            landmarks[PoseJoint.leftEar.rawValue] = sketch.landmark(sketch.place(160, 0))
            landmarks[PoseJoint.leftEar.rawValue].visibility = visibility
            let world = [WorldLandmark](
                repeating: WorldLandmark(x: 0, y: 0, z: 0), count: Pose.landmarkCount)
            observation.context.pose = Pose(
                id: 1, presence: 1, landmarks: landmarks, worldLandmarks: world, region: .full)
            #expect(try analyzer.update(observation).signals.isPhonePose == isHeld)
        }
    }

    @Test("fires an event after 2 s")
    func event() throws {
        var analyzer = DriverAnalyzer()
        let drive = try SketchedDrive(20, analyzer: &analyzer) { time in
            let sketch = Sketch()
            var observation = sketch.observation(at: time)
            // Hands are unknown in some frames.
            let isMissed = Int(time * 30).isMultiple(of: 7)
            let hand = HandSketch.hand(sketch, wrist: (0.7, 0.6), knuckles: (0.6, 0))
            observation.context.hands = isMissed ? nil : within(time, 10, 13) ? [hand] : []
            return observation
        }
        let times = drive.times(.phoneLike)
        #expect(times.count == 1 && abs((times.first ?? 0) - 12) <= 0.1, "\(times)")
    }

    @Test(
        "is judged over time",
        arguments: [(0.8, true), (0.6, false), (0.05, false)] as [(Double, Bool)])
    func share(share: Double, fires: Bool) throws {
        let drive = try Timeline(20) { time, reading in
            let frame = Int((time * 30).rounded())
            reading.isPhonePose =
                within(time, 10, 13) && Double(frame * 7 % 20) / 20 < share - 1e-9
        }
        #expect(drive.times(.phoneLike).count == (fires ? 1 : 0))
        #expect(drive.times(.phoneLike).allSatisfy { abs($0 - 12) < 0.2 })
    }

    @Test("fires nothing from a single frame, however long it stands")
    func singleFrame() throws {
        let drive = try Timeline(20, rate: 2.1) { $1.isPhonePose = within($0, 10, 10.4) }
        #expect(drive.times(.phoneLike).isEmpty)
        #expect(drive.results.contains { $0.signals.isPhonePose == true })
    }
}

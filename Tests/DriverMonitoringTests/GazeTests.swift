import DriverMonitoring
import Foundation
import LandmarkCore
import Testing

/// Gaze zones, and looks off the road by the eyes alone.
@Suite("Gaze")
struct GazeTests {
    /// A drive of a driver who looks in given directions with a still head.
    static func drive(
        _ seconds: Double, options: DriverOptions = .specification,
        _ gaze: (Double) -> GazeEstimate?
    ) throws -> Timeline {
        try Timeline(seconds, options: options) { time, reading in
            reading.gaze = gaze(time)
        }
    }

    static let road = GazeEstimate(pitch: 0, yaw: 0)
    static let lap = GazeEstimate(pitch: -40, yaw: 0)

    @Test("the usual zones name what a driver looks at, on both sides of a car")
    func zones() {
        let places = [
            (Self.road, "road"), (GazeEstimate(pitch: 10, yaw: 12), "road"),
            (GazeEstimate(pitch: -22, yaw: 3), "cluster"), (Self.lap, "lap"),
            (GazeEstimate(pitch: -12, yaw: -38), "leftMirror"),
            (GazeEstimate(pitch: 6, yaw: 36), "centerMirror"),
            (GazeEstimate(pitch: -25, yaw: 33), "centerStack"),
            (GazeEstimate(pitch: -8, yaw: 60), "rightMirror"),
            (GazeEstimate(pitch: -5, yaw: 85), "passenger"),
            (GazeEstimate(pitch: 0, yaw: -80), "leftWindow"),
        ]
        let swapped = [
            "leftMirror": "rightMirror", "rightMirror": "leftMirror", "leftWindow": "rightWindow",
        ]
        for (gaze, name) in places {
            #expect(GazeZones.leftHandDrive.zone(at: gaze)?.name == name, "\(gaze)")
            let mirrored = GazeEstimate(pitch: gaze.pitch, yaw: -gaze.yaw)
            #expect(
                GazeZones.rightHandDrive.zone(at: mirrored)?.name == swapped[name] ?? name,
                "\(mirrored)")
        }
        let names = GazeZones.rightHandDrive.zones.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(GazeZones.leftHandDrive.zones.filter(\.isRoad).map(\.name) == ["road"])
    }

    @Test("zones are read from JSON")
    func json() throws {
        let text = """
            [{"name": "road", "yaw": [-10, 10], "pitch": [-5, 90], "isRoad": true},
             {"name": "screen", "yaw": [10, 40], "pitch": [-30, 0], "isRoad": false}]
            """
        let zones = try JSONDecoder().decode(GazeZones.self, from: Data(text.utf8))
        #expect(zones.zone(at: GazeEstimate(pitch: -10, yaw: 20))?.name == "screen")
        #expect(zones.zone(at: GazeEstimate(pitch: -40, yaw: 0)) == nil)
        #expect(try CodingTests.roundTrip(zones) == zones)
        #expect(throws: DecodingError.self) {
            let reversed = #"[{"name": "a", "yaw": [9, 1], "pitch": [0, 1], "isRoad": false}]"#
            return try JSONDecoder().decode(GazeZones.self, from: Data(reversed.utf8))
        }
    }

    @Test(
        "a look of 3 s by the eyes alone is distraction, and names the zone",
        arguments: [
            (Self.lap, "lap"), (GazeEstimate(pitch: -24, yaw: 34), "centerStack"),
            (GazeEstimate(pitch: -5, yaw: 62), "rightMirror"),
            (GazeEstimate(pitch: -10, yaw: -36), "leftMirror"),
        ])
    func eyesOnly(gaze: GazeEstimate, zone: String) throws {
        let drive = try Self.drive(60) { within($0, 30, 34) ? gaze : Self.road }
        drive.expect(.distractionLong, at: [33.1])
        #expect(drive.kinds == [.distractionLong])
        let event = try #require(drive.events(.distractionLong).first)
        #expect(event.reason == .eyesAverted && event.gazeZone == zone)
        #expect(event.confidence == 0.8 && abs(event.duration - 4) < 0.4)
        #expect(try drive.result(at: 32).signals.gazeZone == zone)
        #expect(try drive.result(at: 32).signals.isOffRoad == true)
        #expect(try drive.result(at: 40).signals.gazeZone == "road")
        #expect(drive.highestScore == 0)
    }

    @Test("glances into mirrors and at the cluster are ordinary driving")
    func glances() throws {
        let targets = [
            GazeEstimate(pitch: -10, yaw: -40), GazeEstimate(pitch: 6, yaw: 38),
            GazeEstimate(pitch: -22, yaw: 0), GazeEstimate(pitch: -8, yaw: 58),
        ]
        let drive = try Self.drive(300) { time in
            let phase = time.truncatingRemainder(dividingBy: 5)
            return phase < 1.2 ? targets[Int(time / 5) % 4] : Self.road
        }
        #expect(drive.kinds.isEmpty)
        let names = Set(drive.results.compactMap(\.signals.gazeZone))
        #expect(names == ["road", "leftMirror", "centerMirror", "cluster", "rightMirror"])
    }

    @Test("glances that leave no 2 s for the road add up")
    func repeatedGlances() throws {
        let drive = try Self.drive(60) { time in
            AttentionScenarioTests.looking(time, 1.5, 2.5) ? Self.lap : Self.road
        }
        let event = try #require(drive.fired.first { $0.kind == .distractionShort })
        #expect(event.fire.seconds < 48 && drive.kinds == [.distractionShort])
    }

    @Test("a blink does not interrupt a look, and unreadable eyes leave it to the head")
    func gaps() throws {
        let blink = try Timeline(60) { time, reading in
            reading.gaze = within(time, 30, 34) ? Self.lap : Self.road
            if within(time, 31, 31.2) {
                reading.openness = 0
                reading.gaze = nil
            }
        }
        blink.expect(.distractionLong, at: [33.1])
        let unreadable = try Timeline(60) { time, reading in
            reading.gaze = within(time, 30, 36) ? Self.lap : Self.road
            if time > 31 { reading.eyeReadability = 0.2 }
        }
        unreadable.expect(.distractionLong, at: [])
        #expect(try unreadable.result(at: 34).signals.gazeZone == nil)
        #expect(try unreadable.result(at: 34).signals.isOffRoad == false)
    }

    @Test("eyes on the road outweigh a head that is turned a little, but not one turned far")
    func turnedHead() throws {
        func drive(_ yaw: Double) throws -> Timeline {
            try Timeline(60) { time, reading in
                reading.head?.yaw = within(time, 30, 36) ? yaw : 0
                reading.gaze = Self.road
            }
        }
        #expect(try drive(25).kinds.isEmpty)
        let far = try drive(40)
        far.expect(.distractionLong, at: [33])
        let event = try #require(far.fired.first { $0.kind == .distractionLong })
        #expect(event.reason == .headTurned && event.gazeZone == nil && event.confidence == 1)
    }

    @Test("a gaze at the edge of the road does not flicker")
    func hysteresis() throws {
        let drive = try Self.drive(60) { time in
            let yaw = time < 30 ? 0 : 20 + 1.5 * sine(3 * time)
            return GazeEstimate(pitch: 0, yaw: yaw)
        }
        let states = drive.results.compactMap(\.signals.isOffRoad)
        #expect(zip(states, states.dropFirst()).filter { $0 != $1 }.count == 1)
    }

    @Test("the zones of the options count")
    func options() throws {
        var options = DriverOptions.specification
        options.gazeZones = GazeZones([
            GazeZone("everything", yaw: -180...180, pitch: -90...90, isRoad: true)
        ])
        #expect(try Self.drive(40, options: options) { _ in Self.lap }.kinds.isEmpty)
        options.gazeZones = GazeZones([])
        let drive = try Self.drive(10, options: options) { _ in Self.road }
        drive.expect(.distractionLong, at: [3])
        #expect(drive.fired.first { $0.kind == .distractionLong }?.gazeZone == nil)
    }

    @Test("a gaze that is not a number counts as not measured")
    func invalid() throws {
        let drive = try Self.drive(40) { _ in GazeEstimate(pitch: .nan, yaw: .infinity) }
        #expect(drive.kinds.isEmpty)
        #expect(drive.results.allSatisfy { $0.signals.gazeZone == nil })
    }

    @Test("eyes that look aside are learned as the road only when they do so most of the time")
    func calibration() throws {
        for isMirrored in [false, true] {
            var analyzer = DriverAnalyzer(isMirrored: isMirrored)
            let drive = try SketchedDrive(20, analyzer: &analyzer) { time in
                var sketch = Sketch()
                // The usual look of this driver, and one into the lap.
                sketch.lookLeft = 0.1
                sketch.lookDown = time < 10 ? 0.1 : 0.6
                sketch.blink(blinking(time) == 0 ? 0.7 : 0.05)
                return (isMirrored ? sketch.mirrored : sketch).observation(at: time)
            }
            let before = try #require(drive.results.first { $0.timestamp >= .seconds(9) })
            #expect(before.signals.gazeZone == "road" && before.signals.isOffRoad == false)
            let event = try #require(drive.fired.first { $0.kind == .distractionLong })
            #expect(event.reason == .eyesAverted && event.gazeZone == "lap")
            #expect(abs(event.fire.seconds - 13.1) < 0.2)
        }
    }

    @Test("eyes of few pixels are judged by the head")
    func smallEyes() throws {
        var analyzer = DriverAnalyzer()
        let drive = try SketchedDrive(20, analyzer: &analyzer) { time in
            var sketch = Sketch(width: 50)
            sketch.lookDown = time < 10 ? 0 : 0.6
            return sketch.observation(at: time)
        }
        #expect(drive.fired.isEmpty)
        #expect(drive.results.allSatisfy { $0.signals.gazeZone == nil && $0.signals.gaze != nil })
    }
}

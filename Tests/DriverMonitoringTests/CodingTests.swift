import DriverMonitoring
import Foundation
import LandmarkCore
import LandmarkTasks
import Testing

/// Round trips of results through JSON.
@Suite("Coding")
struct CodingTests {
    static func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }

    @Test("Results with all kinds of events are equal after a round trip")
    func results() throws {
        let results = try EventTests.drive().results.filter { result in
            result.timestamp.milliseconds.isMultiple(of: 1000) || !result.firedEvents.isEmpty
                || !result.endedEvents.isEmpty
        }
        #expect(Set(results.flatMap(\.firedEvents).map(\.kind)).count > 10)
        #expect(results.contains { $0.sound != nil } && results.contains { $0.isAlert })
        #expect(try Self.roundTrip(results) == results)
    }

    @Test("Measurements of landmarks are equal after a round trip")
    func measurements() throws {
        var analyzer = DriverAnalyzer()
        let drive = try SketchedDrive(5, analyzer: &analyzer) { time in
            var sketch = Sketch(head: HeadPose(pitch: -3, yaw: 7, roll: 11))
            sketch.blink(blinking(time) == 0 ? 0.6 : 0.1)
            sketch.lookLeft = 0.3
            return sketch.observation(at: time)
        }
        #expect(drive.results.allSatisfy { $0.signals.leftEye != nil && $0.signals.gaze != nil })
        #expect(try Self.roundTrip(drive.results) == drive.results)
    }

    @Test("Readings, observations and updates are equal after a round trip")
    func inputs() throws {
        let reading = DriverReading(timestamp: .seconds(1), openness: nil, isPhonePose: false)
        #expect(try Self.roundTrip(reading) == reading)
        var observation = Sketch(head: HeadPose(yaw: 5)).observation(at: 1)
        observation.context = DriverContext(speed: 80, imageQuality: 0.5, hands: [])
        #expect(try Self.roundTrip(observation) == observation)
        var analyzer = DriverAnalyzer()
        let face = try #require(observation.face)
        let update = DriverUpdate(
            result: try analyzer.update(observation), face: face,
            landmarks: FaceLandmarkerResult(
                instances: [face], timestamp: .seconds(1), imageSize: observation.imageSize,
                timings: StageTimings(), device: .cpu))
        #expect(try Self.roundTrip(update) == update)
    }

    @Test("Enumerations are encoded by name, levels by number")
    func names() throws {
        func json<Value: Encodable>(_ value: Value) throws -> String {
            String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
        }
        #expect(try json(ActiveAlerts([.fatigue, .sleep])) == #"["SLEEP","FATIGUE"]"#)
        #expect(try json([DriverSound.critical]) == #"["critical"]"#)
        #expect(try json([DriverEventKind.headNod]) == #"["HEAD_NOD"]"#)
        #expect(try json([CalibrationState.uncalibrated]) == #"["uncalibrated"]"#)
        #expect(try json([FatigueLevel.severe]) == "[3]")
    }

    @Test("An unknown alert cannot be decoded")
    func unknownAlert() {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(ActiveAlerts.self, from: Data(#"["SNOOZE"]"#.utf8))
        }
    }
}

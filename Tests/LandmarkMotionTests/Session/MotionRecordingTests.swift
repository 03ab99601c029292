import Foundation
import LandmarkMotion
import Testing

@Suite struct MotionRecordingTests {
    private static func squat(_ time: Double) -> Double { 50 - 40 * cos(.pi * time) }

    @Test("curves follow the movement without lag, and ranges and speeds are those of the curves")
    func curves() throws {
        let recording = try BendingPerson.recording(
            [.kneeFlexionLeft, .elbowFlexionRight], count: 121, knee: Self.squat)
        #expect(recording.count == 121)
        #expect(recording.id == 1)
        #expect(abs(recording.duration - 4) < 1e-9)
        let rate = try #require(recording.frameRate)
        #expect(abs(rate - 30) < 1e-6)
        #expect(recording.presentCount == 121)

        let knee = recording.curve(of: .kneeFlexionLeft)
        // The gate opens with the second frame.
        #expect(knee[0].isNaN)
        for index in 1..<121 {
            #expect(abs(knee[index] - Self.squat(recording.times[index])) < 0.3, "\(index)")
        }
        let range = try #require(recording.range(of: .kneeFlexionLeft))
        #expect(abs(range.lowerBound - 10) < 0.3 && abs(range.upperBound - 90) < 0.3)
        let elbow = try #require(recording.range(of: .elbowFlexionRight))
        #expect(abs(elbow.upperBound - 45) < 0.3)
        let speed = recording.speed(of: .kneeFlexionLeft)
        for index in 10..<110 {
            let expected = 40 * .pi * sin(.pi * recording.times[index])
            #expect(abs(speed[index] - expected) < 2, "\(index)")
        }
        #expect(recording.yaw.allSatisfy { abs($0) < 1e-3 })
    }

    @Test("what was held or absent is missing in curves, ranges and shares") func gaps() throws {
        let recording = try BendingPerson.recording([.kneeFlexionLeft], count: 120) {
            (1.5..<2.5).contains($0) ? nil : Self.squat($0)
        }
        let knee = recording.curve(of: .kneeFlexionLeft)
        for index in 45..<75 { #expect(knee[index].isNaN, "\(index)") }
        let share = recording.measuredShare(of: .kneeFlexionLeft)
        // Both times the gate needs two frames to open.
        #expect(abs(share - 88.0 / 120) < 1e-9)
        #expect(recording.presentCount == 90)
        #expect(recording.count == 120)
    }

    @Test("a measure that was never measured has no range, and repeated ones count once")
    func absentMeasures() throws {
        let recording = try BendingPerson.recording(
            [.kneeFlexionLeft, .wristFlexionLeft, .kneeFlexionLeft], count: 10, knee: Self.squat)
        #expect(recording.measures == [.kneeFlexionLeft, .wristFlexionLeft])
        for measure in [Measure.wristFlexionLeft, .hipFlexionLeft] {
            #expect(recording.range(of: measure) == nil)
            #expect(recording.measuredShare(of: measure) == 0)
            #expect(recording.curve(of: measure).count == 10)
            #expect(recording.curve(of: measure).allSatisfy { $0.isNaN })
        }
        let empty = MotionRecording()
        #expect(empty.range(of: .kneeFlexionLeft) == nil)
        #expect(empty.frameRate == nil && empty.duration == 0 && empty.count == 0)
        #expect(empty.measuredShare(of: .kneeFlexionLeft) == 0)
    }

    @Test("a sample that is not later than the last is ignored") func order() throws {
        var analyzer = MotionAnalyzer()
        let first = try analyzer.updateAbsent(at: 1)
        let second = try analyzer.updateAbsent(at: 2)
        var recording = MotionRecording()
        recording.add(second)
        recording.add(first)
        recording.add(second)
        #expect(recording.times == [2])
    }
}

import LandmarkCore
import LandmarkMotion
import LandmarkTasks
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Ranges of motion in recordings of a person whose angles are known.
@Suite struct RangeOfMotionTests {
    /// Three repetitions of 3 s that stay at the end for a second, at 30 frames a second, between
    /// a second of rest before and after.
    private static func recording(
        _ name: String, yaw: Double, hasImage: Bool = true,
        move: (inout Skeleton, Double) -> Void
    ) throws -> (movement: JointMovement, recording: MotionRecording) {
        let movement = try #require(JointMovement(name: name))
        var analyzer = MotionAnalyzer()
        var recording = MotionRecording(movement.measures)
        for index in 0..<330 {
            let time = Double(index) / 30
            let phase = (time - 1).truncatingRemainder(dividingBy: 3)
            let isMoving = time >= 1 && time < 10
            let rise = (1 - cos(.pi * min(max(phase, 0), 1))) / 2
            let fall = (1 + cos(.pi * min(max(phase - 2, 0), 1))) / 2
            var person = Skeleton()
            person.viewYaw = yaw
            move(&person, isMoving ? rise * fall : 0)
            var frame = person.frame(at: time)
            if !hasImage { frame.imageSize = .init(width: 0, height: 0) }
            recording.add(try analyzer.update(frame))
        }
        return (movement, recording)
    }

    @Test("peak, plateau and repetitions of both sides are those of the movement")
    func abduction() throws {
        let (movement, recording) = try Self.recording("shoulder-abduction", yaw: 0) {
            $0.arms.left.shoulderAbduction = 10 + 130 * $1
            $0.arms.right.shoulderAbduction = 5 + 85 * $1
        }
        let range = RangeOfMotion(of: movement, in: recording)
        #expect(range.sides.map(\.side) == [.left, .right])
        for (side, end, start) in zip3(range.sides, [140.0, 90], [10.0, 5]) {
            #expect(abs(side.peak - end) < 2 && abs(side.start - start) < 2, "\(side)")
            #expect(abs((side.plateau ?? 0) - end) < 1, "\(side)")
            #expect(side.repetitions == 3)
            #expect(side.plane == .image && side.error == 5 && side.measuredShare > 0.99)
            #expect(recording.times[side.peakIndex] == side.peakTime)
            let phase = (side.peakTime - 1).truncatingRemainder(dividingBy: 3)
            #expect((0.8...2.2).contains(phase), "\(side.peakTime)")
        }
        #expect(abs((range.difference ?? 0) - 50) < 2)
        #expect(abs((range.differenceError ?? 0) - 50.0.squareRoot()) < 1e-9)
    }

    @Test("hyperextension is an extension above 0, from the side in the image")
    func recurvatum() throws {
        let (movement, recording) = try Self.recording("knee-extension", yaw: 90) {
            $0.legs.left.kneeFlexion = 40 - 50 * $1
            $0.legs.right.kneeFlexion = 40 - 35 * $1
        }
        let range = RangeOfMotion(of: movement, in: recording)
        #expect(range.sides.count == 2)
        #expect(abs(range.sides[0].peak - 10) < 1, "\(range.sides[0])")
        #expect(abs(range.sides[1].peak + 5) < 1, "\(range.sides[1])")
        #expect(range.sides.allSatisfy { $0.plane == .image && $0.repetitions == 3 })
    }

    @Test("without an image, and from views that do not show the plane, it is measured in space")
    func space() throws {
        for (yaw, hasImage) in [(0.0, false), (70, true)] {
            let (movement, recording) = try Self.recording(
                "shoulder-abduction", yaw: yaw, hasImage: hasImage
            ) { $0.arms.left.shoulderAbduction = 10 + 80 * $1 }
            let left = try #require(RangeOfMotion(of: movement, in: recording).sides.first)
            // Landmarks without an image may come from several cameras.
            #expect(left.plane == .space && left.error == (hasImage ? 14 : nil))
            #expect(abs(left.peak - 90) < 2)
        }
    }

    @Test("an oblique view adds what it can hide to the error")
    func oblique() throws {
        let (movement, recording) = try Self.recording("shoulder-abduction", yaw: 30) {
            $0.arms.left.shoulderAbduction = 40 * $1
        }
        let left = try #require(RangeOfMotion(of: movement, in: recording).sides.first)
        #expect(left.plane == .image)
        #expect(abs((left.error ?? 0) - 5 - 4.1) < 0.1)
        #expect(abs(left.peak - 40) < 4.2)
    }

    @Test("a person who stands still has a peak and no repetitions, and nobody has neither")
    func still() throws {
        let (movement, recording) = try Self.recording("elbow-flexion", yaw: 90) { _, _ in }
        let range = RangeOfMotion(of: movement, in: recording)
        #expect(range.sides.allSatisfy { abs($0.peak) < 1 && $0.repetitions == 0 })
        #expect(range.sides.allSatisfy { $0.error == nil } && range.differenceError == nil)
        let nobody = RangeOfMotion(of: movement, in: MotionRecording(movement.measures))
        #expect(nobody.sides.isEmpty && nobody.difference == nil)
    }

    @Test("movements have names of their own, from which they can be made, and normal ranges")
    func movements() {
        #expect(Set(JointMovement.all.map(\.name)).count == 18)
        for movement in JointMovement.all {
            #expect(JointMovement(name: movement.name) == movement)
            #expect((0...180).contains(movement.normal))
            #expect(movement.space.left.plane == .space)
            #expect(movement.image.left.plane == .image || movement.image == movement.space)
            #expect(!movement.title.contains("-"))
        }
        #expect(JointMovement(name: "knee") == nil)
    }

    private func zip3<A, B, C>(_ a: [A], _ b: [B], _ c: [C]) -> [(A, B, C)] {
        zip(a, zip(b, c)).map { ($0, $1.0, $1.1) }
    }
}

import Foundation
import LandmarkCapture
import LandmarkCore
import LandmarkImaging
import LandmarkMotion
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// Recordings whose repetitions are known.
@Suite("Recorded exercises", .serialized)
struct RecordedExerciseTests {
    // MARK: - OpenCap

    private static let opencap = Fixtures.shared("motion/opencap_squats.mot")

    /// The mean of both knee angles.
    private static func opencapKnees() throws -> Signal {
        let text = try String(contentsOfFile: opencap, encoding: .utf8)
        let lines = text.split(whereSeparator: \.isNewline).drop { $0 != "endheader" }.dropFirst()
        let header = try #require(lines.first).split(separator: "\t").map(String.init)
        let right = try #require(header.firstIndex(of: "knee_angle_r"))
        let left = try #require(header.firstIndex(of: "knee_angle_l"))
        return lines.dropFirst().map { line in
            let row = line.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
            return (row[0], (row[right] + row[left]) / 2)
        }
    }

    @Test(
        "OpenCap's squats are 5 with their peaks, and 3 of 80°",
        .enabled(if: Fixtures.available(opencap)))
    func opencapSquats() throws {
        let squats = try Counted(try Self.opencapKnees())
        let peaks = squats.repetitions.map { ($0.peak * 10).rounded() / 10 }
        #expect(peaks == [78.5, 79.5, 81.6, 80.2, 87.4])
        #expect(squats.outcomes.count == 5)
        let deep = try Counted(try Self.opencapKnees(), top: 40, bottom: 80)
        #expect(deep.repetitions.count == 3)
        #expect(deep.outcomes.count { if case .incomplete = $0.kind { true } else { false } } == 2)
        // As a signal of a session, also with a fifth of the samples lost.
        var random = SplitMix64(seed: 11)
        let samples = Samples.squats(try Self.opencapKnees())
        for kept in [samples, samples.filter { _ in random.below(5) > 0 }] {
            #expect(try Exercised("squat", kept).count == 5)
        }
    }

    // MARK: - World points of pose_squats

    private static let points = Fixtures.shared("motion/pose_squats_3d.full.json")

    /// The published world points at `rate` frames per second, interpolated from 5.
    private static func worldFrames(
        rate: Double, scale: Double = 1, isMirrored: Bool = false
    ) throws -> [MotionFrame] {
        let poses = try JSONDecoder().decode(
            [[[Double]]].self, from: Data(contentsOf: URL(fileURLWithPath: points)))
        let duration = Double(poses.count - 1) / 5
        return (0...Int(duration * rate)).map { index in
            let time = Double(index) / rate
            let place = min(time * 5, Double(poses.count - 1))
            let first = Int(place), next = min(first + 1, poses.count - 1)
            let share = place - Double(first)
            var frame = MotionFrame()
            frame.time = time
            frame.id = 1
            for joint in PoseJoint.allCases {
                let source = isMirrored ? joint.opposite.rawValue : joint.rawValue
                let (a, b) = (poses[first][source], poses[next][source])
                func mixed(_ axis: Int) -> Double { a[axis] + share * (b[axis] - a[axis]) }
                frame.world[joint.rawValue] =
                    SIMD3(isMirrored ? -mixed(0) : mixed(0), mixed(1), mixed(2)) * scale
                frame.visibility[joint.rawValue] = 0.95
            }
            return frame
        }
    }

    private static func session(_ name: String, _ frames: [MotionFrame]) throws -> Exercised {
        var analyzer = MotionAnalyzer()
        return try Exercised(name, frames.map { try analyzer.update($0) })
    }

    @Test(
        "the published world points have 2 squats and end in a third, at any frame rate",
        .enabled(if: Fixtures.available(points)), arguments: [5.0, 15, 30])
    func publishedPoints(_ rate: Double) throws {
        let squats = try Self.session("squat", Self.worldFrames(rate: rate))
        #expect(squats.count == 2)
        #expect(squats.session.status.counters[0].state == .bottom)
        let peaks = squats.repetitions.map(\.peak)
        #expect(zip(peaks, [101.93, 106.55]).allSatisfy { ($0 - $1).magnitude < 6 }, "\(peaks)")
    }

    @Test(
        "mirrored, scaled and thinned out, they are the same squats",
        .enabled(if: Fixtures.available(points)))
    func invariance() throws {
        let plain = try Self.session("squat", Self.worldFrames(rate: 30))
        let mirrored = try Self.session("squat", Self.worldFrames(rate: 30, isMirrored: true))
        let scaled = try Self.session("squat", Self.worldFrames(rate: 30, scale: 0.6))
        for (other, tolerance) in [(mirrored, 1e-6), (scaled, 1e-6)] {
            #expect(other.repetitions.count == plain.repetitions.count)
            for (a, b) in zip(other.repetitions, plain.repetitions) {
                #expect(isClose(a.start, b.start, within: tolerance))
                #expect(isClose(a.peak, b.peak, within: tolerance))
            }
        }
        var random = SplitMix64(seed: 21)
        for _ in 0..<5 {
            let kept = try Self.worldFrames(rate: 30).filter { _ in random.below(5) > 0 }
            #expect(try Self.session("squat", kept).count == 2)
        }
    }

    // MARK: - Clips

    private static let model = Fixtures.model("pose_landmarker_full.task")
    private static let squatClip = Fixtures.shared("motion/pose_squats.mp4")
    private static let walkClip = Fixtures.shared("motion/sports2d_demo.mp4")

    /// The samples of the person with the lowest hips in a clip, if they are below `line`, a
    /// fraction of the height.
    private static func samples(
        _ path: String, below line: Float = 0, until end: Double = .infinity
    ) throws -> [MotionSample] {
        var options = PoseLandmarkerOptions(model: .file(model))
        options.runningMode = .video
        options.numPoses = 3
        let landmarker = try PoseLandmarker(options: options)
        let file = try VideoFile(path: path)
        var analyzer = MotionAnalyzer()
        var motion = MotionFrame()
        var samples: [MotionSample] = []
        while let frame = try file.next() {
            let time = Double(frame.timestamp.milliseconds) / 1000
            guard time < end else { break }
            func height(_ pose: Pose) -> Float { pose.rawLandmarks[PoseJoint.leftHip.rawValue].y }
            let poses = try landmarker.detect(frame).poses.filter { height($0) > line }
            let same = poses.first { $0.id == motion.id }
            if let pose = same ?? poses.max(by: { height($0) < height($1) }) {
                motion.set(
                    pose, at: time,
                    imageSize: PixelSize(width: frame.image.width, height: frame.image.height))
                samples.append(try analyzer.update(motion))
            } else {
                samples.append(try analyzer.updateAbsent(at: time))
            }
        }
        return samples
    }

    @Test(
        "the clip of squats has 2 and a third begun",
        .enabled(if: Fixtures.available(model, squatClip)))
    func squats() throws {
        let samples = try Self.samples(Self.squatClip)
        let squats = try Exercised("squat", samples)
        #expect(squats.count == 2)
        #expect(squats.session.status.counters[0].state == .bottom)
        #expect(zip(squats.repetitions, [91.0, 96.1]).allSatisfy { ($0.peak - $1).magnitude < 8 })
        // A squat from the bottom up is a stand without a chair, and she raises her arms forward.
        let alike: Set = [
            "squat", "sit-to-stand", "chair-stand", "five-times-sit-to-stand", "shoulder-flexion",
        ]
        for definition in ExerciseDefinition.all where !alike.contains(definition.name) {
            let others = try Exercised(definition, samples)
            #expect(others.count == 0, "\(definition.name): \(others.repetitions)")
        }
    }

    @Test(
        "walking has steps, and no repetitions of any exercise",
        .enabled(if: Fixtures.available(model, walkClip)))
    func walking() throws {
        // Another person jumps around on a roof above.
        let samples = try Self.samples(Self.walkClip, below: 0.6, until: 6.6)
        for definition in ExerciseDefinition.all where definition.name != "gait" {
            #expect(try Exercised(definition, samples).count == 0, "\(definition.name)")
        }
        let gait = try Exercised("gait", samples)
        // Strikes at 2.62, 3.24, 3.86, 4.47, 5.07 and 5.73 s: 98 steps a minute.
        #expect((4...6).contains(gait.count))
        guard case .gait(let result) = gait.report.test else {
            Issue.record("no result")
            return
        }
        #expect(isClose(result.cadence, 98, within: 6))
    }
}

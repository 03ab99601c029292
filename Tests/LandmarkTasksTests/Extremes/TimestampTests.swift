import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// Timestamps at the ends of their range.
@Suite(
    .enabled(
        if: Fixtures.available(
            Landmarkers.handModel, Landmarkers.poseModel, Landmarkers.faceModel,
            Fixtures.footage("astronaut.png"))))
struct TimestampTests {
    /// Increasing, with the largest steps and the smallest.
    static let times = [
        Int.min, .min + 1, -1, 0, 1, 2, .max / 1_000_000, .max / 1_000_000 + 1, 1 << 53,
        1 << 53 + 1, .max - 1, .max,
    ]
    private static let smoothings: [Smoothing] = [
        .off, .mediaPipe, .oneEuro(minCutoff: 1, beta: 10),
        .oneEuro(minCutoff: .leastNonzeroMagnitude, beta: .greatestFiniteMagnitude),
    ]

    private func change(_ options: inout some TrackingOptions, _ smoothing: Smoothing) {
        options.runningMode = .video
        options.smoothing = smoothing
        options.maxCount = 1
        // Also what is found by mistake is tracked.
        options.minDetectionConfidence = 0.02
        options.minPresenceConfidence = 0.001
    }

    /// Runs a video with the timestamps, and with equal and earlier ones, which are refused.
    private func run<Task>(
        _ landmarker: Landmarker<Task>, _ numbers: (Task.Instance) -> [Float]
    ) throws {
        let image = try Landmarkers.footage("astronaut.png")
        var count = 0
        for (index, time) in Self.times.enumerated() {
            let found = try landmarker.detect(
                Frame(image: image, timestamp: .milliseconds(time)))
            #expect(found.timestamp == .milliseconds(time))
            count += found.instances.count
            for instance in found.instances {
                #expect(numbers(instance).allSatisfy { $0.isFinite }, "at \(time)")
            }
            for late in Self.times.prefix(index + 1) {
                let late = Frame(image: image, timestamp: .milliseconds(late))
                let expected = TaskError.timestampNotIncreasing(
                    previous: .milliseconds(time), got: late.timestamp)
                #expect(expected.isThrown { _ = try landmarker.detect(late) })
            }
        }
        #expect(count == Self.times.count)
        landmarker.reset()
        _ = try landmarker.detect(Frame(image: image, timestamp: .milliseconds(.min)))
    }

    @Test("videos of hands", arguments: smoothings)
    func hand(smoothing: Smoothing) throws {
        try run(Landmarkers.hand { change(&$0, smoothing) }) { hand in
            hand.landmarks.flatMap { [$0.x, $0.y, $0.z] }
                + hand.worldLandmarks.flatMap { [$0.x, $0.y, $0.z] }
        }
    }

    @Test("videos of poses", arguments: smoothings)
    func pose(smoothing: Smoothing) throws {
        try run(Landmarkers.pose { change(&$0, smoothing) }) { pose in
            pose.landmarks.flatMap { [$0.x, $0.y, $0.z, $0.visibility ?? .nan] }
                + pose.worldLandmarks.flatMap { [$0.x, $0.y, $0.z] }
        }
    }

    @Test("videos of faces", arguments: smoothings)
    func face(smoothing: Smoothing) throws {
        try run(Landmarkers.face { change(&$0, smoothing) }) { face in
            face.landmarks.flatMap { [$0.x, $0.y, $0.z] } + (face.blendshapes?.values ?? [.nan])
        }
    }
}

/// The same timestamps in live stream mode.
@Suite(limit(minutes: 1))
struct LiveTimestampTests {
    @Test("live streams")
    func live() async throws {
        let control = FakeTask.Control()
        let results = Journal<FakeResult>()
        let landmarker = try FakeLandmarker(control, failing: []) { results.note($0) }
        control.allow(TimestampTests.times.count)
        for (index, time) in TimestampTests.times.enumerated() {
            try landmarker.detectAsync(time)
            for late in TimestampTests.times.prefix(index + 1) {
                #expect(
                    TaskError.timestampNotIncreasing(
                        previous: .milliseconds(time), got: .milliseconds(late)
                    ).isThrown { try landmarker.detectAsync(late) })
            }
            await results.reach(index + 1)
        }
        #expect(
            await results.reach(TimestampTests.times.count).map(\.milliseconds)
                == TimestampTests.times)
    }
}

import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// The real face landmarker on frames of the carphone clip.
@Suite(
    "Live stream of faces",
    .enabled(
        if: Fixtures.available(Landmarkers.faceModel, Fixtures.footage("carphone_0000.png"))),
    limit(minutes: 2))
struct LiveFaceTests {
    static let timestamps = [0, 1000, 2000, 3000]

    typealias Results = Journal<FrameResult<FaceLandmarkerResult>>

    static func frames() throws -> [Frame] {
        try zip(timestamps, ["0000", "0030", "0060", "0090"]).map { milliseconds, name in
            Frame(
                image: try Landmarkers.footage("carphone_\(name).png"),
                timestamp: .milliseconds(milliseconds))
        }
    }

    static func options(_ mode: RunningMode) -> FaceLandmarkerOptions {
        var options = FaceLandmarkerOptions(model: .file(Landmarkers.faceModel))
        options.runningMode = mode
        return options
    }

    /// The faces in video mode.
    static func expected(_ frames: [Frame]) throws -> [[Face]] {
        let landmarker = try FaceLandmarker(options: options(.video))
        return try frames.map { try landmarker.detect($0).faces }
    }

    @Test("frames one by one give the results of video mode")
    func detectAsync() async throws {
        let frames = try Self.frames()
        let results = Results()
        let landmarker = try FaceLandmarker(options: Self.options(.liveStream)) {
            results.note($0)
        }
        for (index, frame) in frames.enumerated() {
            try landmarker.detectAsync(frame)
            await results.reach(index + 1)
        }
        let expected = try Self.expected(frames)
        #expect(expected.map(\.count) == [1, 1, 1, 1])
        #expect(try results.events.map { try $0.get().faces } == expected)
        #expect(try results.events.map { try $0.get().timestamp } == frames.map(\.timestamp))
        landmarker.reset()
        try landmarker.detectAsync(frames[0])
        #expect(try await results.reach(5)[4].get().faces == expected[0])
        #expect(landmarker.liveStatistics.processed == 5)
    }

    @Test(
        "a sequence gives the results of video mode", arguments: [RunningMode.video, .liveStream])
    func results(mode: RunningMode) async throws {
        let frames = try Self.frames()
        let source = AsyncStream { continuation in
            for frame in frames { continuation.yield(frame) }
            continuation.finish()
        }
        let landmarker = try FaceLandmarker(options: Self.options(mode))
        var found: [[Face]] = []
        var iterator = landmarker.results(of: source, overflow: .block).makeAsyncIterator()
        while let result = try await iterator.next() { found.append(try result.get().faces) }
        #expect(try found == Self.expected(frames))
    }

    @Test("all frames of a burst are accounted for")
    func burst() async throws {
        let frames = try Self.frames()
        let results = Results()
        let landmarker = try FaceLandmarker(options: Self.options(.liveStream)) {
            results.note($0)
        }
        for frame in frames { try landmarker.detectAsync(frame) }
        let found = await results.reach { $0.last?.frame.timestamp == frames[3].timestamp }
        #expect(found.first?.frame.timestamp == frames[0].timestamp)
        #expect(found.map(\.dropped).reduce(found.count, +) == 4)
        #expect(try found[0].get().faces.count == 1)
        #expect(landmarker.liveStatistics.failed == 0)
    }

    @Test("the landmarker is released with frames in progress")
    func release() async throws {
        let results = Results()
        weak var gone: FaceLandmarker?
        do {
            let landmarker = try FaceLandmarker(options: Self.options(.liveStream)) {
                results.note($0)
            }
            gone = landmarker
            for frame in try Self.frames() { try landmarker.detectAsync(frame) }
        }
        // Only a call of the handler keeps it alive, as long as the call lasts.
        while gone != nil { await Task.yield() }
        #expect(results.events.count < 4)
    }

    @Test("a handler in another mode is rejected before the model is read")
    func handlerInOtherMode() {
        var options = FaceLandmarkerOptions(model: .file("nowhere.task"))
        options.runningMode = .video
        #expect(
            TaskError.resultHandlerNotAllowed(mode: .video).isThrown {
                _ = try FaceLandmarker(options: options) { _ in }
            })
    }

    @Test("calls in another mode are rejected")
    func wrongMode() throws {
        let frame = try Self.frames()[0]
        let live = try FaceLandmarker(options: Self.options(.liveStream))
        #expect(TaskError.resultHandlerMissing.isThrown { try live.detectAsync(frame) })
        #expect(
            TaskError.wrongMode(call: "detect(_ frame:)", needed: .video, mode: .liveStream)
                .isThrown { _ = try live.detect(frame) })
        let image = try FaceLandmarker(options: Self.options(.image))
        #expect(
            TaskError.wrongMode(call: "detectAsync(_:)", needed: .liveStream, mode: .image)
                .isThrown { try image.detectAsync(frame) })
    }
}

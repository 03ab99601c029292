#if os(Linux)
import Foundation
import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkDashboard
import LandmarkHistory
import LandmarkImageFiles
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport
import Testing

@testable import LandmarkLive

/// Cameras that stall, come back, change the size of their images or set their clock, while a page is served
/// and recorded.
@Suite("A live run of a camera", .serialized)
struct LiveCameraTests {
    /// Finds nobody. Like every task, it refuses timestamps that do not increase.
    private struct WatchingTask: LiveTask {
        let kind = LiveTaskKind.pose
        private let last = Mutex<Timestamp?>(nil)

        func process(_ frame: Frame) -> Result<LiveOutput, LiveFault> {
            let previous = last.withLock { last in
                defer { last = frame.timestamp }
                return last
            }
            if let previous, previous >= frame.timestamp {
                return .failure(
                    LiveFault(
                        TaskError.timestampNotIncreasing(previous: previous, got: frame.timestamp)))
            }
            return .success(LiveOutput(content: .poses([])))
        }
    }

    /// What a camera does for a while.
    private enum Act {
        /// It takes images of this size.
        case images(PixelSize, count: Int)
        /// It takes none, in seconds.
        case pause(Double)
    }

    private static let rate = 20.0
    private static let large = PixelSize(width: 64, height: 48)
    private static let small = PixelSize(width: 32, height: 24)
    /// Two and a half seconds, a pause that is long enough to be reported, and another size.
    private static let acts = [
        Act.images(large, count: 50), .pause(3.2), .images(small, count: 50),
    ]

    private static func sleep(_ seconds: Double) async throws {
        try await Task.sleep(nanoseconds: UInt64(seconds * 1e9))
    }

    private static func image(_ size: PixelSize) throws -> PixelBuffer {
        try SyntheticImage.make(width: size.width, height: size.height, seed: 1)
    }

    /// A camera that plays its acts in real time, and ends.
    private final class Actor: FrameSource {
        let information = SourceInformation(name: "actor", isLive: true)
        private struct State {
            /// What is still to come, the last frame first.
            var rest: [(time: Double, image: PixelBuffer)]
            /// When the first frame was read.
            var start: MonotonicTime?
            var last = -1
        }

        private let state: Mutex<State>

        init(_ acts: [Act]) throws {
            var frames: [(time: Double, image: PixelBuffer)] = []
            var time = 0.0
            for act in acts {
                switch act {
                case .images(let size, let count):
                    let image = try LiveCameraTests.image(size)
                    for _ in 0..<count {
                        frames.append((time, image))
                        time += 1 / LiveCameraTests.rate
                    }
                case .pause(let seconds): time += seconds
                }
            }
            state = Mutex(State(rest: frames.reversed()))
        }

        func next() throws(CaptureError) -> Frame? {
            state.withLock { state in
                guard let (time, image) = state.rest.popLast() else { return nil }
                let start = state.start ?? .now
                state.start = start
                Thread.sleep(forTimeInterval: max(0, time - start.elapsedSeconds))
                state.last = max(state.last + 1, Int(start.elapsedSeconds * 1000))
                return Frame(image: image, timestamp: .milliseconds(state.last))
            }
        }
    }

    /// What a run left.
    private struct Outcome {
        let state: LiveState
        let said: [String]
        let session: HistorySession
        let frames: [HistoryFrame]
        let events: [HistoryEvent]

        /// The milliseconds from each frame to the next.
        var gaps: [Int] { zip(frames, frames.dropFirst()).map { $1.time - $0.time } }

        func count(_ text: String) -> Int { frames.count { $0.state.contains(text) } }
    }

    /// Runs the task on a source to its end, and records it.
    private func run(_ source: any FrameSource, of input: LiveInput) async throws -> Outcome {
        var input = input
        input.endsRun = true
        let folder = try TemporaryFolder()
        let file = folder.path("run.sqlite")
        let said = Mutex<[String]>([])
        let report: @Sendable (String) -> Void = { text in said.withLock { $0.append(text) } }
        var options = LiveOptions(task: "pose")
        options.recording = LiveRecording(file: file)
        options.onMessage = report
        let settings = try LiveSettings(task: "pose")
        let problems = LiveProblems()
        let outputs = try LiveOutputs(options, problems)
        let live = LiveRun(
            settings, input, PageFeed(), try LiveTaskLoader(options, settings, input: "camera"),
            observers: outputs.observers, problems, report: report)
        await live.run(WatchingTask(), source)
        try outputs.finish()
        let history = try HistoryFile(file)
        let sessions = try history.sessions()
        #expect(sessions.count == 1)
        let session = try #require(sessions.first)
        var frames: [HistoryFrame] = []
        try history.readFrames(of: session.id) { frames += $0 }
        return Outcome(
            state: live.state.withLock { $0.live }, said: said.withLock { $0 }, session: session,
            frames: frames, events: try history.events(of: session.id))
    }

    /// Checks what the acts leave: both sizes, the pause, and that it was reported.
    private func check(_ outcome: Outcome) {
        #expect(outcome.state.phase == .ended && outcome.state.problem == nil)
        #expect(outcome.state.problems == [])
        #expect(outcome.session.ended != nil && outcome.session.frames == outcome.frames.count)
        #expect(outcome.count(#""w":64,"h":48"#) > 25 && outcome.count(#""w":32,"h":24"#) > 25)
        #expect(outcome.gaps.allSatisfy { $0 > 0 })
        #expect(outcome.gaps.count { $0 > 2500 } == 1, "\(outcome.gaps)")
        // The pause and its end are events, and results are marked from the one to the other.
        #expect(outcome.events.count == 2)
        #expect(outcome.events.last?.sentence.hasSuffix("again") == true)
        #expect(outcome.said == outcome.events.map(\.sentence))
        let marked = outcome.count(#""starved":true"#)
        #expect(marked > 0 && marked < 40, "\(marked)")
    }

    @Test("it stalls, comes back and changes its size, and the run goes on")
    func stall() async throws {
        check(try await run(try Actor(Self.acts), of: LiveInput(BrowserCamera())))
    }

    @Test("a pipe from a camera does the same")
    func pipe() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path("camera.mjpeg")
        try #require(mkfifo(path, 0o600) == 0)
        let images = try [Self.large, Self.small].map { size in
            (size, try JPEGFile.encode(Self.image(size), name: "a test"))
        }
        let writer = Task.detached {
            let pipe = try OpenFile(writing: path)
            for act in Self.acts {
                switch act {
                case .pause(let seconds): try await Self.sleep(seconds)
                case .images(let size, let count):
                    let jpeg = images.first { $0.0 == size }?.1 ?? []
                    for _ in 0..<count {
                        try pipe.write(jpeg)
                        try await Self.sleep(1 / Self.rate)
                    }
                }
            }
        }
        let group = InputGroup([.video(path)], mode: .video, settings: StreamSettings())
        let input = LiveInput(group, .up, repeats: false)
        let source = try #require(try await input.open(isRepeated: false))
        #expect(source.information.isLive)
        check(try await run(source, of: input))
        try await writer.value
    }

    @Test("its clock is set an hour back and later forward again, and the time goes on")
    func clock() async throws {
        let camera = try Camera(
            name: "testsrc=size=64x48:rate=30,trim=end_frame=120,realtime,"
                + "setpts='PTS-if(between(N,40,79),3600/TB,0)'",
            system: CameraSystem(format: "lavfi", prefix: "", takesSettings: false),
            options: CameraOptions())
        let outcome = try await run(camera, of: LiveInput(BrowserCamera()))
        // The end of a camera is an error.
        #expect(outcome.state.phase == .failed)
        #expect(outcome.frames.count > 60)
        #expect(outcome.gaps.allSatisfy { 1...10_000 ~= $0 }, "\(outcome.gaps)")
        #expect(outcome.gaps.count { $0 < 10 } < 10, "\(outcome.gaps)")
        let last = try #require(outcome.frames.last).time
        #expect(last > 3000 && last < 30_000)
    }
}
#endif

#if os(Linux)
import LandmarkCore
import LandmarkImaging
@testable import LandmarkLive
import LandmarkMotion
import LandmarkTestSupport
import Testing

@Suite("An app serves a live page")
struct LivePageTests {
    private static let clip = Fixtures.footage("walking.mp4")
    private static let model = Fixtures.model("pose_landmarker_full.task")

    /// An address with a free port.
    private static var address: LiveAddress {
        var address = LiveAddress()
        address.port = 0
        return address
    }

    @Test(
        "a video's frames are processed until the task is cancelled",
        .enabled(if: Fixtures.available(clip, model)))
    func video() async throws {
        var options = LiveOptions(task: "exercise:squat")
        options.model = Self.model
        options.repeats = true
        let page = try await LivePage(.file(Self.clip), options, at: Self.address)
        let link = try #require(page.links.first)
        #expect(link.hasPrefix("http://127.0.0.1:"), "\(link)")
        try await run(page, frames: 10)
        let frames = page.frames
        #expect(frames.processed >= 10)
        #expect(frames.received >= frames.processed + frames.dropped)
    }

    @Test(
        "a person's own thresholds hold for their exercises, and mistakes are errors at the start")
    func thresholds() throws {
        var own = PatientThresholds.Exercise()
        own.bottom = 45
        var options = LiveOptions(task: "exercise:squat")
        options.thresholds = PatientThresholds(note: "week 6", exercises: ["squat": own])
        let squat = try LiveSettings(task: "exercise:squat")
        let loader = try LiveTaskLoader(options, squat, input: "camera")
        func state(_ settings: LiveSettings) -> String {
            String(
                decoding: LiveState(settings: settings, exercises: loader.exercises).json,
                as: UTF8.self)
        }
        #expect(state(squat).contains(#""bottom":45"#), "\(state(squat))")
        #expect(loader.exercises.changes(of: "squat") != nil)
        #expect(try loader.exercises.named("lunge") == .named("lunge"))
        #expect(loader.exercises.changes(of: "lunge") == nil)

        own.minHold = 3  // Squats are no holds.
        options.thresholds = PatientThresholds(exercises: ["squat": own])
        // Also while another task comes first: the page can change it.
        #expect(throws: ExerciseError.self) {
            try LiveTaskLoader(options, LiveSettings(task: "pose"), input: "camera")
        }
    }

    @Test("an app's own exercises are offered first, in place of shipped ones of the same name")
    func ownExercises() throws {
        var mine = try ExerciseDefinition.named("squat")
        mine.title = "Deep squat"
        var other = mine
        other.name = "deep-squat"
        var options = LiveOptions(task: "exercise:deep-squat")
        options.exercises = [other, mine]
        let settings = try LiveSettings(task: options.task, among: options.knownExercises)
        let loader = try LiveTaskLoader(options, settings, input: "camera")
        #expect(loader.exercises.all.count == ExerciseDefinition.all.count + 1)
        #expect(loader.exercises.all.prefix(2).map(\.name) == ["deep-squat", "squat"])
        #expect(try loader.exercises.named("squat").title == "Deep squat")
        do throws(LiveError) {
            _ = try LiveSettings(task: "exercise:deep-sqat", among: options.knownExercises)
            Issue.record("no error was thrown")
        } catch {
            #expect(error == .unknownExercise("deep-sqat", nearest: "deep-squat"))
        }
        options.exercises[0].name = "no name"
        #expect(throws: ExerciseError.self) {
            try LiveTaskLoader(options, settings, input: "camera")
        }
    }

    /// Runs a page until it has processed frames, for at most a minute.
    private func run(_ page: LivePage, frames: Int) async throws {
        let running = Task { try await page.run() }
        let start = MonotonicTime.now
        while page.frames.processed < frames, start.elapsedSeconds < 60 {
            try await Task.sleep(nanoseconds: 20_000_000)
        }
        running.cancel()
        try await running.value
    }

    @Test(
        "bodies with their parts, and people before a background, are found by models of their own",
        .enabled(if: Fixtures.available(clip, model) && SolutionsModels.areHere),
        arguments: ["holistic", "segment"])
    func solutions(task: String) async throws {
        let models = try SolutionsModels.fetched.get()
        var options = LiveOptions(task: task)
        options.model =
            task == "holistic" ? Self.model : models.path("selfie_segmentation.tflite")
        options.handModel = models.path("holistic_hands.task")
        options.faceModel = models.path("face_mesh_with_attention.task")
        options.background = "#00b140"
        let page = try await LivePage(.file(Self.clip), options, at: Self.address)
        try await run(page, frames: 5)
        #expect(page.frames.processed >= 5 && page.problem == nil)
    }

    @Test(
        "a background that is no image is an error before the page is served",
        .enabled(if: Fixtures.available(clip, model)))
    func background() async throws {
        var options = LiveOptions(task: "segment")
        options.background = Self.clip
        await #expect(throws: ImagingError.self) {
            _ = try await LivePage(.file(Self.clip), options, at: Self.address)
        }
    }

    @Test(
        "a recording has the session, and is complete when the page ends",
        .enabled(if: Fixtures.available(clip, model)))
    func recording() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("run.sqlite")
        var options = LiveOptions()
        options.model = Self.model
        options.recording = LiveRecording(file: file)
        let page = try await LivePage(.file(Self.clip), options, at: Self.address)
        try await run(page, frames: 3)
        #expect(try OpenFile(reading: file).read(atMost: 15).elementsEqual("SQLite format 3".utf8))
    }

    @Test("a wrong task, exercise or input is an error that names it")
    func wrong() async {
        func page(_ source: LiveSource, _ task: String) async throws {
            _ = try await LivePage(source, LiveOptions(task: task), at: Self.address)
        }
        await #expect(throws: LiveError.unknownTask("hands", nearest: "hand")) {
            try await page(.browserCamera, "hands")
        }
        await #expect(throws: LiveError.unknownExercise("squats", nearest: "squat")) {
            try await page(.browserCamera, "exercise:squats")
        }
        await #expect(throws: LiveError.imageWithoutFrames("photo.jpg")) {
            try await page(.file("photo.jpg"), "pose")
        }
        await #expect(throws: (any Error).self) { try await page(.file("none.mp4"), "pose") }
    }

    @Test("an address of others needs what keeps strangers out")
    func address() async throws {
        var address = Self.address
        address.host = "192.0.2.1"
        await #expect(throws: LiveError.self) {
            _ = try await LivePage(.browserCamera, LiveOptions(task: "hand"), at: address)
        }
    }
}
#endif

import LandmarkCalculators
import LandmarkCapture
import LandmarkCore
import LandmarkGraph
import LandmarkImaging
import LandmarkMotion
import LandmarkTasks
import LandmarkTestSupport
import Testing

@Suite("Physiotherapy graph", .enabled(if: Footage.hasPeople))
struct MotionGraphTests {
    static let file = Fixtures.packageRoot + "/Examples/graphs/physio_graph.pbtxt"

    /// What the library returns without a graph.
    private struct Direct {
        private let landmarker: PoseLandmarker
        private var people = PeopleAnalyzer()
        private var exercise: PeopleSession

        init() throws {
            var options = PoseLandmarkerOptions(
                model: .file(Fixtures.model("pose_landmarker_full.task")))
            options.runningMode = .video
            landmarker = try PoseLandmarker(options: options)
            exercise = try PeopleSession(.named("squat"))
        }

        mutating func process(
            _ frame: Frame
        ) throws -> (samples: [MotionSample], statuses: [ExerciseSession.Status]) {
            try people.update(
                try landmarker.detect(frame).poses,
                at: Double(frame.timestamp.milliseconds) / 1000, imageSize: frame.image.size,
                orientation: frame.orientation)
            _ = exercise.update(people.samples)
            return (people.samples, exercise.statuses.map(\.status))
        }

        mutating func finish() -> [SessionReport] { exercise.finish().map(\.report) }
    }

    @Test("the built-in graph equals the example file")
    func embedded() throws {
        #expect(try FileContent.text(Self.file) == GraphConfig.physioText)
    }

    @Test("angles, progress and reports equal those of the library, also of rotated frames")
    func sameResults() throws {
        let upright = try Footage.people.get()
        let rotated = upright.map {
            Frame(image: $0.image, timestamp: $0.timestamp, orientation: .left)
        }
        for frames in [upright, rotated] {
            var direct = try Direct()
            let runner = try GraphRunner(path: Self.file, models: Footage.models)
            var measured = 0
            for frame in frames {
                let packets = try runner.step([("input", Packet(frame))])
                let motion = try #require(packets["motion"]?.first).get(MotionResult.self)
                let exercise = try #require(packets["status"]?.first).get(ExerciseResult.self)
                let expected = try direct.process(frame)
                // Missing values are NaN, which no other value equals.
                #expect("\(motion.people)" == "\(expected.samples)")
                #expect("\(exercise.people.map(\.status))" == "\(expected.statuses)")
                #expect(exercise.definition.name == "squat" && exercise.target == nil)
                measured += motion.people.count { sample in
                    Measure.allCases.contains { sample[$0].state == .measured }
                }
            }
            let reports = try #require(try runner.close()["reports"]?.first)
            #expect("\(try reports.get([SessionReport].self))" == "\(direct.finish())")
            #expect(frames.count == 12)
            if frames.first?.orientation == .up { #expect(measured > 0) }
        }
    }

    @Test("the image that is drawn on has the input's size and differs from it")
    func drawn() throws {
        let runner = try GraphRunner(config: .physio(), registry: .vision(Footage.models))
        for frame in try Footage.people.get().prefix(3) {
            let image = try #require(
                try runner.process(frame, as: PixelBuffer.self, output: "image"))
            #expect(image.size == frame.image.size)
            let isChanged = image.withUnsafeBytes { drawn in
                frame.image.withUnsafeBytes { !drawn.elementsEqual($0) }
            }
            #expect(isChanged)
        }
    }
}

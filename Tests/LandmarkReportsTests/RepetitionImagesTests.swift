import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging
import LandmarkMotion
import LandmarkOverlays
import Testing

@testable import LandmarkReports

@Suite("Images of repetitions")
struct RepetitionImagesTests {
    private func moments(
        _ history: MotionHistory, _ subject: RepetitionImages.Moment.Subject
    ) -> [RepetitionImages.Moment] {
        history.moments.filter { $0.subject == subject }
    }

    @Test("the best repetition has the fewest faults, and of those the range nearest to the target")
    func ranking() throws {
        // The second is shallow; the fourth goes deepest.
        let history = try MotionScene.squats(to: [90, 70, 95, 110, 85], images: true)
        #expect(moments(history, .best).map(\.number) == [4])
        #expect(moments(history, .worst).map(\.number) == [2])
        // Without a fault, the target decides: 75° from a top of 10° are reached by all but one.
        var limited = MotionScene.squat
        limited.target.rangeOfMotion = Bounds(60, 82)
        limited.faults = []
        let judged = try MotionScene.squats(
            to: [90, 70, 120, 88], definition: limited, images: true)
        #expect(moments(judged, .best).map(\.number) == [1])
        #expect(moments(judged, .worst).map(\.number) == [3])
    }

    @Test("one repetition is the best, and there is no worst one")
    func single() throws {
        let history = try MotionScene.squats(to: [90], images: true)
        #expect(history.moments.map(\.subject) == [.best])
        #expect(try MotionScene.squats(to: [90, 90, 90], images: true).moments.count == 1)
        #expect(try MotionScene.squats(to: [40], images: true).moments.isEmpty)
        #expect(try MotionScene.squats(to: [90, 70]).moments.isEmpty)
    }

    @Test("an image shows the deepest frame")
    func deepest() throws {
        let history = try MotionScene.squats(to: [100], images: true)
        let moment = try #require(history.moments.first)
        #expect(abs(moment.time - 1) < 0.06)
        let image = try ImageFile.decode(moment.image.jpeg, name: "the image")
        // Frames have the shade of the knee's angle.
        let corner = image.rgb(x: 2, y: 2)
        #expect(corner.allSatisfy { abs(Int($0) - 100) < 8 }, "\(corner)")
        #expect(max(image.width, image.height) <= 480)
    }

    @Test("each fault has its first frame, and at the end of a repetition its deepest one")
    func faults() throws {
        let history = try MotionScene.squats(
            to: [70, 90, 70, 90], lean: { $0 > 4 ? 50 : 10 }, images: true)
        let shallow = moments(history, .fault(id: "shallow", say: "lower"))
        #expect(shallow.map(\.number) == [1] && abs((shallow.first?.time ?? 0) - 1) < 0.06)
        let leaning = moments(history, .fault(id: "leaning", say: "chest up"))
        #expect(leaning.count == 1 && (leaning.first?.time ?? 0) > 4)
        #expect(leaning.first?.number == 3)
    }

    @Test("the number of images does not grow with the run")
    func bounded() throws {
        let peaks = (0..<60).map { Double(70 + $0 % 40) }
        let history = try MotionScene.squats(to: peaks, lean: { _ in 50 }, images: true)
        #expect(history.moments.count == 4)
    }

    @Test("the longest hold has the image of its start")
    func holds() throws {
        let definition = ExerciseDefinition(
            name: "sit", title: "Wall sit", summary: "",
            kind: .hold(HoldRule(signal: .both(.kneeFlexion, .mean), range: Bounds(80, 100))))
        var session = try ExerciseSession(definition)
        var history = MotionHistory(id: 1, measures: MotionScene.measures, definition: definition)
        for frame in 0..<240 {
            let time = Double(frame) / 20
            // Held from 1 to 3 s, and from 5 to 10 s.
            let isHeld = 1...3 ~= time || 5...10 ~= time
            let sample = MotionScene.sample(at: time, knees: isHeld ? 90 : 20)
            let events = session.update(sample)
            try history.add(
                .init(sample: sample, pose: MotionScene.pose(), status: session.status),
                events: events, image: MotionScene.image())
        }
        let events = session.finish()
        history.finish(events: events, report: session.report())
        let longest = try #require(history.moments.first)
        #expect(history.moments.count == 1 && longest.subject == .longestHold)
        #expect(abs(longest.time - 5) < 0.11 && abs((longest.value ?? 0) - 5) < 0.2)
    }

    @Test("an image is cut around the person, and whole without one")
    func cropping() throws {
        var session = try ExerciseSession(MotionScene.squat)
        var images = RepetitionImages(MotionScene.squat, measures: MotionScene.measures)
        for frame in 0..<60 {
            let angle = frame < 40 ? 10 + 4 * Double(min(frame, 40 - frame)) : 10
            let sample = MotionScene.sample(at: Double(frame) / 20, knees: angle)
            let events = session.update(sample)
            try images.add(
                MotionScene.image(width: 1600, height: 400),
                .init(
                    sample: sample, pose: MotionScene.pose(width: 0.02), status: session.status),
                events)
        }
        let small = try #require(images.moments.first?.image.size)
        #expect(small.width < small.height && small.height == 480)
    }
}

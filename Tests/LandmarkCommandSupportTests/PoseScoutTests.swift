import LandmarkCommandSupport
import LandmarkCore
import LandmarkTasks
import Testing

/// Whom a detector of one person tracks.
@Suite struct PoseScoutTests {
    private static let size = PixelSize(width: 1000, height: 1000)
    private static let behind = region(x: 0.4, y: 0.3)
    private static let front = region(x: 0.6, y: 0.7)

    private static func region(x: Float, y: Float, side: Float = 0.5) -> NormalizedRect {
        NormalizedRect(xCenter: x, yCenter: y, width: side, height: side, rotation: 0)
    }

    /// Someone upright whose hips are in the middle of a region.
    private static func pose(_ region: NormalizedRect, id: Int) -> Pose {
        let landmarks = (0..<Pose.landmarkCount).map { index in
            let share = Float(index) / Float(Pose.landmarkCount) - 0.5
            return Landmark(
                x: region.xCenter, y: region.yCenter + region.height * 0.8 * share, z: 0,
                visibility: 1, presence: 1)
        }
        let world = landmarks.map { WorldLandmark(x: 0, y: $0.y, z: 0) }
        return Pose(
            id: id, presence: 1, landmarks: landmarks, worldLandmarks: world, region: region)
    }

    /// A detector that finds `regions` in each survey, and a landmark model that finds people in
    /// `real` regions.
    private struct Stream {
        let scout = PoseScout(DetectionSettings(), choosesPerson: true)
        var tracked: NormalizedRect?
        var surveys = 0
        var ids: [Int?] = []
        var replaced: [Int] = []

        mutating func run(
            _ times: ClosedRange<Double>, _ regions: [NormalizedRect],
            real: [NormalizedRect: Int]
        ) {
            for time in stride(from: times.lowerBound, to: times.upperBound, by: 0.1) {
                if scout.needsSurvey(at: time) {
                    surveys += 1
                    let choice = scout.choose(among: regions, imageSize: size, at: time)
                    if case .chosen(let region, _) = choice {
                        // The landmark model finds whoever is in the middle.
                        tracked = real.keys.first { isNear($0, region) } ?? region
                    }
                }
                // Without a choice, the landmarker takes whom it finds.
                tracked = tracked ?? regions.first { real[$0] != nil }
                let id = tracked.flatMap { real[$0] }
                var view = PoseView(
                    imageSize: size,
                    poses: tracked.flatMap { region in
                        id.map { [PoseScoutTests.pose(region, id: $0)] }
                    } ?? [])
                scout.add(&view, at: time)
                if id == nil { tracked = nil }
                ids.append(id)
                if let last = view.replaced { replaced.append(last) }
            }
        }
    }

    private static func isNear(_ one: NormalizedRect, _ other: NormalizedRect) -> Bool {
        abs(one.xCenter - other.xCenter) < 0.05 && abs(one.yCenter - other.yCenter) < 0.15
    }

    @Test("a click finds someone whom the detector does not see, and keeps the person elsewhere")
    func unseen() {
        var stream = Stream()
        let people = [Self.behind: 1, Self.front: 2]
        stream.run(0...12, [Self.front], real: people)
        stream.scout.choosePerson(at: SIMD2(0.41, 0.25))
        stream.run(12...14, [Self.front], real: people)
        #expect(stream.ids.last == 1 && stream.replaced == [2])
        stream.scout.choosePerson(at: SIMD2(0.05, 0.05))
        stream.run(14...16, [Self.front], real: people)
        #expect(stream.ids.last == 2)
    }

    @Test("the first choice is the person in front, and surveys end after 10 s")
    func first() {
        var stream = Stream()
        let people = [Self.behind: 1, Self.front: 2]
        stream.run(0...20, [Self.behind, Self.front], real: people)
        #expect(stream.ids.allSatisfy { $0 == 2 })
        #expect((15...25).contains(stream.surveys), "\(stream.surveys)")
        #expect(stream.replaced.isEmpty)
    }

    @Test("someone in front who comes later takes the place, also where the detector sees only one")
    func later() {
        var stream = Stream()
        let people = [Self.behind: 1, Self.front: 2]
        stream.run(0...2, [Self.behind], real: people)
        stream.run(2...5, [Self.front], real: people)
        #expect(stream.ids.first == 1 && stream.ids.last == 2)
        #expect(stream.replaced == [1])
    }

    @Test("what is no person does not take a place for longer than a frame")
    func noPerson() {
        var stream = Stream()
        stream.run(0...2, [Self.behind], real: [Self.behind: 1])
        stream.run(2...9, [Self.front, Self.behind], real: [Self.behind: 1])
        #expect(stream.replaced.isEmpty)
        #expect(stream.ids.filter { $0 == nil }.count <= 1)
    }

    @Test("no one is tracked in an empty scene, nor by an id")
    func empty() {
        let scout = PoseScout(DetectionSettings(), choosesPerson: true)
        #expect(scout.needsSurvey(at: 0))
        guard case .awaited = scout.choose(among: [], imageSize: Self.size, at: 0) else {
            Issue.record("the landmarker would search once more")
            return
        }
        #expect(!PoseScout(DetectionSettings(), choosesPerson: false).needsSurvey(at: 0))
    }

    @Test("who steps away is awaited, also if the detector takes something else for the person")
    func away() {
        var stream = Stream()
        let people = [Self.behind: 1, Self.front: 2]
        stream.run(0...2, [Self.front], real: people)
        let scout = stream.scout
        var view = PoseView(imageSize: Self.size, poses: [])
        scout.add(&view, at: 2.1)
        for time in stride(from: 2.2, to: 9, by: 0.1) {
            let regions = time > 4 ? [Self.behind, Self.front] : [Self.behind]
            let choice = scout.choose(among: regions, imageSize: Self.size, at: time)
            switch choice {
            case .awaited: #expect(time <= 4.05)
            case .chosen(let region, _): #expect(time > 4 && region == Self.front)
            case .unchanged: Issue.record("\(time)")
            }
            scout.add(&view, at: time)
        }
    }

    @Test("a click chooses the person at the place, also after 10 s")
    func click() {
        var stream = Stream()
        let people = [Self.behind: 1, Self.front: 2]
        stream.run(0...12, [Self.behind, Self.front], real: people)
        #expect(stream.ids.last == 2)
        stream.scout.choosePerson(at: SIMD2(0.41, 0.2))
        stream.run(12...20, [Self.behind, Self.front], real: people)
        #expect(stream.ids.suffix(70).allSatisfy { $0 == 1 })
        #expect(stream.replaced == [2])
    }
}

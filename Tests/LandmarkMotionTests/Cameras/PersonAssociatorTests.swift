import LandmarkCore
import LandmarkMotion
import LandmarkTestSupport
import Testing

/// Two people in front of three cameras, in the order in which each camera lists them.
@Suite struct PersonAssociatorTests {
    private var studio: Studio
    private var associator: PersonAssociator

    /// Ids of the tracks: camera × 10 + 1 for the first person, + 2 for the second.
    private static let orders = [[0, 1], [1, 0], [0, 1]]

    init() throws {
        studio = try Studio(cameras: 3)
        associator = try PersonAssociator(studio.cameras)
    }

    private mutating func people(at time: Double, apart: Double = 1) -> [MotionFrame] {
        [SIMD3(-0.5, 0, 0.2), SIMD3(0.5, 0, -0.3)].map { $0 * apart }.map { place in
            var person = studio.person(at: time)
            for index in person.world.indices { person.world[index] += place }
            return person
        }
    }

    /// What the cameras see of people: lists of those who are in view, by camera.
    private func seen(
        _ people: [MotionFrame], _ orders: [[Int]] = PersonAssociatorTests.orders
    ) -> [[MotionFrame]] {
        let views = people.map { studio.views(of: $0) }
        return orders.enumerated().map { camera, order in
            order.compactMap { person in
                var view = views[person][camera]
                view?.id = camera * 10 + person + 1
                return view
            }
        }
    }

    /// The people whom the indices mean.
    private static func chosen(_ places: [Int?], _ orders: [[Int]] = orders) -> [Int?] {
        zip(places, orders).map { place, order in place.map { order[$0] } }
    }

    @Test("the views of one person are found, whatever the order, and triangulate to that person")
    mutating func twoPeople() throws {
        var triangulator = try Triangulator(studio.cameras)
        var first: Int?
        for frame in 0..<20 {
            let people = people(at: Double(frame) / 30)
            let orders = frame % 2 == 0 ? Self.orders : Self.orders.map { $0.reversed() }
            let seen = seen(people, orders)
            let places = associator.associate(seen, at: Double(frame) / 30)
            let chosen = Self.chosen(places, orders)
            let person = try #require(chosen[0])
            #expect(chosen == [person, person, person])
            #expect(person == first ?? person)
            first = person
            var result = MotionFrame()
            let views = zip(seen, places).map { people, place in place.map { people[$0] } }
            #expect(triangulator.triangulate(views, into: &result))
            #expect(largestDistance(result, people[person]) < 1e-6)
        }
        // The tallest in each image are not the same person.
        let heights = seen(people(at: 1)).map { views in
            views.map { view in
                (view.image.map(\.y).max() ?? 0) - (view.image.map(\.y).min() ?? 0)
            }
        }
        let tallest = heights.map { Int?($0[0] > $0[1] ? 0 : 1) }
        #expect(Set(Self.chosen(tallest)).count == 2)
    }

    @Test("a camera that shows only someone else shows nobody")
    mutating func bystander() throws {
        let orders = [[0], [0], [1]]
        for frame in 0..<5 {
            let time = Double(frame) / 30
            #expect(
                associator.associate(seen(people(at: time), orders), at: time) == [0, 0, nil])
        }
        // Until it shows the person, too.
        let places = associator.associate(seen(people(at: 1)), at: 1)
        #expect(Self.chosen(places) == [0, 0, 0])
    }

    @Test("people whose tracks get other ids, or exchange theirs in a camera, are followed")
    mutating func newTracks() throws {
        let start = Self.chosen(associator.associate(seen(people(at: 0)), at: 0))
        var views = seen(people(at: 1))
        for camera in views.indices {
            for place in views[camera].indices { views[camera][place].id += 100 }
        }
        #expect(Self.chosen(associator.associate(views, at: 1)) == start)
        for camera in 0..<3 {
            let time = Double(2 + camera)
            views = seen(people(at: time))
            #expect(Self.chosen(associator.associate(views, at: time)) == start)
            let ids = views[camera].map(\.id)
            for place in views[camera].indices { views[camera][place].id = ids[1 - place] }
            #expect(Self.chosen(associator.associate(views, at: time + 0.5)) == start)
        }
    }

    @Test(
        "someone missing is awaited for ten seconds, and then replaced, however near others are",
        arguments: [1, 0.6])
    mutating func missing(apart: Double) throws {
        func people(at time: Double) -> [MotionFrame] { self.people(at: time, apart: apart) }
        let person = try #require(
            Self.chosen(associator.associate(seen(people(at: 0)), at: 0)).first ?? nil)
        let rest = [[Int]](repeating: [1 - person], count: 3)
        for time in [1.0, 5, 9.9] {
            let places = associator.associate(seen(people(at: time), rest), at: time)
            #expect(places == [nil, nil, nil], "\(time)")
        }
        // One camera alone does not measure.
        let alone = [[person], [], []]
        #expect(
            associator.associate(seen(people(at: 9.95), alone), at: 9.95) == [nil, nil, nil])
        #expect(associator.person == 1)
        #expect(associator.associate(seen(people(at: 11), rest), at: 11) == [0, 0, 0])
        #expect(associator.person == 2)
        // The other one has become the person followed.
        let places = associator.associate(seen(people(at: 12)), at: 12)
        #expect(Self.chosen(places) == [1 - person, 1 - person, 1 - person])
    }

    @Test("who comes to the same place after ten seconds is someone else")
    mutating func late() throws {
        let start = seen(people(at: 0), [[0], [0], [0]])
        #expect(associator.associate(start, at: 0) == [0, 0, 0])
        var later = seen(people(at: 60), [[0], [0], [0]])
        for camera in later.indices { later[camera][0].id += 100 }
        #expect(associator.associate(later, at: 60) == [0, 0, 0] && associator.person == 2)
    }

    @Test("an id that goes to someone else in one of two cameras does not change the person")
    mutating func exchangedIDs() throws {
        studio.cameras.removeLast()
        associator = try PersonAssociator(studio.cameras)
        let orders = Array(Self.orders.prefix(2))
        let person = Self.chosen(associator.associate(seen(people(at: 0), orders), at: 0), orders)
        for (frame, camera) in [0, 1, 1, 0].enumerated() {
            let time = Double(frame + 1) / 30
            var views = seen(people(at: time), orders)
            let ids = views[camera].map(\.id)
            for place in views[camera].indices { views[camera][place].id = ids[1 - place] }
            #expect(Self.chosen(associator.associate(views, at: time), orders) == person)
        }
        #expect(associator.person == 1)
    }

    /// From two cameras, people who stand parallel to the line between them lie in the same directions
    /// as two bodies of other sizes, whose views are of different people.
    @Test(
        "people parallel to the cameras' baseline are told apart", arguments: [0.7, 1, 1.4], 0..<4)
    mutating func parallel(distance: Double, seed: UInt64) throws {
        let line = [SIMD3(4, -1.5, 1.2), SIMD3(4, 1.5, 1.2)]
        for positions in [line, line + [SIMD3(1, 4, 1.5)]] {
            studio = Studio(cameras: positions, seed: seed)
            associator = try PersonAssociator(studio.cameras)
            let both = [-distance / 2, distance / 2].map { place in
                var person = studio.person()
                for index in person.world.indices { person.world[index].x += place }
                return person
            }
            let orders = Array(Self.orders.prefix(positions.count))
            var views = seen(both, orders)
            for camera in views.indices {
                for place in views[camera].indices {
                    for landmark in 0..<33 {
                        views[camera][place].image[landmark] += 4 * studio.noise2()
                    }
                }
            }
            let chosen = Self.chosen(associator.associate(views, at: 0), orders)
            #expect(Set(chosen).count == 1 && chosen[0] != nil, "\(chosen)")
        }
    }

    @Test("a camera in which the person's track goes to someone else is left out")
    mutating func strayTrack() throws {
        let start = Self.chosen(associator.associate(seen(people(at: 0)), at: 0))
        let person = try #require(start[0])
        // Camera 0 shows the other one alone, under the id of the person.
        var views = seen(people(at: 1), [[1 - person], [0, 1], [0, 1]])
        views[0][0].id = person + 1
        let places = associator.associate(views, at: 1)
        #expect(places == [nil, person, person])
        #expect(associator.ids[0] == nil && associator.ids[1] != nil)
    }

    @Test("exchanged sides and noise of some pixels do not matter")
    mutating func noise() throws {
        for frame in 0..<20 {
            let time = Double(frame)
            var views = seen(people(at: time))
            for camera in views.indices {
                for place in views[camera].indices {
                    for landmark in 0..<33 {
                        views[camera][place].image[landmark] += 8 * studio.noise2()
                    }
                    var view: MotionFrame? = views[camera][place]
                    if (frame + camera) % 3 == 0 { Studio.exchangeSides(&view) }
                    if let view { views[camera][place] = view }
                }
            }
            let chosen = Self.chosen(associator.associate(views, at: time))
            #expect(Set(chosen).count == 1 && chosen[0] != nil, "\(chosen)")
        }
    }

    @Test("landmarks that are no numbers, other images and missing cameras are nobody's")
    mutating func wrongViews() throws {
        var views = seen(people(at: 0), [[0], [0], [0]])
        views[1][0].image = Array(repeating: SIMD2(.nan, .infinity), count: 33)
        #expect(associator.associate(views, at: 0) == [0, nil, 0])
        views[1][0].image = []
        #expect(associator.associate(views, at: 1) == [0, nil, 0])
        views[2][0].imageSize = PixelSize(width: 0, height: 0)
        #expect(associator.associate(views, at: 2) == [nil, nil, nil])
        #expect(associator.associate([], at: 3) == [nil, nil, nil])
        #expect(associator.associate(views + views, at: .nan) == [nil, nil, nil])
        #expect(throws: CalibrationError.tooFewCameras(count: 1, least: 2)) {
            try PersonAssociator([studio.cameras[0]])
        }
    }
}

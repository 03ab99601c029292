import Foundation
import LandmarkCore
import LandmarkMotion
import LandmarkTasks
import Testing

/// Which way up images are, according to the people in them.
@Suite struct PoseOrientationTests {
    private static let size = PixelSize(width: 640, height: 640)

    /// A pose in an image as it is stored, whose scene has its top where `orientation` says.
    private static func pose(
        _ skeleton: Skeleton, _ orientation: Orientation, id: Int = 1, visibility: Float = 0.99
    ) -> Pose {
        let frame = skeleton.frame()
        let raw = frame.image.map { point in
            let (x, y) = (Float(point.x / 640), Float(point.y / 640))
            let place: SIMD2<Float> =
                switch orientation {
                case .up: SIMD2(x, y)
                case .right: SIMD2(y, 1 - x)
                case .down: SIMD2(1 - x, 1 - y)
                case .left: SIMD2(1 - y, x)
                }
            return Landmark(x: place.x, y: place.y, z: 0, visibility: visibility, presence: 1)
        }
        let world = frame.world.map { point in
            let (x, y, z) = (Float(point.x), Float(point.y), Float(point.z))
            let place: SIMD2<Float> =
                switch orientation {
                case .up: SIMD2(x, y)
                case .right: SIMD2(y, -x)
                case .down: SIMD2(-x, -y)
                case .left: SIMD2(-y, x)
                }
            return WorldLandmark(x: place.x, y: place.y, z: z, visibility: visibility, presence: 1)
        }
        return Pose(
            id: id, presence: 1, landmarks: raw, worldLandmarks: world, region: .full,
            rawLandmarks: raw, rawWorldLandmarks: world)
    }

    @Test("the first frame with someone upright decides", arguments: Orientation.allCases)
    func found(orientation: Orientation) throws {
        for stated in Orientation.allCases {
            var finder = PoseOrientationFinder(stated: stated)
            var people = PeopleAnalyzer()
            #expect(finder.update([], imageSize: Self.size, at: 0) == stated)
            for index in 1...4 {
                let pose = Self.pose(Skeleton(), orientation)
                let time = Double(index) / 30
                let found = finder.update([pose], imageSize: Self.size, at: time)
                #expect(found == orientation, "\(stated)")
                try people.update([pose], at: time, imageSize: Self.size, orientation: found)
            }
            let sample = try #require(people.samples.first)
            #expect(sample[.trunkInclination].state == .measured)
            #expect(sample[.trunkInclination].value < 0.1)
        }
    }

    @Test("someone who bends, sits or squats is upright by the legs or the trunk")
    func postures() {
        var bent = Skeleton()
        bent.trunkForward = 80
        bent.viewYaw = 90
        var seated = Skeleton()
        seated.viewYaw = 90
        var squatting = Skeleton()
        squatting.viewYaw = 90
        squatting.trunkForward = 40
        for side in [BodySide.left, .right] {
            // Flexion is against the trunk, so that these legs are vertical.
            bent.legs[side].hipFlexion = 80
            seated.legs[side].hipFlexion = 90
            squatting.legs[side].hipFlexion = 120
            squatting.legs[side].kneeFlexion = 120
        }
        for skeleton in [bent, seated, squatting] {
            var finder = PoseOrientationFinder()
            for index in 0..<200 {
                let found = finder.update(
                    [Self.pose(skeleton, .up)], imageSize: Self.size, at: Double(index) / 30)
                #expect(found == .up)
            }
        }
    }

    @Test("landmarks that are not seen decide nothing")
    func unseen() {
        var finder = PoseOrientationFinder()
        let faint = Self.pose(Skeleton(), .left, visibility: 0.4)
        #expect(finder.update([faint], imageSize: Self.size, at: 0) == .up)
        let seen = Self.pose(Skeleton(), .left)
        #expect(finder.update([seen], imageSize: Self.size, at: 0.1) == .left)
    }

    @Test("an orientation that has lasted stays, also while someone lies, until all have left")
    func lasting() {
        var finder = PoseOrientationFinder()
        var time = 0.0
        func run(_ seconds: Double, _ poses: [Pose]) -> Orientation {
            var found = Orientation.up
            for _ in 0..<Int(seconds * 10) {
                time += 0.1
                found = finder.update(poses, imageSize: Self.size, at: time)
            }
            return found
        }
        #expect(run(4, [Self.pose(Skeleton(), .up)]) == .up)
        // Someone who lies is upright in the image on its side.
        #expect(run(60, [Self.pose(Skeleton(), .right)]) == .up)
        #expect(run(16, []) == .up)
        #expect(run(1, [Self.pose(Skeleton(), .down)]) == .down)
    }

    @Test("a first frame that was wrong is corrected after 2 s")
    func corrected() {
        var finder = PoseOrientationFinder()
        #expect(finder.update([Self.pose(Skeleton(), .left)], imageSize: Self.size, at: 0) == .left)
        var found = Orientation.left
        for index in 1...25 {
            found = finder.update(
                [Self.pose(Skeleton(), .up)], imageSize: Self.size, at: Double(index) / 10)
        }
        #expect(found == .up)
    }

    @Test("exercises on the floor are known as such, or say so")
    func floor() throws {
        #expect(
            Set(ExerciseDefinition.all.filter(\.isOnFloor).map(\.name))
                == ["push-up", "bridge", "plank"])
        for (member, isOnFloor) in [("", false), (#""isOnFloor":true,"#, true)] {
            let json = #"{"name":"legs",\#(member)"signal":"hipFlexion.left","top":20,"bottom":60}"#
            let definition = try JSONDecoder().decode(
                ExerciseDefinition.self, from: Data(json.utf8))
            #expect(definition.isOnFloor == isOnFloor)
        }
        let raised =
            #"{"name":"push","isOnFloor":false,"signal":"elbowFlexion.left","top":20,"#
            + #""bottom":60,"requires":[{"measure":"trunk.inclination","above":50}]}"#
        let definition = try JSONDecoder().decode(ExerciseDefinition.self, from: Data(raised.utf8))
        #expect(!definition.isOnFloor)
        let data = try JSONEncoder().encode(definition)
        #expect(try JSONDecoder().decode(ExerciseDefinition.self, from: data) == definition)
    }
}

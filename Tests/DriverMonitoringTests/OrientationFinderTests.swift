import DriverMonitoring
import LandmarkCore
import LandmarkTasks
import Testing

/// Which orientation is chosen, depending on what is found in each.
@Suite("Orientation")
struct OrientationFinderTests {
    /// A camera in front of a scene, processed as by `DriverFaceDetector`.
    struct Camera {
        var finder = OrientationFinder()
        /// The score of the best face in each orientation.
        var scores: [Orientation: Double]
        /// The stated orientation of the frames.
        var said = Orientation.up
        private(set) var glances: [Orientation] = []
        /// The time of the next frame, in milliseconds.
        var now = 0

        init(_ scores: [Orientation: Double]) { self.scores = scores }

        /// Processes frames 100 ms apart; returns the orientation of each.
        mutating func run(_ frames: Int) -> [Orientation] {
            (0..<frames).map { _ in
                let orientation = finder.orientation(for: said)
                let glance = finder.alternative
                if let glance { glances.append(glance) }
                _ = finder.update(
                    isUpright: scores[orientation] != nil,
                    scores: glance.map { (scores[orientation] ?? 0, scores[$0] ?? 0) }, at: now)
                now += 100
                return orientation
            }
        }
    }

    @Test("A camera that is mounted as said is never turned, and soon not looked at otherwise")
    func upright() {
        var camera = Camera([.up: 0.98])
        #expect(camera.run(100).allSatisfy { $0 == .up })
        #expect(camera.glances.count == 6 && Set(camera.glances) == [.right, .down, .left])
    }

    @Test("Any other orientation is found in 6 frames", arguments: Orientation.allCases)
    func found(mounted: Orientation) {
        for said in Orientation.allCases where said != mounted {
            var camera = Camera([mounted: 0.95])
            camera.said = said
            let run = camera.run(30)
            #expect(run.prefix(6).allSatisfy { $0 == said }, "\(said)")
            #expect(run.dropFirst(6).allSatisfy { $0 == mounted }, "\(said)")
        }
    }

    @Test("A face that is invented upside down is not taken")
    func invented() {
        var camera = Camera([.up: 0.7, .down: 0.85])
        #expect(camera.run(30).last == .down)
        // Nor is a correct orientation given up for an invented face.
        camera = Camera([.up: 0.85, .down: 0.7])
        #expect(camera.run(30).allSatisfy { $0 == .up })
    }

    @Test("Nearly equal scores change nothing")
    func equal() {
        var camera = Camera([.up: 0.8, .down: 0.84])
        #expect(camera.run(30).allSatisfy { $0 == .up })
    }

    @Test("Without a face the search goes on, and finds one that comes later")
    func late() {
        var camera = Camera([:])
        #expect(camera.run(50).allSatisfy { $0 == .up })
        #expect(camera.glances.count == 50)
        camera.scores = [.left: 0.95]
        #expect(camera.run(30).last == .left)
    }

    @Test("A driver who leaves for a while is found again in the same orientation")
    func absence() {
        var camera = Camera([.down: 0.95])
        _ = camera.run(200)
        let glances = camera.glances.count
        camera.scores = [:]
        // A glance aside, or a hand in front of the face.
        #expect(camera.run(149).allSatisfy { $0 == .down } && camera.glances.count == glances)
        #expect(camera.run(100).allSatisfy { $0 == .down } && camera.glances.count > glances)
        camera.scores = [.down: 0.95]
        #expect(camera.run(30).allSatisfy { $0 == .down })
    }

    @Test("A camera that is said to be turned starts again")
    func turned() {
        var camera = Camera([.up: 0.95])
        _ = camera.run(50)
        camera.said = .right
        camera.scores = [.right: 0.95]
        #expect(camera.run(20).allSatisfy { $0 == .right })
    }

    @Test("Faces that lean by more than 60° are not upright")
    func leaning() {
        var sketch = Sketch()
        func isUpright(_ orientation: Orientation) -> Bool {
            OrientationFinder.isUpright(sketch.face, in: sketch.size, orientation)
        }
        #expect(isUpright(.up) && !isUpright(.down) && !isUpright(.left) && !isUpright(.right))
        sketch.head.roll = 55
        #expect(isUpright(.up))
        sketch.head.roll = 65
        #expect(!isUpright(.up))
        // A roll to the driver's right is counterclockwise in the image: up is at its left.
        sketch.head.roll = 90
        #expect(isUpright(.right) && !isUpright(.left) && !isUpright(.up))
        sketch.center.x = .nan
        #expect(!isUpright(.right))
    }
}

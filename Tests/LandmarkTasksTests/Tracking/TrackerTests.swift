import LandmarkCore
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// Instances that move over time; positions and sides are in pixels.
struct TrackerTests {
    /// An instance at a position; `right` is its probability of being a right hand.
    static func object(_ x: Float, _ y: Float, right: Float? = nil) -> Tracker.Observation {
        Tracker.Observation(center: SIMD2(x, y), side: 100, classScore: right)
    }

    static func associate(
        _ objects: [Tracker.Observation], at milliseconds: Int, in tracks: inout Tracker
    ) -> [Int] {
        var ids: [Int] = []
        tracks.associate(objects, at: .milliseconds(milliseconds), ids: &ids)
        return ids
    }

    @Test("a moving instance keeps its id")
    func moving() {
        var tracks = Tracker(retention: 1)
        for frame in 0..<30 {
            let place = Self.object(Float(20 * frame), 50)
            #expect(Self.associate([place], at: 33 * frame, in: &tracks) == [1])
        }
    }

    @Test("ids do not depend on the order within a frame")
    func order() {
        var tracks = Tracker(retention: 1)
        let (a, b) = (Self.object(0, 0), Self.object(500, 0))
        #expect(Self.associate([a, b], at: 0, in: &tracks) == [1, 2])
        #expect(Self.associate([b, a], at: 33, in: &tracks) == [2, 1])
        #expect(Self.associate([b], at: 66, in: &tracks) == [2])
        #expect(Self.associate([a, b], at: 99, in: &tracks) == [1, 2])
    }

    /// One moves right and the other left, 10 pixels per frame, through the same position; the
    /// order of detection changes on the way.
    @Test(
        "hands that cross keep their ids", arguments: [(Float(0.9), Float(0.1)), (0.5, 0.5)])
    func crossing(right: Float, left: Float) {
        var tracks = Tracker(retention: 1)
        for frame in 0...40 {
            let going = Self.object(Float(10 * frame), 0, right: right)
            let coming = Self.object(Float(400 - 10 * frame), 5, right: left)
            let ids =
                frame < 18
                ? Self.associate([going, coming], at: 33 * frame, in: &tracks)
                : Self.associate([coming, going], at: 33 * frame, in: &tracks).reversed()
            #expect(ids == [1, 2], "frame \(frame)")
        }
    }

    /// While one hand hides the other only one is found; the other is lost for five frames.
    @Test("a hand hidden by the other one gets its id back")
    func occlusion() {
        var tracks = Tracker(retention: 1)
        for frame in 0...40 {
            let going = Self.object(Float(10 * frame), 0, right: 0.9)
            let coming = Self.object(Float(400 - 10 * frame), 5, right: 0.1)
            if (18...22).contains(frame) {
                #expect(Self.associate([going], at: 33 * frame, in: &tracks) == [1])
            } else {
                let ids = Self.associate([going, coming], at: 33 * frame, in: &tracks)
                #expect(ids == [1, 2], "frame \(frame)")
            }
        }
    }

    @Test(
        "a hand that returns within the retention keeps its id", arguments: [(1000, 1), (1001, 2)])
    func retention(gap: Int, id: Int) {
        var tracks = Tracker(retention: 1)
        let hand = Self.object(100, 100, right: 1)
        #expect(Self.associate([hand], at: 0, in: &tracks) == [1])
        #expect(Self.associate([], at: gap / 2, in: &tracks) == [])
        #expect(Self.associate([hand], at: gap, in: &tracks) == [id])
    }

    @Test("an instance a region away is a new one")
    func distance() {
        var tracks = Tracker(retention: 1)
        #expect(Self.associate([Self.object(0, 0)], at: 0, in: &tracks) == [1])
        #expect(Self.associate([Self.object(99, 0)], at: 1, in: &tracks) == [1])
        var others = Tracker(retention: 1)
        #expect(Self.associate([Self.object(0, 0)], at: 0, in: &others) == [1])
        #expect(Self.associate([Self.object(100, 0)], at: 1, in: &others) == [2])
    }

    @Test("the other hand is matched only at half the distance")
    func otherClass() {
        for (distance, id) in [(Float(49), 1), (51, 2)] {
            var tracks = Tracker(retention: 1)
            #expect(Self.associate([Self.object(0, 0, right: 1)], at: 0, in: &tracks) == [1])
            let other = Self.object(distance, 0, right: 0)
            #expect(Self.associate([other], at: 1, in: &tracks) == [id])
        }
    }

    @Test("ids are not reused until reset")
    func reuse() {
        var tracks = Tracker(retention: 0.05)
        #expect(Self.associate([Self.object(0, 0)], at: 0, in: &tracks) == [1])
        #expect(Self.associate([], at: 50, in: &tracks) == [])
        #expect(Self.associate([Self.object(0, 0)], at: 100, in: &tracks) == [2])
        tracks.reset()
        #expect(Self.associate([Self.object(0, 0)], at: 10, in: &tracks) == [1])
    }

    @Test("the class score of a track is the mean over its frames")
    func meanClassScore() throws {
        var tracks = Tracker(retention: 1)
        for (frame, right) in [Float(1), 0.5, 0.75, 0.75].enumerated() {
            _ = Self.associate([Self.object(0, 0, right: right)], at: frame, in: &tracks)
        }
        #expect(tracks.meanClassScore(of: 1) == 0.75)
        #expect(tracks.meanClassScore(of: 2) == nil)
    }

    @Test("timestamps far from zero neither overflow nor lose precision")
    func extremeTimestamps() {
        var tracks = Tracker(retention: 0.04)
        let now = 1_800_000_000_000
        #expect(Self.associate([Self.object(0, 0)], at: now, in: &tracks) == [1])
        #expect(Self.associate([Self.object(30, 0)], at: now + 33, in: &tracks) == [1])
        #expect(Self.associate([], at: now + 40, in: &tracks) == [])
        #expect(Self.associate([Self.object(60, 0)], at: now + 74, in: &tracks) == [2])
        var early = Tracker(retention: 0.04)
        #expect(Self.associate([Self.object(0, 0)], at: .min, in: &early) == [1])
        #expect(Self.associate([], at: 0, in: &early) == [])
        #expect(Self.associate([Self.object(0, 0)], at: .max, in: &early) == [2])
    }

    /// A low frame rate is not a loss.
    @Test("an instance in every frame keeps its id at any frame rate")
    func lowFrameRate() {
        var tracks = Tracker(retention: .zero)
        for frame in 0..<5 {
            #expect(Self.associate([Self.object(0, 0)], at: 2000 * frame, in: &tracks) == [1])
        }
    }

    /// One person walks in front of another, who stands and is hidden for a while. Only their
    /// positions, which are noisy, distinguish them.
    @Test(
        "a tracked instance is not confused with a hidden one", arguments: [Float(0), 3, 10],
        0..<20 as Range<UInt64>)
    func trackedBeforeLost(below: Float, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func noise() -> Float { Float(random.next() >> 40) / Float(1 << 24) * 6 - 3 }
        var tracks = Tracker(retention: 1)
        for frame in 0..<60 {
            let walking = Self.object(Float(8 * frame) + noise(), noise())
            let standing = Self.object(240 + noise(), below + noise())
            let isHidden = (23...37).contains(frame)
            let ids = Self.associate(
                isHidden ? [walking] : [walking, standing], at: 33 * frame, in: &tracks)
            #expect(ids == (isHidden ? [1] : [1, 2]), "frame \(frame)")
        }
    }

    @Test("jitter in timestamps does not lose the track")
    func jitter() {
        var tracks = Tracker(retention: 1)
        for (frame, time) in [0, 33, 34, 100, 133].enumerated() {
            let place = Self.object(Float(20 * frame), 0)
            #expect(Self.associate([place], at: time, in: &tracks) == [1])
        }
    }

    @Test("tracks are rescaled with the image")
    func rescaling() {
        var tracks = Tracker(retention: 1)
        #expect(Self.associate([Self.object(320, 240)], at: 0, in: &tracks) == [1])
        tracks.rescale(by: SIMD2(2, 2))
        let larger = Tracker.Observation(center: SIMD2(640, 480), side: 200)
        #expect(Self.associate([larger], at: 33, in: &tracks) == [1])
    }

    @Test("a much smaller instance is matched only nearby")
    func otherSize() {
        for (side, id) in [(Float(100), 1), (12.5, 2)] {
            var tracks = Tracker(retention: 1)
            #expect(Self.associate([Self.object(0, 0)], at: 0, in: &tracks) == [1])
            let other = Tracker.Observation(center: SIMD2(30, 0), side: side)
            #expect(Self.associate([other], at: 33, in: &tracks) == [id])
        }
    }
}

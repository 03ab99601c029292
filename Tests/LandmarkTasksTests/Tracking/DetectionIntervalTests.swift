import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// On which frames the detector runs while fewer instances are tracked than wanted.
struct DetectionIntervalTests {
    static let a = AssociationTests.box(0.2, 0.5)
    static let b = AssociationTests.box(0.8, 0.5)

    /// Which frames are searched: `x` for those, `.` for the others. In each frame the detector sees the
    /// instances of `visible`, and the landmark model those of `confirmed`, or the same.
    static func searched(
        _ interval: DetectionInterval, mode: RunningMode = .video, visible: [[NormalizedRect]],
        confirmed: [[NormalizedRect]]? = nil
    ) -> String {
        var selector = ROISelector(
            maxCount: 2, minOverlap: 0.5, association: .keepTracked, interval: interval, mode: mode)
        var searched = ""
        for (index, seen) in visible.enumerated() {
            let detects = selector.needsDetector
            searched += detects ? "x" : "."
            selector.select(detected: detects ? seen : nil)
            for roi in selector.rois where (confirmed ?? visible)[index].contains(roi) {
                selector.track(roi)
            }
        }
        return searched
    }

    static func frames(_ count: Int, _ seen: [NormalizedRect]) -> [[NormalizedRect]] {
        Array(repeating: seen, count: count)
    }

    @Test(
        "one of two",
        arguments: [
            (DetectionInterval.everyFrame, RunningMode.video, "xxxxxxxxxxxxx"),
            (.automatic, .video, "xxxxxxxxxxxxx"),
            (.automatic, .liveStream, "xxxxxx....x.."),
            (.adaptive, .video, "xxxxxx....x.."),
            (.frames(3), .video, "x..x..x..x..x"),
        ])
    func oneOfTwo(interval: DetectionInterval, mode: RunningMode, expected: String) {
        let found = Self.searched(interval, mode: mode, visible: Self.frames(13, [Self.a]))
        #expect(found == expected)
    }

    @Test(
        "without an instance, every frame is searched",
        arguments: [.adaptive, .frames(10)] as [DetectionInterval])
    func none(interval: DetectionInterval) {
        #expect(Self.searched(interval, visible: Self.frames(6, [])) == "xxxxxx")
    }

    @Test("a second instance is found at the next search, and ends all searches")
    func second() {
        let visible = Self.frames(8, [Self.a]) + Self.frames(7, [Self.a, Self.b])
        #expect(Self.searched(.adaptive, visible: visible) == "xxxxxx....x....")
        #expect(Self.searched(.frames(4), visible: visible) == "x...x...x......")
    }

    @Test("after a loss, adaptive searches at once, and others at their time")
    func loss() {
        let visible = Self.frames(3, [Self.a, Self.b]) + Self.frames(12, [Self.a])
        #expect(Self.searched(.adaptive, visible: visible) == "x...xxxxx....x.")
        #expect(Self.searched(.frames(6), visible: visible) == "x.....x.....x..")
    }

    @Test("while a detection is not confirmed, adaptive searches every frame")
    func unconfirmed() {
        let visible = Self.frames(8, [Self.a, Self.b]) + Self.frames(10, [Self.a])
        let confirmed = Self.frames(18, [Self.a])
        #expect(
            Self.searched(.adaptive, visible: visible, confirmed: confirmed) == "xxxxxxxxxxxxx....x"
        )
    }

    @Test("a reset begins anew")
    func reset() {
        var selector = ROISelector(
            maxCount: 2, minOverlap: 0.5, association: .keepTracked, interval: .frames(10))
        selector.select(detected: [Self.a])
        selector.track(Self.a)
        #expect(!selector.needsDetector)
        selector.reset()
        #expect(selector.needsDetector)
        selector.track(Self.a)
        #expect(selector.needsDetector)
    }

    @Test("with real networks, poses are found on the frames between searches")
    func realNetworks() throws {
        let image = try Landmarkers.footage("astronaut.png")
        let landmarker = try Landmarkers.pose { options in
            options.runningMode = .video
            options.numPoses = 2
            options.detectionInterval = .frames(3)
        }
        let results = try (0..<7).map { index in
            try landmarker.detect(Frame(image: image, timestamp: .milliseconds(33 * index)))
        }
        #expect(results.map(\.poses.count) == Array(repeating: 1, count: 7))
        #expect(
            results.map { $0.timings[.detector] > .zero } == [
                true, false, false, true, false, false, true,
            ])
    }
}

import LandmarkCore
import LandmarkTasks
import Testing

/// Frames as they go by, with what the detector finds and what the landmark model sees.
struct RegionTrackerTests {
    static let a = AssociationTests.box(0.2, 0.5)
    static let b = AssociationTests.box(0.8, 0.5)
    static let c = AssociationTests.box(0.5, 0.9)

    func tracker(_ limit: Int, _ association: Association = .keepTracked) -> RegionTracker {
        RegionTracker(limit: limit, overlap: 0.5, association: association)
    }

    @Test func theDetectorRunsOnceAndAgainAfterALoss() {
        var tracker = tracker(1)
        var detections: [Bool] = []
        // Seen in frames 0 to 2, lost in 3 and 4, seen again in 5.
        for isSeen in [true, true, true, false, false, true, true] {
            detections.append(tracker.needsDetector)
            tracker.begin(detected: tracker.needsDetector ? [Self.a] : [])
            #expect(tracker.regions == [Self.a])
            if isSeen { tracker.follow(Self.a) }
        }
        #expect(detections == [true, false, false, false, true, true, false])
    }

    @Test func theDetectorRunsOnEveryFrameWhileOneOfTwoIsMissing() {
        var tracker = tracker(2)
        for _ in 0..<4 {
            #expect(tracker.needsDetector)
            tracker.begin(detected: [Self.a])
            #expect(tracker.regions == [Self.a])
            tracker.follow(Self.a)
        }
        tracker.begin(detected: [Self.a, Self.b])
        #expect(tracker.regions == [Self.a, Self.b])
        tracker.follow(Self.a)
        tracker.follow(Self.b)
        #expect(!tracker.needsDetector)
    }

    @Test func followedHandsComeFirstAndNoMoreAreTakenThanAskedFor() {
        var tracker = tracker(2)
        tracker.begin(detected: [Self.a])
        tracker.follow(Self.a)
        tracker.begin(detected: [Self.b, Self.c, Self.a])
        #expect(tracker.regions == [Self.a, Self.b])
    }

    @Test func newFindsOfBodiesPushFollowedOnesToTheFront() {
        var tracker = tracker(2, .preferDetected)
        tracker.begin(detected: [Self.a])
        tracker.follow(Self.a)
        // The new find of a takes the place of the followed one, behind b.
        tracker.begin(detected: [Self.b, Self.a])
        #expect(tracker.regions == [Self.b, Self.a])
    }

    @Test func handsThatMeetAreBothFollowedAndBodiesAreNot() {
        let close = [Self.a, AssociationTests.box(0.21, 0.5)]
        var hands = tracker(2)
        var bodies = tracker(2, .preferDetected)
        for region in close {
            hands.follow(region)
            bodies.follow(region)
        }
        hands.begin(detected: [])
        bodies.begin(detected: [])
        #expect(hands.regions == close)
        #expect(bodies.regions == [close[1]])
    }

    @Test func anImageOfItsOwnComparesNothing() {
        var tracker = tracker(2)
        let twin = AssociationTests.box(0.21, 0.5)
        tracker.beginAlone(detected: [Self.a, twin, Self.b])
        #expect(tracker.regions == [Self.a, twin])
    }

    @Test func resettingForgetsWhatWasFollowed() {
        var tracker = tracker(1)
        tracker.begin(detected: [Self.a])
        tracker.follow(Self.a)
        tracker.reset()
        #expect(tracker.needsDetector)
        tracker.begin(detected: [])
        #expect(tracker.regions.isEmpty)
    }
}

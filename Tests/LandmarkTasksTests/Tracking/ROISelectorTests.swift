import LandmarkCore
import LandmarkTasks
import Testing

/// Frames as they go by, with what the detector finds and what the landmark model sees.
struct ROISelectorTests {
    static let a = AssociationTests.box(0.2, 0.5)
    static let b = AssociationTests.box(0.8, 0.5)
    static let c = AssociationTests.box(0.5, 0.9)

    func selector(_ maxCount: Int, _ association: Association = .keepTracked) -> ROISelector {
        ROISelector(maxCount: maxCount, minOverlap: 0.5, association: association)
    }

    @Test("the detector runs once, and again after a loss")
    func loss() {
        var selector = selector(1)
        var detections: [Bool] = []
        // Seen in frames 0 to 2, lost in 3 and 4, seen again in 5.
        for isSeen in [true, true, true, false, false, true, true] {
            detections.append(selector.needsDetector)
            selector.select(detected: selector.needsDetector ? [Self.a] : [])
            #expect(selector.rois == [Self.a])
            if isSeen { selector.track(Self.a) }
        }
        #expect(detections == [true, false, false, false, true, true, false])
    }

    @Test("the detector runs on every frame while one of two is missing")
    func missing() {
        var selector = selector(2)
        for _ in 0..<4 {
            #expect(selector.needsDetector)
            selector.select(detected: [Self.a])
            #expect(selector.rois == [Self.a])
            selector.track(Self.a)
        }
        selector.select(detected: [Self.a, Self.b])
        #expect(selector.rois == [Self.a, Self.b])
        selector.track(Self.a)
        selector.track(Self.b)
        #expect(!selector.needsDetector)
    }

    @Test("tracked hands come first, and the limit holds")
    func limit() {
        var selector = selector(2)
        selector.select(detected: [Self.a])
        selector.track(Self.a)
        selector.select(detected: [Self.b, Self.c, Self.a])
        #expect(selector.rois == [Self.a, Self.b])
    }

    @Test("detected poses go behind the tracked ones")
    func order() {
        var selector = selector(2, .preferDetected)
        selector.select(detected: [Self.a])
        selector.track(Self.a)
        // The new find of a takes the place of the followed one, behind b.
        selector.select(detected: [Self.b, Self.a])
        #expect(selector.rois == [Self.b, Self.a])
    }

    @Test("two hands that meet stay tracked, two poses become one")
    func meeting() {
        let close = [Self.a, AssociationTests.box(0.21, 0.5)]
        var hands = selector(2)
        var bodies = selector(2, .preferDetected)
        for roi in close {
            hands.track(roi)
            bodies.track(roi)
        }
        hands.select(detected: [])
        bodies.select(detected: [])
        #expect(hands.rois == close)
        #expect(bodies.rois == [close[1]])
    }

    @Test("ROIs of an independent image are not compared")
    func independent() {
        var selector = selector(2)
        let twin = AssociationTests.box(0.21, 0.5)
        selector.selectIndependently(detected: [Self.a, twin, Self.b])
        #expect(selector.rois == [Self.a, twin])
    }

    @Test("reset discards the tracked ROIs")
    func reset() {
        var selector = selector(1)
        selector.select(detected: [Self.a])
        selector.track(Self.a)
        selector.reset()
        #expect(selector.needsDetector)
        selector.select(detected: [])
        #expect(selector.rois.isEmpty)
    }
}

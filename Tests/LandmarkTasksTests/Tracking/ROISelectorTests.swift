import LandmarkCore
import LandmarkTasks
import Testing

/// Sequences of frames, with given detections and given results of the landmark model.
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
        // Found in frames 0 to 2, lost in 3 and 4, found again in 5.
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
        // The new detection of a replaces the tracked one, behind b.
        selector.select(detected: [Self.b, Self.a])
        #expect(selector.rois == [Self.b, Self.a])
    }

    @Test("two hands that meet stay tracked, two poses become one")
    func meeting() {
        let close = [Self.a, AssociationTests.box(0.21, 0.5)]
        var hands = selector(2)
        var poses = selector(2, .preferDetected)
        for roi in close {
            hands.track(roi)
            poses.track(roi)
        }
        hands.select(detected: [])
        poses.select(detected: [])
        #expect(hands.rois == close)
        #expect(poses.rois == [close[1]])
    }

    @Test("ROIs of an independent image are not compared")
    func independent() {
        var selector = selector(2)
        let twin = AssociationTests.box(0.21, 0.5)
        selector.selectIndependently(detected: [Self.a, twin, Self.b])
        #expect(selector.rois == [Self.a, twin])
    }

    @Test("an independent image leaves the tracked ROIs")
    func independentAndTracked() {
        var selector = selector(1)
        selector.select(detected: [Self.a])
        selector.track(Self.a)
        selector.selectIndependently(detected: [Self.b])
        #expect(!selector.needsDetector)
        selector.select(detected: [])
        #expect(selector.rois == [Self.a])
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

struct AssociationTests {
    static func box(_ x: Float, _ y: Float, side: Float = 0.2) -> NormalizedRect {
        NormalizedRect(xCenter: x, yCenter: y, width: side, height: side)
    }

    static let left = box(0.2, 0.5)
    static let leftAgain = box(0.22, 0.5)
    static let right = box(0.8, 0.5)

    @Test("a tracked hand is kept in favor of a detected one")
    func keepTracked() {
        var rois: [NormalizedRect] = []
        Association.keepTracked.add([Self.left, Self.right], to: &rois, minOverlap: 0.5)
        Association.keepTracked.add([Self.leftAgain], to: &rois, minOverlap: 0.5)
        #expect(rois == [Self.left, Self.right])
    }

    @Test("a detected face replaces the tracked one and moves to the end")
    func preferDetected() {
        var rois: [NormalizedRect] = []
        Association.preferDetected.add([Self.left, Self.right], to: &rois, minOverlap: 0.5)
        Association.preferDetected.add([Self.leftAgain], to: &rois, minOverlap: 0.5)
        #expect(rois == [Self.right, Self.leftAgain])
    }

    @Test("detections are compared with each other, too")
    func detections() {
        var hands: [NormalizedRect] = []
        Association.keepTracked.add([Self.left, Self.leftAgain], to: &hands, minOverlap: 0.5)
        #expect(hands == [Self.left])
        var faces: [NormalizedRect] = []
        Association.preferDetected.add([Self.left, Self.leftAgain], to: &faces, minOverlap: 0.5)
        #expect(faces == [Self.leftAgain])
    }

    @Test("the IoU has to be above the threshold")
    func threshold() {
        // Moved by a third of the side: the IoU is exactly 0.5.
        let a = NormalizedRect(xCenter: 0.375, yCenter: 0.5, width: 0.75, height: 1)
        let b = NormalizedRect(xCenter: 0.625, yCenter: 0.5, width: 0.75, height: 1)
        for (overlap, count) in [(Float(0.5), 2), (0.49, 1)] {
            var rois: [NormalizedRect] = []
            Association.keepTracked.add([a, b], to: &rois, minOverlap: overlap)
            #expect(rois.count == count)
        }
    }

    @Test("rotation is ignored")
    func rotation() {
        var turned = Self.left
        turned.rotation = 0.7
        var rois: [NormalizedRect] = []
        Association.keepTracked.add([Self.left, turned], to: &rois, minOverlap: 0.99)
        #expect(rois == [Self.left])
    }
}

import LandmarkCore
import LandmarkTasks
import Testing

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
        // Moved by a third of the side: a half of the union is shared, in numbers without rounding.
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

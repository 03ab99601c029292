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

    @Test func aFollowedHandBeatsTheDetectorsFind() {
        var regions: [NormalizedRect] = []
        Association.keepTracked.add([Self.left, Self.right], to: &regions, overlap: 0.5)
        Association.keepTracked.add([Self.leftAgain], to: &regions, overlap: 0.5)
        #expect(regions == [Self.left, Self.right])
    }

    @Test func aNewFindOfAFaceReplacesTheFollowedOneAndGoesToTheEnd() {
        var regions: [NormalizedRect] = []
        Association.preferDetected.add([Self.left, Self.right], to: &regions, overlap: 0.5)
        Association.preferDetected.add([Self.leftAgain], to: &regions, overlap: 0.5)
        #expect(regions == [Self.right, Self.leftAgain])
    }

    @Test func findsAreComparedWithEachOtherToo() {
        var hands: [NormalizedRect] = []
        Association.keepTracked.add([Self.left, Self.leftAgain], to: &hands, overlap: 0.5)
        #expect(hands == [Self.left])
        var faces: [NormalizedRect] = []
        Association.preferDetected.add([Self.left, Self.leftAgain], to: &faces, overlap: 0.5)
        #expect(faces == [Self.leftAgain])
    }

    @Test func theOverlapMustBeExceeded() {
        // Moved by a third of the side: a half of the union is shared, in numbers without rounding.
        let a = NormalizedRect(xCenter: 0.375, yCenter: 0.5, width: 0.75, height: 1)
        let b = NormalizedRect(xCenter: 0.625, yCenter: 0.5, width: 0.75, height: 1)
        for (overlap, count) in [(Float(0.5), 2), (0.49, 1)] {
            var regions: [NormalizedRect] = []
            Association.keepTracked.add([a, b], to: &regions, overlap: overlap)
            #expect(regions.count == count)
        }
    }

    @Test func rotationIsLeftAside() {
        var turned = Self.left
        turned.rotation = 0.7
        var regions: [NormalizedRect] = []
        Association.keepTracked.add([Self.left, turned], to: &regions, overlap: 0.99)
        #expect(regions == [Self.left])
    }
}

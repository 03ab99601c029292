import LandmarkCore
import LandmarkTasks
import Testing

struct HandStageTests {
    let size = PixelSize(width: 100, height: 100)

    /// A hand whose points lie on a slanted line, the palm 0.17 long, moved by `shift`.
    func hand(shift: Float, moving count: Int = 21) -> [Landmark] {
        (0..<21).map { index in
            let moved = index < count ? shift : 0
            return Landmark(
                x: 0.2 + Float(index) * 0.01 + moved, y: 0.2 + Float(index) * 0.02, z: 0)
        }
    }

    @Test("a hand found twice is one hand")
    func duplicate() {
        #expect(HandDuplicates.areSame(hand(shift: 0), hand(shift: 0.01), in: size))
    }

    @Test("hands apart are two hands")
    func apart() {
        #expect(!HandDuplicates.areSame(hand(shift: 0), hand(shift: 0.5), in: size))
    }

    @Test("ten of the 21 landmarks have to match")
    func matches() {
        // Eleven points moved far leave ten, twelve leave nine.
        #expect(HandDuplicates.areSame(hand(shift: 0), hand(shift: 0.12, moving: 11), in: size))
        #expect(!HandDuplicates.areSame(hand(shift: 0), hand(shift: 0.12, moving: 12), in: size))
    }

    @Test("handedness is the more probable hand, right in a tie")
    func handedness() {
        #expect(HandDecoder.handedness(0.75) == (.right, 0.75))
        #expect(HandDecoder.handedness(0.25) == (.left, 0.75))
        #expect(HandDecoder.handedness(0.5) == (.right, 0.5))
    }

    @Test("depths are on their own scale")
    func depth() {
        let values = [Float](repeating: 112, count: 63)
        let projection = LandmarkProjection(
            NormalizedRect(xCenter: 0.3, yCenter: 0.6, width: 0.2, height: 0.4))
        var landmarks: [Landmark] = []
        values.withUnsafeBufferPointer {
            HandDecoder.decode($0, projection: projection, into: &landmarks)
        }
        #expect(landmarks.count == 21)
        #expect(landmarks[20].x == 0.3)
        #expect(landmarks[20].y == 0.6)
        #expect(abs(landmarks[20].z - 0.5 / 0.4 * 0.2) < 1e-7)
        #expect(landmarks[20].visibility == nil)
    }
}

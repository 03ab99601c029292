import LandmarkCore
import LandmarkInference
import LandmarkTasks
import Testing

struct HandStageTests {
    let size = PixelSize(width: 100, height: 100)

    /// A hand with its landmarks on a slanted line and a palm of 0.17, moved by `shift`.
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
        // Moving eleven landmarks leaves ten matches, moving twelve leaves nine.
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

struct HeatmapRefinementTests {
    /// Refines a point on a map of logits that are −200 except for peaks at (column, row).
    func refine(x: Float, y: Float, peaks: [(Int, Int, Float)]) -> SIMD2<Float> {
        var point = PosePoint(x: x, y: y, z: 0, visibility: 0, presence: 0)
        if let window = HeatmapRefinement().window(around: point, channel: 7) {
            #expect(window.channel == 7)
            let logits = window.rows.flatMap { row in
                window.columns.map { column in
                    peaks.first { $0.0 == column && $0.1 == row }?.2 ?? -200
                }
            }
            logits.withUnsafeBufferPointer {
                HeatmapRefinement.refine(&point, by: $0, in: window)
            }
        }
        return SIMD2(point.x, point.y)
    }

    @Test("a window has all cells of the map within three of the point")
    func windows() {
        func window(_ x: Float, _ y: Float) -> [Range<Int>]? {
            HeatmapRefinement().window(
                around: PosePoint(x: x, y: y, z: 0, visibility: 0, presence: 0), channel: 0
            ).map { [$0.columns, $0.rows] }
        }
        #expect(window(0.5, 0.25) == [29..<36, 13..<20])
        #expect(window(0, 0) == [0..<4, 0..<4])
        #expect(window(0.999, 0.999) == [60..<64, 60..<64])
        #expect(window(0.5, 1.04) == [29..<36, 63..<64])
        #expect(window(0.5, 1.05) == nil)
        #expect(window(.nan, 0.5) == nil)
    }

    @Test("a point moves to the cell's corner, not its center")
    func cellOrigin() {
        #expect(refine(x: 0.5, y: 0.5, peaks: [(34, 30, 5)]) == SIMD2(0.53125, 0.46875))
    }

    @Test("cells are weighted by their probability")
    func weights() {
        let point = refine(x: 0.5, y: 0.5, peaks: [(31, 32, 40), (33, 32, 40)])
        #expect(point == SIMD2(0.5, 0.5))
    }

    @Test("a point stays where the map is below the minimum confidence")
    func confidence() {
        #expect(refine(x: 0.51, y: 0.52, peaks: [(33, 33, -0.1)]) == SIMD2(0.51, 0.52))
        #expect(refine(x: 0.51, y: 0.52, peaks: [(33, 33, 0)]) == SIMD2(0.515625, 0.515625))
    }

    @Test("cells farther than three do not count")
    func reach() {
        #expect(refine(x: 0.5, y: 0.5, peaks: [(36, 32, 9)]) == SIMD2(0.5, 0.5))
        #expect(refine(x: 0.5, y: 0.5, peaks: [(35, 32, 9)]) == SIMD2(0.546875, 0.5))
    }

    @Test("a point outside the map stays")
    func outside() {
        #expect(refine(x: 1, y: 0.5, peaks: [(63, 32, 9)]) == SIMD2(1, 0.5))
        #expect(refine(x: -0.1, y: 0.5, peaks: [(0, 32, 9)]) == SIMD2(-0.1, 0.5))
        #expect(refine(x: .infinity, y: 0.5, peaks: [(0, 32, 9)]).y == 0.5)
        #expect(refine(x: 0.5, y: .nan, peaks: [(32, 32, 9)]).x == 0.5)
    }

    @Test("a coordinate just below zero is in the first cell")
    func belowZero() {
        #expect(refine(x: -0.005, y: 0.5, peaks: [(0, 32, 9)]) == SIMD2(0, 0.5))
    }

    @Test("a point just below the map is refined with its last rows")
    func belowMap() {
        #expect(refine(x: 0.5, y: 1.01, peaks: [(32, 63, 9)]) == SIMD2(0.5, 0.984375))
        #expect(refine(x: 0.5, y: 1.05, peaks: [(32, 63, 9)]) == SIMD2(0.5, 1.05))
    }
}

import LandmarkCore
import LandmarkMotion
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// The cost of a frame.
@Suite struct AnalyzerCostTests {
    @Test(
        "a frame does not allocate after the first ones", .enabled(if: Allocations.areCounted()),
        arguments: [false, true])
    func allocations(calibrates: Bool) throws {
        var options = MotionAnalyzer.Options()
        options.calibrates = calibrates
        var analyzer = MotionAnalyzer(options)
        // At 100 frames a second, every ring buffer wraps around.
        let pose = MotionFrameTests.pose(left: SIMD2(0.7, 0.5), right: SIMD2(0.3, 0.5))
        let hands = [MotionFrameTests.hand(at: SIMD2(0.7, 0.5))]
        let faces = [MotionFrameTests.face(at: SIMD2(0.5, 0.1), MotionFrameTests.frontal)]
        var skeleton = Skeleton()
        let frames = (0..<800).map { index in
            skeleton.legs.left.kneeFlexion = Double(index % 90)
            return skeleton.frame(at: Double(index) / 100)
        }
        var filled = MotionFrame()
        var sum = 0.0
        var counts = [Int](repeating: 0, count: frames.count)
        for index in frames.indices {
            counts[index] = try Allocations.count(traced: index == 500) {
                filled.set(pose, at: 0, imageSize: PixelSize(width: 640, height: 640))
                filled.setHands(hands)
                filled.setHead(faces)
                let sample =
                    index % 50 == 7
                    ? try analyzer.updateAbsent(at: frames[index].time)
                    : try analyzer.update(frames[index])
                sum += sample[.kneeFlexionRight].value + filled.world[0].x
            }
        }
        #expect(!sum.isZero)
        #expect(counts.suffix(500).allSatisfy { $0 == 0 }, "\(counts.suffix(500).max() ?? 0)")
    }

    @Test("a sample that is kept does not change with the next frame")
    func kept() throws {
        var analyzer = MotionAnalyzer()
        var skeleton = Skeleton()
        _ = try analyzer.update(skeleton.frame(at: 0))
        let kept = try analyzer.update(skeleton.frame(at: 0.1))
        skeleton.legs.left.kneeFlexion = 80
        let next = try analyzer.update(skeleton.frame(at: 0.2))
        #expect(kept[.kneeFlexionLeft].value < 1e-6)
        #expect(next[.kneeFlexionLeft].value > 10)
    }

    @Test("a frame takes microseconds")
    func time() throws {
        var analyzer = MotionAnalyzer()
        var skeleton = Skeleton()
        let frames = (0..<1500).map { index in
            skeleton.legs.left.kneeFlexion = Double(index % 90)
            return skeleton.frame(at: Double(index) / 30)
        }
        let elapsed = try seconds {
            for frame in frames { _ = try analyzer.update(frame) }
        }
        let each = elapsed / Double(frames.count)
        print("motion analyzer: \(1e6 * each) µs a frame")
        // 30 µs with optimization; far more without it, with sanitizers, or on a busy machine.
        #expect(each < 5e-3)
    }
}

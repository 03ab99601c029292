import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// A preprocessor on other hardware samples first, and the CPU samples what it declines.
@Suite(
    "Preprocessors",
    .enabled(
        if: Fixtures.available(Landmarkers.handModel, Fixtures.footage("astronaut.png"))))
struct PreprocessorTests {
    /// Samples as configured, and counts.
    final class Recorder: RegionSampler {
        enum Behavior {
            /// Samples like the CPU.
            case sample
            /// Writes other values, and leaves the region to the CPU.
            case decline
            /// Writes black.
            case blacken
        }

        let behavior: Behavior
        let cpu: ImageToTensor
        let borders = Mutex<[ImageToTensor.BorderMode]>([])

        init(_ behavior: Behavior) throws {
            self.behavior = behavior
            cpu = try ImageToTensor()
        }

        func fill(
            _ tensor: TensorView, from image: PixelBuffer, roi: PixelRect,
            border: ImageToTensor.BorderMode, range: ClosedRange<Float>
        ) -> Bool {
            borders.withLock { $0.append(border) }
            if behavior == .sample {
                return
                    (try? cpu.convert(image, roi: roi, border: border, range: range, into: tensor))
                    != nil
            }
            for row in 0..<tensor.height {
                (tensor.base + row * tensor.rowStride)
                    .update(repeating: range.lowerBound, count: 3 * tensor.width)
            }
            return behavior == .blacken
        }
    }

    private func hands(_ preprocessor: ImagePreprocessor) throws -> [Hand] {
        let landmarker = try Landmarkers.hand {
            $0.minDetectionConfidence = 0.02
            $0.minPresenceConfidence = 0.001
            $0.preprocessor = preprocessor
        }
        return try landmarker.detect(Landmarkers.footage("astronaut.png")).hands
    }

    @Test("Results do not depend on who samples")
    func equalResults() throws {
        let expected = try hands(.cpu)
        #expect(!expected.isEmpty)
        for behavior in [Recorder.Behavior.sample, .decline] {
            let recorder = try Recorder(behavior)
            #expect(try hands(ImagePreprocessor(recorder)) == expected)
            // The detector's input is letterboxed with black, a landmark model's repeats the edge.
            let borders = recorder.borders.withLock { $0 }
            #expect(borders.first == .zero && borders.contains(.replicate))
        }
    }

    @Test("What it samples is what the networks see")
    func isUsed() throws {
        let recorder = try Recorder(.blacken)
        #expect(try hands(ImagePreprocessor(recorder)) != hands(.cpu))
        #expect(recorder.borders.withLock { !$0.isEmpty })
    }
}

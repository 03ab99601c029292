import DriverMonitoring
import Foundation
import LandmarkCapture
import LandmarkCore
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// The code and the measurements in the article `HowDriversAreAssessed`.
@Suite(
    "The article on driver monitoring",
    .enabled(if: Fixtures.available(Footage.model, Footage.carphone)))
struct DriverPageTests {
    private let page = Result {
        try FileContent.text(
            Fixtures.packageRoot
                + "/Sources/DriverMonitoring/Documentation.docc/HowDriversAreAssessed.md")
    }

    @Test("contains the code that is compiled and run here")
    func code() async throws {
        let code = try FileContent.text(
            Fixtures.packageRoot
                + "/Tests/DriverMonitoringTests/Documentation/DriverWarnings.swift")
        #expect(try page.get().contains("```swift\n" + code + "```"))
        let lines = try await driverWarnings(
            in: VideoFile(path: Footage.carphone), model: Footage.model)
        #expect(lines == ["BLINK, 0.067 s", "BLINK, 0.066 s"])
    }

    /// The measurements of a frame of the clip.
    private struct FrameMeasurements {
        let time: Double
        let face: Face
        let signals: DriverSignals

        func blendshape(_ one: Blendshape) -> Double { Double(face.blendshapes?[one] ?? 0) }

        /// The mean of both eyes' coefficients.
        var blink: Double { (blendshape(.eyeBlinkLeft) + blendshape(.eyeBlinkRight)) / 2 }

        /// The mean of both eyes' aspect ratios.
        var aspectRatio: Double {
            let left = signals.leftEye?.aspectRatio ?? .nan
            return (left + (signals.rightEye?.aspectRatio ?? .nan)) / 2
        }

        /// The distance between an eye's corners in pixels.
        func corners(_ one: Int, _ other: Int) -> Double {
            let (a, b) = (face.landmarks[one], face.landmarks[other])
            let (x, y) = (Double(a.x - b.x) * 176, Double(a.y - b.y) * 144)
            return (x * x + y * y).squareRoot()
        }
    }

    private static let measurements = Result {
        let monitor = try Footage.monitor()
        return try Footage.frames(Footage.carphone).map { frame in
            let update = try monitor.process(frame)
            return FrameMeasurements(
                time: frame.timestamp.seconds, face: try #require(update.face),
                signals: update.result.signals)
        }
    }

    @Test("states reproducible measurements of the eyes")
    func eyes() throws {
        let frames = try Self.measurements.get()
        let r = correlation(frames.map(\.blink), frames.map(\.aspectRatio))
        #expect(abs(r + 0.94) < 0.005, "\(r)")
        let peak = try #require(frames.map(\.blink).max())
        #expect(abs(peak - 0.53) < 0.005, "\(peak)")
        let corners = frames.flatMap { [$0.corners(33, 133), $0.corners(362, 263)] }.sorted()
        #expect(abs(corners[corners.count / 2] - 9) < 0.5, "\(corners[corners.count / 2])")
    }

    @Test("states reproducible measurements of head and mouth")
    func headAndMouth() throws {
        let frames = try Self.measurements.get()
        let rolls = frames.compactMap { $0.signals.head?.roll }
        let (least, most) = try (#require(rolls.min()), #require(rolls.max()))
        #expect(least.rounded() == 12 && most.rounded() == 33, "\(least)…\(most)")

        let step = 1001 / 30_000.0
        var (run, longest) = (0.0, 0.0)
        for frame in frames {
            run = frame.blendshape(.jawOpen) >= 0.5 ? run + step : 0
            longest = max(longest, run)
        }
        #expect(abs(longest - 0.27) < 0.005, "\(longest)")

        let slow = zip(frames, frames.dropFirst()).count { before, after in
            let fall = (after.signals.head?.pitch ?? .nan) - (before.signals.head?.pitch ?? .nan)
            return abs(fall) / (after.time - before.time) < 30
        }
        #expect(slow == 85 && frames.count == 120, "\(slow)")
    }

    @Test("states reproducible measurements of the mirrored clip")
    func mirrored() throws {
        let monitor = try Footage.monitor { $0.isMirrored = true }
        let frames = try Self.measurements.get()
        let mirrored = try Footage.frames(Footage.carphone).map {
            try monitor.process(try $0.mirrored())
        }
        // The eye that the model calls left in the mirror image is the man's right one.
        let shapes = mirrored.map { $0.face?.blendshapes }
        for (own, seen) in [
            (Blendshape.eyeBlinkLeft, Blendshape.eyeBlinkRight), (.eyeBlinkRight, .eyeBlinkLeft),
        ] {
            let values = frames.map { $0.blendshape(own) }
            let swapped = correlation(values, shapes.map { Double($0?[seen] ?? 0) })
            let same = correlation(values, shapes.map { Double($0?[own] ?? 0) })
            #expect(swapped > 0.965 && same < 0.94, "\(swapped), \(same)")
        }
        let openness = try #require(frames[92].signals.openness)
        let inMirror = try #require(mirrored[92].result.signals.openness)
        #expect(abs(openness - 0.07) < 0.02 && inMirror < 0.2, "\(openness), \(inMirror)")
    }

    private func correlation(_ a: [Double], _ b: [Double]) -> Double {
        let (meanA, meanB) = (a.reduce(0, +) / Double(a.count), b.reduce(0, +) / Double(b.count))
        let (x, y) = (a.map { $0 - meanA }, b.map { $0 - meanB })
        func product(_ one: [Double], _ other: [Double]) -> Double {
            zip(one, other).reduce(0) { $0 + $1.0 * $1.1 }
        }
        return product(x, y) / (product(x, x) * product(y, y)).squareRoot()
    }
}

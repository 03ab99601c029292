#if os(macOS) || os(Linux)
import Foundation
import LandmarkCore
import LandmarkImageFiles
import LandmarkImaging
import LandmarkTasks
import LandmarkTestSupport
import Testing

/// Runs the example that uses `LandmarkTasks` alone.
@Suite("The example without system libraries")
struct PixelExampleTests {
    static let name = "PoseFromPixels"

    /// Writes an image in PPM format.
    static func write(_ image: PixelBuffer, to folder: TemporaryFolder) throws -> String {
        var bytes = Array("P6\n\(image.width) \(image.height)\n255\n".utf8)
        for y in 0..<image.height {
            for x in 0..<image.width { bytes += image.pixel(x: x, y: y)[..<3] }
        }
        return try folder.put(bytes, as: "image.ppm")
    }

    @Test(
        "It prints the position of a nose",
        .enabled(if: VisionTask.isAvailable && Fixtures.available(ExampleTests.path(name))))
    func nose() throws {
        let folder = try TemporaryFolder()
        let image = try ImageFile.read(Fixtures.footage("astronaut.png"))
        let options = PoseLandmarkerOptions(model: .file(VisionTask.pose.model))
        let pose = try #require(try PoseLandmarker(options: options).detect(image).poses.first)
        let x = Int(pose[.nose].x * Float(image.width))
        let y = Int(pose[.nose].y * Float(image.height))
        let run = try ExampleTests.run(
            Self.name, VisionTask.pose.model, try Self.write(image, to: folder))
        #expect(run.errors.isEmpty && run.code == 0)
        #expect(run.output == "nose at \(x), \(y)\n")
    }

    @Test(
        "Without zlib a compressed model is refused by name, and a stored one works",
        .enabled(if: VisionTask.isAvailable && Fixtures.available(ExampleTests.path(name))))
    func missingLibrary() throws {
        let folder = try TemporaryFolder()
        // The file that the loader finds first is not a library.
        _ = try folder.put([UInt8]("no library".utf8), as: "libz.so.1")
        let environment = ["LD_LIBRARY_PATH": folder.url.path]
        let words = Array("left right left right left right".utf8)
        let entries = ["pose_detector.tflite", "pose_landmarks_detector.tflite"].map {
            ZipWriter.Entry(deflating: $0, words)
        }
        let model = try folder.put(ZipWriter(entries).bytes(), as: "pose.task")
        let gray = try PixelBuffer(
            width: 8, height: 8, format: .rgb24, bytes: [UInt8](repeating: 128, count: 192))
        let image = try Self.write(gray, to: folder)
        let refused = try ExampleTests.run(
            Self.name, model, image, environment: environment)
        #expect(refused.code == 1)
        #expect(refused.errors.contains("needs the missing library libz.so.1"), "\(refused.errors)")
        let works = try ExampleTests.run(
            Self.name, VisionTask.pose.model, image, environment: environment)
        #expect(works.code == 0 && works.output == "no pose\n", "\(works.errors)")
    }
}
#endif

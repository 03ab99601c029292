import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore
import LandmarkImaging
import LandmarkSystem

/// Encoding a video's images, one by one, over and over, into a file that is dropped.
final class EncodeTiming: Timed {
    /// Milliseconds between images.
    private static let step = 33

    let facts: BenchFacts
    private let images: [PixelBuffer]
    private let writer: VideoWriter
    private var next = 0

    init(_ path: String) throws {
        let file = try VideoFile(path: path)
        var images: [PixelBuffer] = []
        while let frame = try file.next() { images.append(frame.image) }
        guard let first = images.first else { throw CaptureError.noVideoStream(file: path) }
        self.images = images
        let folder = CurrentProcess.environment("TMPDIR") ?? "/tmp"
        writer = try VideoWriter(
            path: Path.join(folder, "landmark-bench-\(CurrentProcess.id).mp4"),
            size: first.size)
        var facts = BenchFacts()
        facts.add("input", path)
        facts.add("size", "\(first.width)x\(first.height)")
        self.facts = facts
    }

    func run() throws -> BenchRun {
        let image = images[next % images.count]
        let start = ContinuousClock.now
        try writer.write(image, at: .milliseconds(next * Self.step))
        next += 1
        return BenchRun(duration: ContinuousClock.now - start)
    }
}

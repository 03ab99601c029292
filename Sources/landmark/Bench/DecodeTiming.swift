import LandmarkCapture
import LandmarkCommandSupport
import LandmarkCore

/// Decoding a video, frame by frame, over and over.
final class DecodeTiming: Timed {
    let facts: BenchFacts
    private let path: String
    private var file: VideoFile

    init(_ path: String) throws {
        self.path = path
        file = try VideoFile(path: path)
        var facts = BenchFacts()
        facts.add("input", path)
        if let size = file.information.size { facts.add("size", "\(size.width)x\(size.height)") }
        self.facts = facts
        // The first image is decoded when the file is opened.
        _ = try file.next()
        // With one frame alone there is no next one, however often it is opened.
        guard try file.next() != nil else {
            throw CommandError.unreadable(file: path, reason: "it holds one frame only")
        }
    }

    func run() throws -> BenchRun {
        let start = ContinuousClock.now
        if try file.next() != nil { return BenchRun(duration: ContinuousClock.now - start) }
        file = try VideoFile(path: path)
        _ = try file.next()
        return try run()
    }
}

import LandmarkCapture

/// Decoding a video, frame by frame, over and over.
final class DecodeTiming: Timed {
    private let path: String
    private var file: VideoFile

    init(_ path: String) throws {
        self.path = path
        file = try VideoFile(path: path)
        // The first picture is decoded when the file is opened.
        _ = try file.next()
    }

    func run() throws -> Duration {
        let start = ContinuousClock.now
        if try file.next() != nil { return ContinuousClock.now - start }
        file = try VideoFile(path: path)
        _ = try file.next()
        return try run()
    }
}

import LandmarkCore
import LandmarkImaging

/// Pictures in memory as the frames of a video that begins anew whenever it ends.
struct FrameLoop: Sendable {
    private static let framesPerSecond = 30

    private let pictures: [PixelBuffer]
    private var number = 0

    init(_ pictures: [PixelBuffer]) {
        self.pictures = pictures
    }

    /// The next frame, later than the one before.
    mutating func next() -> Frame {
        defer { number += 1 }
        return Frame(
            image: pictures[number % pictures.count],
            timestamp: .milliseconds(number * 1000 / Self.framesPerSecond))
    }
}

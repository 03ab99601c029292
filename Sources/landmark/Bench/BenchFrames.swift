import LandmarkCore
import LandmarkImaging

/// Images in memory as the frames of a video that begins anew whenever it ends.
struct BenchFrames: Sendable {
    private static let framesPerSecond = 30

    private let images: [PixelBuffer]
    private var number = 0

    init(_ images: [PixelBuffer]) {
        self.images = images
    }

    /// The next frame, later than the one before.
    mutating func next() -> Frame {
        defer { number += 1 }
        return Frame(
            image: images[number % images.count],
            timestamp: .milliseconds(number * 1000 / Self.framesPerSecond))
    }
}

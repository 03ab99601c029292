public import LandmarkCore
public import LandmarkTasks

/// Picks the driver's face out of several.
///
/// The largest face is the driver's at first. Then the driver stays the driver: by his id, or by
/// his place when the id is another after a loss. Only when he has been gone for 2 s the largest
/// face becomes the driver's, so that a passenger is not taken for him in between.
public struct DriverFaceSelector: Sendable {
    /// How long the driver's place is kept, in milliseconds.
    private static let patience = 2000
    /// Boxes that share this part of what both cover are one face's.
    private static let overlap: Float = 0.3

    private struct Driver {
        var id: Int
        var box: Box
        var seen: Timestamp
    }

    /// Where the middle of the driver's face can be, as fractions of the image's width.
    public let horizontal: ClosedRange<Float>
    /// Where the middle of the driver's face can be, as fractions of the image's height.
    public let vertical: ClosedRange<Float>
    private var driver: Driver?

    /// Makes a selector, of a part of the image where the driver's seat is in it.
    public init(horizontal: ClosedRange<Float> = 0...1, vertical: ClosedRange<Float> = 0...1) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    /// The driver's face among `faces`, those of one frame; nil when it is not there.
    public mutating func select(from faces: [Face], at timestamp: Timestamp) -> Face? {
        var best: (face: Face, box: Box, rank: Rank)?
        for face in faces {
            guard let box = Box(face), horizontal.contains(box.middle.x),
                vertical.contains(box.middle.y), let rank = rank(face, box, timestamp)
            else { continue }
            if let best, !(best.rank < rank) { continue }
            best = (face, box, rank)
        }
        guard let best else { return nil }
        driver = Driver(id: best.face.id, box: best.box, seen: timestamp)
        return best.face
    }

    /// Forgets the driver.
    public mutating func reset() { driver = nil }

    /// How much a face is the driver's; nil when it is somebody else's.
    private func rank(_ face: Face, _ box: Box, _ timestamp: Timestamp) -> Rank? {
        guard let driver else { return Rank(kind: 0, size: box.area) }
        if face.id == driver.id { return Rank(kind: 2, size: box.area) }
        let shared = box.overlap(driver.box)
        if shared >= Self.overlap { return Rank(kind: 1, size: shared) }
        let (gone, isHuge) = timestamp.milliseconds.subtractingReportingOverflow(
            driver.seen.milliseconds)
        return isHuge || gone >= Self.patience ? Rank(kind: 0, size: box.area) : nil
    }

    private struct Rank: Comparable {
        let kind: Int
        let size: Float

        static func < (a: Rank, b: Rank) -> Bool { (a.kind, a.size) < (b.kind, b.size) }
    }
}

extension DriverFaceSelector {
    /// The upright box around a face, in fractions of the image.
    private struct Box {
        var low = SIMD2<Float>(repeating: .infinity)
        var high = SIMD2<Float>(repeating: -.infinity)

        /// Nil for a face with a point that is no number.
        init?(_ face: Face) {
            for landmark in face.landmarks.prefix(Face.meshCount) {
                let point = SIMD2(landmark.x, landmark.y)
                guard point.x.isFinite, point.y.isFinite else { return nil }
                low = pointwiseMin(low, point)
                high = pointwiseMax(high, point)
            }
        }

        var middle: SIMD2<Float> { (low + high) / 2 }
        var area: Float { (high - low).x * (high - low).y }

        /// What both cover as a part of what either does.
        func overlap(_ other: Box) -> Float {
            let size = pointwiseMin(high, other.high) - pointwiseMax(low, other.low)
            guard size.x > 0, size.y > 0 else { return 0 }
            let shared = size.x * size.y
            return shared / (area + other.area - shared)
        }
    }
}

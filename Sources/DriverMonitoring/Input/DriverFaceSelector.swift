public import LandmarkCore
public import LandmarkTasks

/// Selects the driver's face among several.
///
/// At first the largest face is the driver's. After that the driver is tracked: by the face's id,
/// or by position when the id changed after a loss. Only when the driver has been missing for 2 s
/// does the largest face become the driver's, so that a passenger is not mistaken for the driver
/// during a short loss.
public struct DriverFaceSelector: Sendable {
    /// How long a missing driver's position is kept, in milliseconds.
    private static let retention = 2000
    /// Minimum IoU of two boxes for them to be the same face.
    private static let minIoU: Float = 0.3

    private struct Driver {
        var id: Int
        var box: FaceBox
        var lastSeen: Timestamp
    }

    /// The range of the face's center, as fractions of the image's width.
    public let horizontal: ClosedRange<Float>
    /// The range of the face's center, as fractions of the image's height.
    public let vertical: ClosedRange<Float>
    private var driver: Driver?

    /// Creates a selector, optionally limited to the part of the image where the driver's seat is.
    public init(horizontal: ClosedRange<Float> = 0...1, vertical: ClosedRange<Float> = 0...1) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    /// Returns the driver's face among the faces of one frame, or nil when it is not among them.
    public mutating func select(from faces: [Face], at timestamp: Timestamp) -> Face? {
        var best: (face: Face, box: FaceBox, rank: Rank)?
        for face in faces {
            guard let box = FaceBox(face), horizontal.contains(box.center.x),
                vertical.contains(box.center.y), let rank = rank(face, box, timestamp)
            else { continue }
            if let best, !(best.rank < rank) { continue }
            best = (face, box, rank)
        }
        guard let best else { return nil }
        driver = Driver(id: best.face.id, box: best.box, lastSeen: timestamp)
        return best.face
    }

    /// Forgets the driver; the largest face is selected next.
    public mutating func reset() { driver = nil }

    /// How well a face matches the driver; nil when it is another person's.
    private func rank(_ face: Face, _ box: FaceBox, _ timestamp: Timestamp) -> Rank? {
        guard let driver else { return Rank(match: .size, value: box.area) }
        if face.id == driver.id { return Rank(match: .id, value: box.area) }
        let iou = box.intersectionOverUnion(driver.box)
        if iou >= Self.minIoU { return Rank(match: .position, value: iou) }
        let (missing, overflow) = timestamp.milliseconds.subtractingReportingOverflow(
            driver.lastSeen.milliseconds)
        return overflow || missing >= Self.retention ? Rank(match: .size, value: box.area) : nil
    }

    private struct Rank: Comparable {
        /// What a face matches by, weakest first.
        enum Match: Int { case size, position, id }

        let match: Match
        /// Area or IoU, for comparing equal matches.
        let value: Float

        static func < (a: Rank, b: Rank) -> Bool {
            (a.match.rawValue, a.value) < (b.match.rawValue, b.value)
        }
    }
}

/// The axis-aligned bounding box of a face's mesh, in fractions of the image.
private struct FaceBox {
    private var low = SIMD2<Float>(repeating: .infinity)
    private var high = SIMD2<Float>(repeating: -.infinity)

    /// nil for a face with a NaN or infinite coordinate.
    init?(_ face: Face) {
        for landmark in face.landmarks.prefix(Face.meshCount) {
            let point = SIMD2(landmark.x, landmark.y)
            guard point.x.isFinite, point.y.isFinite else { return nil }
            low = pointwiseMin(low, point)
            high = pointwiseMax(high, point)
        }
    }

    var center: SIMD2<Float> { (low + high) / 2 }
    var area: Float { (high - low).x * (high - low).y }

    func intersectionOverUnion(_ other: FaceBox) -> Float {
        let size = pointwiseMin(high, other.high) - pointwiseMax(low, other.low)
        guard size.x > 0, size.y > 0 else { return 0 }
        let intersection = size.x * size.y
        return intersection / (area + other.area - intersection)
    }
}

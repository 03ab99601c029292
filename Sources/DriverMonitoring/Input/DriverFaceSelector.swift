public import LandmarkCore
public import LandmarkTasks

/// Selects the driver's face among several.
///
/// At first the largest face is the driver's. After that the driver is tracked: by the face's id,
/// or by position when the id changed after a loss. From 5 s on, the driver's seat is known: when the
/// driver is lost, only a face near that place and of about that size is the driver's. People in
/// other seats are never selected, however long the driver is away. Before that, the largest face
/// becomes the driver's when the driver has been missing for 2 s.
///
/// When a face appears on the seat after a loss, its proportions are compared with those of the driver
/// before; `change` reports another person.
public struct DriverFaceSelector: Sendable {
    /// How long a missing driver's position is kept, in milliseconds.
    private static let retention = 2000
    /// How long the face of a tracked driver may be off the seat, in milliseconds: after that, another face
    /// may have been confused with it.
    private static let maxExcursion = 10_000
    /// How long a face off the seat must be like the driver's, in milliseconds, for the camera to have been
    /// moved.
    private static let moveTime = 30_000
    /// The least IoU of two boxes of the same face.
    private static let minIoU: Float = 0.3
    /// The longest time between two frames that belong together, in milliseconds.
    private static let maxStep = 500

    private struct Driver {
        var id: Int
        var box: FaceBox
        var lastSeen: Timestamp
        /// Since when the face has been off the seat.
        var offSeat: Timestamp?
    }

    /// The range of the face's center, as fractions of the image's width.
    public let horizontal: ClosedRange<Float>
    /// The range of the face's center, as fractions of the image's height.
    public let vertical: ClosedRange<Float>
    /// The change in the last selected face; nil for none. Pass it on as `DriverObservation.change`.
    public private(set) var change: DriverChange?
    /// The ROI in which the driver was last found on the seat; nil until the seat is known.
    package private(set) var seatRegion: NormalizedRect?

    private var driver: Driver?
    private var seat = DriverSeat()
    private var identity = DriverIdentity()
    /// Whether the face is compared with the driver's.
    private var isCompared = false
    /// The face off the seat that is examined, and for how long it has been like the driver's.
    private var stranger: (id: Int, since: Timestamp)?
    private var last: Timestamp?

    /// Creates a selector, optionally limited to the part of the image where the driver's seat is.
    public init(horizontal: ClosedRange<Float> = 0...1, vertical: ClosedRange<Float> = 0...1) {
        self.horizontal = horizontal
        self.vertical = vertical
    }

    /// Selects the driver's face among the faces of one frame.
    ///
    /// - Parameters:
    ///   - faces: The faces, with transformation matrices.
    ///   - size: The size in pixels of the image that their coordinates are fractions of.
    ///   - timestamp: The time of the frame.
    /// - Returns: The driver's face, or nil when it is not among them.
    public mutating func select(
        from faces: [Face], in size: PixelSize, at timestamp: Timestamp
    ) -> Face? {
        change = nil
        let step = min(elapsed(since: last ?? timestamp, timestamp), Self.maxStep)
        last = timestamp
        var best: (face: Face, box: FaceBox, rank: Rank)?
        for face in faces {
            guard let box = box(of: face), let rank = rank(face, box, timestamp) else { continue }
            if let best, !(best.rank < rank) { continue }
            best = (face, box, rank)
        }
        guard let best else { return examineStrangers(faces, size, step, timestamp) }
        stranger = nil
        return follow(best.face, best.box, best.rank, size, step, timestamp)
    }

    /// Forgets the driver and the seat; the largest face is selected next.
    public mutating func reset() {
        self = DriverFaceSelector(horizontal: horizontal, vertical: vertical)
    }

    /// Follows the driver's face, and learns from it.
    private mutating func follow(
        _ face: Face, _ box: FaceBox, _ rank: Rank, _ size: PixelSize, _ step: Int,
        _ timestamp: Timestamp
    ) -> Face? {
        let isLost = driver.map { elapsed(since: $0.lastSeen, timestamp) > Self.maxStep } ?? false
        if isLost || rank.match == .seat, driver != nil {
            isCompared = true
            identity.startComparison()
        }
        if rank.match == .seat, !seat.isKnown {
            seat = DriverSeat()
            // If the camera was moved, the identity is known while the seat is not: the driver is the same.
            if !identity.isKnown { identity = DriverIdentity() }
        }
        let isOnSeat = seat.contains(box)
        let offSeat = isOnSeat ? nil : driver?.offSeat ?? timestamp
        if let offSeat, elapsed(since: offSeat, timestamp) >= Self.maxExcursion {
            driver = nil
            return nil
        }
        driver = Driver(id: face.id, box: box, lastSeen: timestamp, offSeat: offSeat)
        guard isOnSeat else { return face }
        seat.learn(box, step: isLost ? 0 : step)
        if seat.isKnown { seatRegion = face.region }
        guard let proportions = FaceProportions(face, in: size) else { return face }
        if isCompared, identity.isKnown {
            guard let verdict = identity.compare(proportions, step: step) else { return face }
            isCompared = false
            guard verdict == .other else { return face }
            change = .driver
            identity = DriverIdentity()
        }
        identity.learn(proportions, step: step)
        return face
    }

    /// Looks for the driver among faces off the seat: the camera may have been moved.
    private mutating func examineStrangers(
        _ faces: [Face], _ size: PixelSize, _ step: Int, _ timestamp: Timestamp
    ) -> Face? {
        guard seat.isKnown, faces.count == 1, let face = faces.first, box(of: face) != nil else {
            stranger = nil
            return nil
        }
        if stranger?.id != face.id {
            stranger = (face.id, timestamp)
            identity.startComparison()
        }
        guard let stranger, let proportions = FaceProportions(face, in: size),
            let isAlike = identity.isAlike(proportions, step: step)
        else { return nil }
        guard isAlike else {
            self.stranger = (face.id, timestamp)
            return nil
        }
        guard elapsed(since: stranger.since, timestamp) >= Self.moveTime else { return nil }
        let identity = identity
        reset()
        self.identity = identity
        let selected = select(from: faces, in: size, at: timestamp)
        change = .seat
        return selected
    }

    /// How well a face matches the driver; nil when it is another person's.
    private func rank(_ face: Face, _ box: FaceBox, _ timestamp: Timestamp) -> Rank? {
        let isMissing =
            driver.map { elapsed(since: $0.lastSeen, timestamp) >= Self.retention } ?? true
        let isOnSeat = seat.contains(box)
        if let driver, !isMissing, !seat.isKnown || box.isNear(driver.box) {
            if face.id == driver.id {
                return Rank(match: isOnSeat ? .id : .excursion, value: box.area)
            }
            let iou = box.intersectionOverUnion(driver.box)
            if iou >= Self.minIoU {
                return Rank(match: isOnSeat ? .position : .excursion, value: iou)
            }
        }
        if seat.isKnown {
            return isOnSeat ? Rank(match: .seat, value: -seat.distance(to: box)) : nil
        }
        return isMissing ? Rank(match: .seat, value: box.area) : nil
    }

    /// The box of a face that is where the driver's seat may be; nil for others.
    private func box(of face: Face) -> FaceBox? {
        guard let box = FaceBox(face), horizontal.contains(box.center.x),
            vertical.contains(box.center.y)
        else { return nil }
        return box
    }

    private func elapsed(since start: Timestamp, _ now: Timestamp) -> Int {
        let (time, overflow) = now.milliseconds.subtractingReportingOverflow(start.milliseconds)
        return overflow ? .max : max(0, time)
    }

    private struct Rank: Comparable {
        /// How a face matches, weakest first; an excursion is a tracked face off the seat.
        enum Match: Int, Comparable {
            case excursion, seat, position, id

            static func < (a: Match, b: Match) -> Bool { a.rawValue < b.rawValue }
        }

        let match: Match
        /// Area, IoU or closeness, for comparing equal matches.
        let value: Float

        static func < (a: Rank, b: Rank) -> Bool { (a.match, a.value) < (b.match, b.value) }
    }
}

/// A change in the driver's face since the previous frames, which voids everything learned about the driver.
public enum DriverChange: String, Sendable, Hashable, CaseIterable, Codable {
    /// Another person has taken the driver's seat.
    case driver
    /// The driver is in another place in the image: the camera was moved.
    case seat
}

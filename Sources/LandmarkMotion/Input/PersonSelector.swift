package import LandmarkCore
import LandmarkTasks

/// Chooses the person to measure among several.
///
/// The chosen person is followed by track id or, after a loss, by position. Only in the first 10 s can
/// someone who has been 1.2 times as prominent for 0.5 s take over; a person who has been measured for longer
/// is not given up for a passer-by. Someone who has been missing for 10 s is replaced by whoever then fits
/// the rule best; a person chosen at a place is never replaced. A value type without a clock.
public struct PersonSelector: Sendable {
    /// Who is chosen.
    public enum Rule: Sendable, Hashable {
        /// The most prominent person: height as a fraction of the image's height × (1 − ½ of the
        /// distance from the image's vertical center line in image widths) × (½ + ½ of how far down
        /// the feet are, because people in front have their feet further down). How long someone has been
        /// seen counts only by the 10 s rule above.
        case prominent
        /// The tallest person in the image.
        case largest
        /// The person nearest to the image's center.
        case center
        /// The person at or nearest to a place, such as a click, in fractions of the upright image's width
        /// and height.
        case at(SIMD2<Double>)
        /// The person with the id of a track.
        case id(Int)
    }

    /// Seconds after which the chosen person is not given up for someone else.
    private static let settling = 10.0
    /// How much more prominent someone else must be, and for how many seconds.
    private static let lead = 1.2
    private static let leadTime = 0.5
    /// Times come from milliseconds.
    private static let rounding = 1e-6
    /// How many seconds to wait for a missing person.
    package static let retention = 10.0

    private struct Person {
        /// The id under which the person was chosen.
        let name: Int?
        var id: Int?
        var box: PersonBox
        let chosen: Double
        var seen: Double
    }

    private struct Challenger {
        var id: Int?
        var box: PersonBox
        let since: Double
    }

    /// Who is chosen.
    public let rule: Rule
    private var person: Person?
    private var challenger: Challenger?

    /// Creates a selector that has chosen no one.
    public init(_ rule: Rule = .prominent) { self.rule = rule }

    /// Chooses among everyone in a frame.
    ///
    /// - Parameters:
    ///   - frames: The landmarks of everyone.
    ///   - time: The time in seconds, later than that of the frame before.
    /// - Returns: The index of the person's frame; nil when the person is not among them. Measure the frame
    ///   under `id`, which stays the same when the person's track id changes.
    public mutating func select(from frames: [MotionFrame], at time: Double) -> Int? {
        let boxes = frames.map(PersonBox.init)
        let places = boxes.indices.filter { boxes[$0] != nil }
        let candidates = places.compactMap { place in
            boxes[place].map { (id: Int?(frames[place].id), box: $0) }
        }
        return choose(among: candidates, at: time).map { places[$0] }
    }

    /// The id of the chosen person: the rule's id, or the id of the track that was first chosen; nil before
    /// that.
    public var id: Int? {
        if case .id(let id) = rule { return id }
        return person?.name
    }

    /// The id of the person whom the chosen one replaced in the last frame; nil otherwise.
    public private(set) var replaced: Int?

    /// Forgets who was chosen.
    public mutating func reset() { self = PersonSelector(rule) }

    /// Whether someone else can still take the place of the chosen person.
    package func isOpen(at time: Double) -> Bool {
        switch rule {
        case .at, .id: person == nil
        default: person.map { time - $0.chosen < Self.settling } ?? true
        }
    }

    /// Whether the chosen person, if missing, is awaited rather than replaced.
    package func awaitsPerson(at time: Double) -> Bool {
        person.map { awaits($0, at: time) } ?? false
    }

    private func awaits(_ known: Person, at time: Double) -> Bool {
        if case .at = rule { return true }
        return time - known.seen < Self.retention
    }

    /// Notes where the chosen person is now, when the others are unknown. If no one is chosen yet, that
    /// person is.
    package mutating func follow(_ box: PersonBox, at time: Double) {
        person = Person(
            name: person?.name, id: person?.id, box: box, chosen: person?.chosen ?? time,
            seen: time)
    }

    /// Chooses among people in a frame.
    ///
    /// - Returns: The index; nil when the person is not among them.
    package mutating func choose(
        among candidates: [(id: Int?, box: PersonBox)], at time: Double
    ) -> Int? {
        replaced = nil
        if case .id(let id) = rule { return candidates.firstIndex { $0.id == id } }
        guard let known = person else { return start(candidates, at: time) }
        guard let place = place(of: known, in: candidates) else {
            challenger = nil
            return awaits(known, at: time) ? nil : start(candidates, at: time)
        }
        if let better = betterPlace(than: place, in: candidates, at: time) {
            replaced = known.name
            return begin(candidates, better, at: time)
        }
        person?.id = candidates[place].id
        person?.box = candidates[place].box
        person?.seen = time
        return place
    }

    private func place(of known: Person, in candidates: [(id: Int?, box: PersonBox)]) -> Int? {
        if let id = known.id, let place = candidates.firstIndex(where: { $0.id == id }) {
            return place
        }
        return candidates.indices
            .filter { candidates[$0].box.isNear(known.box) }
            .min {
                candidates[$0].box.distance(to: known.box)
                    < candidates[$1].box.distance(to: known.box)
            }
    }

    private mutating func start(
        _ candidates: [(id: Int?, box: PersonBox)], at time: Double
    ) -> Int? {
        let best = candidates.indices.max { rank(candidates[$0].box) < rank(candidates[$1].box) }
        return best.map { begin(candidates, $0, at: time) }
    }

    private mutating func begin(
        _ candidates: [(id: Int?, box: PersonBox)], _ place: Int, at time: Double
    ) -> Int {
        let (id, box) = candidates[place]
        person = Person(name: id, id: id, box: box, chosen: time, seen: time)
        challenger = nil
        return place
    }

    /// Someone who has been more prominent than the chosen person for long enough.
    private mutating func betterPlace(
        than place: Int, in candidates: [(id: Int?, box: PersonBox)], at time: Double
    ) -> Int? {
        guard isOpen(at: time),
            let best = candidates.indices.filter({ $0 != place }).max(by: {
                rank(candidates[$0].box) < rank(candidates[$1].box)
            }), rank(candidates[best].box) > Self.lead * rank(candidates[place].box)
        else {
            challenger = nil
            return nil
        }
        let (id, box) = candidates[best]
        let isSame = challenger.map { (id != nil && $0.id == id) || $0.box.isNear(box) } ?? false
        let since = isSame ? challenger?.since ?? time : time
        challenger = Challenger(id: id, box: box, since: since)
        return time - since >= Self.leadTime - Self.rounding ? best : nil
    }

    /// How well someone fits the rule.
    private func rank(_ box: PersonBox) -> Double {
        switch rule {
        case .prominent: box.prominence
        case .largest: box.size.y
        case .center: 1 / (0.1 + box.offset)
        case .at(let point): -box.distance(to: point)
        case .id: 0
        }
    }
}

/// Where someone is in the upright image, in units of the image's height.
package struct PersonBox: Sendable, Hashable {
    let center: SIMD2<Double>
    let size: SIMD2<Double>
    /// The image's width.
    private let width: Double

    /// The box around a person's landmarks; nil without an image or landmarks.
    init?(_ frame: MotionFrame) {
        guard frame.hasImage, var low = frame.image.first else { return nil }
        var high = low
        for point in frame.image {
            guard point.x.isFinite, point.y.isFinite else { return nil }
            low = pointwiseMin(low, point)
            high = pointwiseMax(high, point)
        }
        let height = frame.pixels.y
        center = (low + high) / 2 / height
        size = (high - low) / height
        width = frame.pixels.x / height
    }

    /// The box of the person in a pose's ROI, which is a square around the hips.
    ///
    /// - Parameters:
    ///   - region: The region in the image as it is stored.
    ///   - imageSize: The size of that image.
    ///   - orientation: Where the top of the scene is in it.
    ///   - isMirrored: Whether the image is mirrored.
    package init(
        region: NormalizedRect, imageSize: PixelSize, orientation: Orientation, isMirrored: Bool
    ) {
        let rotation = UprightRotation(orientation, isMirrored: isMirrored)
        let image = SIMD2(rotation.size(imageSize))
        width = image.x / image.y
        center = rotation.point(region.xCenter, region.yCenter) * SIMD2(width, 1)
        // The region is 1.25 times as large as the person.
        size = SIMD2(
            repeating: Double(region.height) * Double(imageSize.height) / 1.25 / image.y)
    }

    var prominence: Double {
        let bottom = min(max(center.y + size.y / 2, 0), 1)
        return size.y * (1 - abs(center.x / width - 0.5) / 2) * (0.5 + bottom / 2)
    }

    /// The distance from the image's center.
    var offset: Double { (center - SIMD2(width / 2, 0.5)).length }

    /// The distance between the centers.
    func distance(to other: PersonBox) -> Double { (center - other.center).length }

    /// The distance of the box from a place in fractions of the image's width and height. The center's
    /// distance counts a little, too, to decide within and between boxes.
    func distance(to point: SIMD2<Double>) -> Double {
        let offset = point * SIMD2(width, 1) - center
        let outside = SIMD2(
            max(abs(offset.x) - size.x / 2, 0), max(abs(offset.y) - size.y / 2, 0))
        return outside.length + offset.length / 100
    }

    /// The height as a fraction of the image's.
    package var height: Double { size.y }

    /// Whether a place in fractions of the image's width and height is in the box.
    package func contains(_ place: SIMD2<Double>) -> Bool {
        let offset = place * SIMD2(width, 1) - center
        // A person's box is half as wide as the square around the hips.
        return abs(offset.x) <= size.x / 4 && abs(offset.y) <= size.y / 2
    }

    /// Whether both boxes can belong to one person in the same frame: centers less than half the greater
    /// height apart.
    package func overlaps(_ other: PersonBox) -> Bool {
        distance(to: other) < max(size.y, other.size.y) / 2
    }

    /// Whether a person can have moved here from another box within a short time: centers less than 0.6
    /// heights apart, and heights that differ by less than a factor of 2.
    func isNear(_ other: PersonBox) -> Bool {
        let height = (size.y + other.size.y) / 2
        return distance(to: other) < 0.6 * height && size.y < 2 * other.size.y
            && other.size.y < 2 * size.y
    }
}

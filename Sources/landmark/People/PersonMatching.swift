import LandmarkCore
import LandmarkTasks

/// Determines which body, face and hands belong together.
///
/// Each task finds its instances independently. A face belongs to the body with the nearest nose, and a hand
/// to the nearest wrist: the nearest pairs are matched first, each part at most once, and never farther apart
/// than the size of the face or hand.
struct PersonMatching {
    private let poses: [Pose]
    private let size: PixelSize
    private(set) var people: [Person]

    /// The landmark at the tip of the nose among those of a face.
    private static let noseTip = 1

    init(poses: [Pose], faces: [Face], hands: [Hand], size: PixelSize) {
        self.poses = poses
        self.size = size
        people = poses.map { Person(id: $0.id, pose: $0) }
        let leftFaces = match(
            faces, \.landmarks, Self.noseTip, with: [.nose],
            to: { person, _, face in person.face = face })
        let leftHands = match(
            hands, \.landmarks, HandJoint.wrist.rawValue, with: [.leftWrist, .rightWrist]
        ) {
            person, joint, hand in
            if joint == .leftWrist { person.leftHand = hand } else { person.rightHand = hand }
        }
        people += leftFaces.map { Person(id: 0, face: $0) }
        people += leftHands.map { hand in
            hand.handedness == .left
                ? Person(id: 0, leftHand: hand) : Person(id: 0, rightHand: hand)
        }
    }

    /// Assigns parts to the people whose joints are nearest.
    ///
    /// - Parameters:
    ///   - parts: The faces or hands.
    ///   - landmarks: Returns the landmarks of a part.
    ///   - index: The index of the part's landmark that is compared with the joints.
    ///   - joints: The joints of a body, each of which takes one part.
    ///   - assign: Assigns a part to a person, at a joint.
    /// - Returns: The parts that do not belong to anyone.
    private mutating func match<Part>(
        _ parts: [Part], _ landmarks: KeyPath<Part, [Landmark]>, _ index: Int,
        with joints: [PoseJoint],
        to assign: (inout Person, PoseJoint, Part) -> Void
    ) -> [Part] {
        var pairs: [(part: Int, person: Int, joint: PoseJoint, distance: Float)] = []
        for (number, part) in parts.enumerated() {
            let points = part[keyPath: landmarks]
            guard points.indices.contains(index) else { continue }
            let extent = extent(of: points)
            for (person, pose) in poses.enumerated() {
                for joint in joints {
                    let distance = distance(points[index], pose[joint]) / extent
                    if distance <= 1 { pairs.append((number, person, joint, distance)) }
                }
            }
        }
        var taken: Set<Int> = []
        var places: Set<[Int]> = []
        for pair in pairs.sorted(by: { $0.distance < $1.distance }) {
            let place = [pair.person, pair.joint.rawValue]
            guard !taken.contains(pair.part), places.insert(place).inserted else { continue }
            taken.insert(pair.part)
            assign(&people[pair.person], pair.joint, parts[pair.part])
        }
        return parts.enumerated().filter { !taken.contains($0.offset) }.map(\.element)
    }

    /// The longer side of the box around landmarks, in pixels.
    private func extent(of points: [Landmark]) -> Float {
        let (xs, ys) = (points.map(\.x), points.map(\.y))
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max()
        else { return 1 }
        return max((right - left) * Float(size.width), (bottom - top) * Float(size.height), 1)
    }

    private func distance(_ a: Landmark, _ b: Landmark) -> Float {
        let (x, y) = ((a.x - b.x) * Float(size.width), (a.y - b.y) * Float(size.height))
        return (x * x + y * y).squareRoot()
    }
}

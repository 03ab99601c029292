import LandmarkTasks

/// Legs or arms: two bones each, fitted together.
enum LimbKind: Sendable {
    case leg
    case arm

    /// The length of the second bone divided by that of the first: thighs and shanks are about
    /// equally long, forearms somewhat shorter than upper arms (de Leva, Journal of Biomechanics
    /// 1996). The model's own ratios differ by up to 20 % between left and right.
    private var ratio: Double { self == .leg ? 1 : 0.92 }

    /// The limb's landmarks on a side.
    func joints(_ side: BodySide) -> LimbJoints {
        let left =
            self == .leg
            ? LimbJoints(
                root: .leftHip, middle: .leftKnee, end: .leftAnkle,
                tips: [.leftHeel, .leftFootIndex])
            : LimbJoints(
                root: .leftShoulder, middle: .leftElbow, end: .leftWrist,
                tips: [.leftPinky, .leftIndex, .leftThumb])
        return side == .left ? left : left.opposite
    }

    /// The lengths of both bones in meters, from the model's medians over both sides; nil without medians.
    func lengths(in frames: [MotionFrame]) -> SIMD2<Double>? {
        var sum = 0.0
        for side in BodySide.allCases {
            let joints = joints(side)
            for (a, b) in [(joints.root, joints.middle), (joints.middle, joints.end)] {
                var lengths = frames.map { ($0.world[a.rawValue] - $0.world[b.rawValue]).length }
                lengths.removeAll { !($0 > 0.01 && $0 < 10) }
                guard !lengths.isEmpty else { return nil }
                lengths.sort()
                sum += lengths[lengths.count / 2] / 2
            }
        }
        return SIMD2(1, ratio) * sum / (1 + ratio)
    }
}

/// The landmarks of a limb from the trunk outward.
struct LimbJoints: Sendable {
    let root: PoseJoint
    let middle: PoseJoint
    let end: PoseJoint
    /// The landmarks that move with `end`.
    let tips: [PoseJoint]

    var opposite: LimbJoints {
        LimbJoints(
            root: root.opposite, middle: middle.opposite, end: end.opposite,
            tips: tips.map(\.opposite))
    }

    /// Places the limb in a frame along two bones, starting from its root.
    func move(_ frame: inout MotionFrame, along bones: LimbBones) {
        let middlePoint = frame.world[root.rawValue] + bones.first
        let endPoint = middlePoint + bones.second
        let offset = endPoint - frame.world[end.rawValue]
        frame.world[middle.rawValue] = middlePoint
        frame.world[end.rawValue] = endPoint
        for tip in tips { frame.world[tip.rawValue] += offset }
    }
}

/// The bones of a limb as vectors in meters: from the root to the middle, and on to the end.
struct LimbBones: Sendable {
    var first: SIMD3<Double>
    var second: SIMD3<Double>
}

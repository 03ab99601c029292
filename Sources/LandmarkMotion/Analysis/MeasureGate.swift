import LandmarkTasks

/// What is wrong with the landmarks of a frame, one bit per landmark.
struct LandmarkChecks {
    /// The visibility (0…1) from which a closed gate opens, and below which an open one closes.
    static let opens = 0.65
    static let closes = 0.5

    /// Landmarks below each threshold.
    private(set) var belowOpens: UInt64 = 0
    private(set) var belowCloses: UInt64 = 0
    private(set) var outside: UInt64 = 0
    private(set) var notFinite: UInt64 = 0

    init(_ points: FrameLandmarks) {
        for index in 0..<MotionFrame.landmarkCount {
            let bit = UInt64(1) << UInt64(index)
            let visibility = points.visibility(index)
            if visibility < Self.opens { belowOpens |= bit }
            if visibility < Self.closes { belowCloses |= bit }
            if points.isOutside(index) { outside |= bit }
            if !points.isFinite(index) { notFinite |= bit }
        }
    }

    /// The landmarks between which a length can be measured.
    var usable: UInt64 { ~(belowCloses | notFinite) }

    /// Whether the view of the person is known.
    var seesHips: Bool {
        let hips = UInt64(0b11) << UInt64(PoseJoint.leftHip.rawValue)
        return usable & hips == hips
    }
}

/// What a measure needs, as bits.
struct MeasureNeeds {
    let landmarks: UInt64
    let bones: UInt32

    init(_ measure: Measure) {
        let joints = measure.joints
        landmarks = joints.reduce(0) { $0 | 1 << UInt64($1.rawValue) }
        var bones: UInt32 = 0
        for (index, bone) in BoneLengths.bones.enumerated()
        where joints.contains(bone.0) && joints.contains(bone.1) {
            bones |= 1 << UInt32(index)
        }
        self.bones = bones
    }

    /// The least visible of the landmarks.
    func leastVisible(in points: FrameLandmarks) -> (joint: PoseJoint, visibility: Double) {
        var least = (index: 0, visibility: Double.infinity)
        var rest = landmarks
        while rest != 0 {
            let index = rest.trailingZeroBitCount
            rest &= rest - 1
            let visibility = points.visibility(index)
            if visibility < least.visibility { least = (index, visibility) }
        }
        return (PoseJoint(rawValue: least.index) ?? .nose, min(least.visibility, 1))
    }
}

/// Decides whether the landmarks of one measure are good enough to measure it.
///
/// It opens with the second frame in a row in which all are visible. It closes at once when a landmark is not
/// visible, lies outside the image or is not finite, or when a bone changes its length.
struct MeasureGate {
    /// The frames in a row that open the gate.
    private static let framesToOpen = 2

    private var goodFrames = 0
    private var isOpen = false

    /// Adds a frame; returns why the measure cannot be measured, or nil if it can.
    mutating func update(
        _ needs: MeasureNeeds, _ checks: LandmarkChecks, implausible: UInt32,
        leastVisible: PoseJoint
    ) -> MissingReason? {
        if let reason = Self.fault(needs, checks, implausible, leastVisible) {
            close()
            return reason
        }
        if isOpen { return nil }
        guard needs.landmarks & checks.belowOpens == 0 else {
            goodFrames = 0
            return .lowVisibility(leastVisible)
        }
        goodFrames += 1
        isOpen = goodFrames >= Self.framesToOpen
        return isOpen ? nil : .settling
    }

    /// Makes the next good frame open the gate.
    mutating func anticipate() { goodFrames = Self.framesToOpen - 1 }

    mutating func close() {
        goodFrames = 0
        isOpen = false
    }

    private static func fault(
        _ needs: MeasureNeeds, _ checks: LandmarkChecks, _ implausible: UInt32,
        _ leastVisible: PoseJoint
    ) -> MissingReason? {
        if let joint = first(needs.landmarks & checks.notFinite) { return .notFinite(joint) }
        if needs.landmarks & checks.belowCloses != 0 { return .lowVisibility(leastVisible) }
        if let joint = first(needs.landmarks & checks.outside) { return .outsideImage(joint) }
        let bones = needs.bones & implausible
        guard bones != 0 else { return nil }
        let bone = BoneLengths.bones[bones.trailingZeroBitCount]
        return .implausibleLength(bone.0, bone.1)
    }

    private static func first(_ landmarks: UInt64) -> PoseJoint? {
        landmarks == 0 ? nil : PoseJoint(rawValue: landmarks.trailingZeroBitCount)
    }
}
